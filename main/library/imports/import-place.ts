import { asManyAsFit } from '#main/storage/one-commit.ts';
import { keepLearned } from '#main/projections/usage/learn-behind.ts';
import { dropPartOfImport, importIsStaged, placeStaged, stageRecords, type StagedRecord } from '#main/records/staged-import.ts';
import { catchUpWords } from '#main/projections/search/word-index.ts';
import { forgetBefore } from '#main/records/import-before.ts';
import type { Store } from '#main/storage/store.ts';
import { turns } from '#main/storage/turns.ts';

/** Progress of an import: records that are read, then, once it cannot be cancelled any more, records in their places. */
export interface ImportProgress {
  done: number;
  of: number;
  writes: boolean;
}

/** Follows an import, and may end it before anything of it is in its place. */
export interface ImportWatch {
  report?: ((progress: ImportProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Called in the commit after which the import comes into its place, also after a crash. */
  whole?: (() => void) | undefined;
}

/** Does work on imported records, one after another. */
export const inImportTurn = turns();

/** The number of records staged in one commit, so that the app stays responsive during a large import. */
const perCommit = 200;

/**
 * Takes checked records in, all or none: they are staged first, and from the commit that stages the last one they come into their places
 * whatever happens, at the latest when `finishImport` is called at the next start. One import after another, of which the newest can be undone.
 * Answers how many were older than what is known; null for one that was cancelled before. Rejects when the disk refuses; then nothing is taken in, or
 * the rest follows at the next start.
 */
export function placeImport(
  store: Store,
  records: readonly StagedRecord[],
  { report, signal, whole }: ImportWatch = {},
): Promise<number | null> {
  return inImportTurn(store, async () => {
    await place(store);
    await forgetBefore(store);
    for (let from = 0, next: number; from < records.length; from = next) {
      if (signal?.aborted) {
        dropPartOfImport(store);
        return null;
      }
      const some = records.slice(from, from + perCommit);
      next = from + asManyAsFit(some.map(({ text }) => text.length));
      const isLast = next >= records.length;
      const stage = () => stageRecords(store, records.slice(from, next), isLast);
      if (isLast && whole) store.commit('import staged', () => (stage(), whole()));
      else stage();
      await store.world.sleep(0);
    }
    return place(store, (done) => report?.({ done, of: records.length, writes: true }));
  });
}

/** At the start: puts in its place what an import had staged whole, and drops what is left of one that never was. */
export async function finishImport(store: Store): Promise<void> {
  await inImportTurn(store, () => place(store));
}

/** Records whose words go into the index in one commit. */
const wordsAtOnce = 200;

async function place(store: Store, report: (done: number) => void = () => undefined): Promise<number> {
  dropPartOfImport(store);
  let [kept, done, placedSince] = [0, 0, 0];
  for (let more = importIsStaged(store); more && store.sql.open; await store.world.sleep(0)) {
    const placed = placeStaged(store);
    kept += placed.kept;
    done += placed.placed;
    report(done);
    more = placed.more;
    keepLearned(store, !more);
    placedSince += placed.placed;
    if (placedSince < wordsAtOnce && more) continue;
    placedSince = 0;
    await store.world.sleep(0);
    // Every commit of words costs as much as a hundred of them.
    if (store.sql.open) catchUpWords(store, wordsAtOnce);
  }
  return kept;
}
