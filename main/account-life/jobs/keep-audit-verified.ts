import { isStorageTrouble } from '#main/storage/driver.ts';
import { followAuditLog, auditStart } from '#main/audit/audit.ts';
import { moveMark } from '#main/audit/verified.ts';
import type { Store } from '#main/storage/store.ts';
import { startBackgroundJobs } from './background-jobs.ts';

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
  const { world } = store;
  let mark = auditStart;
  let working = false;
  let isBroken = false;
  const work = async () => {
    if (working || isBroken) return;
    working = true;
    await world.sleep(QUIET_MS, keeping.signal);
    try {
      for (let atEnd = false; !atEnd && !isBroken && !keeping.signal.aborted;) {
        const followed = followAuditLog(store, mark, LINES);
        mark = followed.to;
        atEnd = followed.atEnd;
        isBroken = followed.brokenAt !== null;
        if (followed.brokenAt !== null) broken(followed.brokenAt);
        else if (atEnd) moveMark(store, mark);
        else await world.sleep(PAUSE_MS, keeping.signal);
      }
    } catch (error) {
      if (!isStorageTrouble(error)) throw error;
      world.log.error('trailNotFollowed', { message: error instanceof Error ? error.message : String(error) });
    } finally {
      working = false;
    }
  };
  const start = () => void work().catch((error: unknown) => world.log.error('trailNotFollowed', { message: String(error) }));
  const keeping = startBackgroundJobs(store, 'syncFinished', start);
  start();
  return keeping;
}
