import type { AccountView, AppStatus, TrustedHost } from '#shared/contract/views/views.ts';

/** The data that signing out leaves behind. For a closed account only the note from its closing is known. */
export function leavingWords({ unfinished, active }: Pick<AccountView, 'unfinished' | 'active'>): string {
  const then = active ? '' : ' when this account was last closed';
  if (unfinished === 0) return `Everything was sent or settled${then}. The records stay on this laptop.`;
  const [edits, they] = unfinished === 1 ? ['edit', 'It stays'] : ['edits', 'They stay'];
  const is = active ? (unfinished === 1 ? 'is' : 'are') : unfinished === 1 ? 'was' : 'were';
  return `${unfinished} ${edits} ${is} not finished${then}. ${they} on this laptop and ${unfinished === 1 ? 'waits' : 'wait'} until you sign in again.`;
}

/** The meaning of the keychain's state for a sign-in and for approved edits, after the keychain's name. */
export const keychainWords: Record<AppStatus['keychain']['state'], string> = {
  ok: 'open',
  locked: 'locked: unlock it to stay signed in',
  readOnly: 'can’t be written to: Layover can’t recognise a restored backup, so it asks about approved payments and comments at each start',
  unavailable: 'not available: you are signed in for this session only',
};

/** The data sent to a host, as the list of hosts shows it. */
export function hostWords({ refused, withSignIn }: Pick<TrustedHost, 'refused' | 'withSignIn'>): string {
  if (refused) return 'refused: nothing goes there';
  return withSignIn ? 'with your sign-in' : 'reads only, without your sign-in';
}
