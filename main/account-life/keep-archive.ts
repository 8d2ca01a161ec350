import { moveToArchive, type Moved } from '#main/cache/archive/move-portion.ts';
import { readSetting } from '#main/cache/accounts/settings.ts';
import { codeOf, isStorageTrouble } from '#main/cache/database/driver.ts';
import { countersOf } from '#main/cache/records/counters.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { Finishing } from './finish-change.ts';

const YEAR_MS = 365.25 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** After a start: everything else comes first. */
const QUIET_MS = 60_000;
/** Between two portions, so that the window is answered in between; longer while something is on its way. */
const PAUSE_MS = 30;
const BUSY_MS = 2_000;
const YEARS = 2;
/** The newest lines stay, whatever a clock says of their age. */
const KEEP_LINES = 1_000;

/** After how many years closed edits move into archives; null where a person wants them never to. */
export function archiveYears(store: Store): number | null {
  const said = readSetting(store, 'archiveYears');
  return said === 'never' ? null : typeof said === 'number' ? said : YEARS;
}

/**
 * Moves what was closed longer ago than the rule says into the archives, a portion at a time behind everything else, at a start and each day. What
 * stands in the way is logged and left as it is; nothing is lost by it.
 */
export function keepArchive(store: Store, finishing: Pick<Finishing, 'done'>, quietMs = QUIET_MS): { stop(): void } {
  const { world } = store;
  const clock = new AbortController();
  const portion = (): Moved => {
    const years = archiveYears(store);
    if (years === null) return { kind: 'done' };
    return moveToArchive(store, { before: world.now() - years * YEAR_MS, keepLines: KEEP_LINES });
  };
  const moveAll = async () => {
    while (!clock.signal.aborted) {
      const isBusy = countersOf(store).sending > 0;
      const moved = isBusy ? null : portion();
      if (moved?.kind === 'stopped') world.log.error('notArchived', { why: moved.why });
      if (moved && moved.kind !== 'moved') return;
      await world.sleep(isBusy ? BUSY_MS : PAUSE_MS, clock.signal);
    }
  };
  const run = async () => {
    await finishing.done;
    for (let wait = quietMs; !clock.signal.aborted; wait = DAY_MS) {
      await world.sleep(wait, clock.signal);
      try {
        if (!clock.signal.aborted) await moveAll();
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        world.log.error('notArchived', { code: codeOf(error) });
      }
    }
  };
  void run().catch((error: unknown) => world.log.error('notArchived', { message: String(error) }));
  return { stop: () => clock.abort() };
}
