import { followAuditLog, auditStart } from '#main/audit/audit.ts';
import { moveMark } from '#main/audit/verified.ts';
import type { Store } from '#main/storage/store.ts';
import { ofKind, workBehind } from './background-jobs.ts';

/** After a start and after a report, in milliseconds: the window comes first. */
const QUIET_MS = 5_000;
/** Between two portions, so that the window is answered in between. */
const PAUSE_MS = 30;
/** Lines of one portion: a few milliseconds. */
const LINES = 500;

/**
 * Follows the whole chain behind a start, a portion at a time, and what each sync adds to it; `broken` is called once, with the
 * first line that does not fit the one before.
 */
export function keepAuditVerified(store: Store, broken: (line: number) => void): { stop(): void } {
  let mark = auditStart;
  let isBroken = false;
  return workBehind(store, {
    wakes: ofKind('syncFinished'),
    quietMs: QUIET_MS,
    pauseMs: PAUSE_MS,
    portion: () => {
      if (isBroken) return true;
      const { to, atEnd, brokenAt } = followAuditLog(store, mark, LINES);
      mark = to;
      isBroken = brokenAt !== null;
      if (brokenAt !== null) broken(brokenAt);
      else if (atEnd) moveMark(store, mark);
      return isBroken || atEnd;
    },
    failed: (error) => store.world.log.error('trailNotFollowed', { message: error instanceof Error ? error.message : String(error) }),
  });
}
