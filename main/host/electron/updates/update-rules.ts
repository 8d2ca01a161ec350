import { t } from '#shared/messages/t.ts';
import type { Counters } from '#shared/contract/views/views.ts';

/** True when a downloaded update may be installed now. */
export type UpdateAnswer = { kind: 'install' } | { kind: 'ask'; why: string } | { kind: 'later'; why: string };

/** Never while something is on the way or being checked; otherwise always after asking the user, with the edits in doubt named. */
export function judgeUpdate(counters: Counters, syncRunning: boolean): UpdateAnswer {
  if (counters.sending > 0) return { kind: 'later', why: t('host.update.sending') };
  if (syncRunning) return { kind: 'later', why: t('host.update.syncing') };
  if (counters.checking > 0) return { kind: 'later', why: t('host.update.checking') };
  if (counters.inDoubt > 0) return { kind: 'ask', why: t('host.update.inDoubt', { count: counters.inDoubt }) };
  return { kind: 'install' };
}
