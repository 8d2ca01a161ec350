import type { AccountView } from '#shared/contract/views.ts';

/** What signing out leaves behind. Of an account that is not open only what was noted when it was closed is known. */
export function leavingWords({ unfinished, active }: Pick<AccountView, 'unfinished' | 'active'>): string {
  const then = active ? '' : ' when this account was last closed';
  if (unfinished === 0) return `Everything was sent or settled${then}. The records stay on this computer.`;
  const [edits, they] = unfinished === 1 ? ['edit', 'It stays'] : ['edits', 'They stay'];
  const is = active ? (unfinished === 1 ? 'is' : 'are') : unfinished === 1 ? 'was' : 'were';
  return `${unfinished} ${edits} ${is} not finished${then}. ${they} on this computer and ${unfinished === 1 ? 'waits' : 'wait'} until you sign in again.`;
}
