import type { Counters } from '#shared/contract/views/views.ts';

/** True when a downloaded update may be installed now. */
export type UpdateAnswer = { kind: 'install' } | { kind: 'ask'; why: string } | { kind: 'later'; why: string };

/** Never while something is on the way or being checked; otherwise always after asking the user, with the edits in doubt named. */
export function judgeUpdate(counters: Counters, syncRunning: boolean): UpdateAnswer {
  if (counters.sending > 0) return { kind: 'later', why: 'Edits are on the way.' };
  if (syncRunning) return { kind: 'later', why: 'A sync is running.' };
  if (counters.checking > 0) return { kind: 'later', why: 'Edits are being checked.' };
  if (counters.inDoubt > 0)
    return { kind: 'ask', why: `${counters.inDoubt} in doubt: settle them first, or update now. Nothing is lost either way.` };
  return { kind: 'install' };
}
