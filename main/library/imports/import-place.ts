import { asManyAsFit } from '#main/storage/one-commit.ts';
import { keepLearned } from '#main/projections/usage/learn-behind.ts';
import { dropPartOfImport, importIsStaged, placeStaged, stageRecords, type StagedRecord } from '#main/records/staged-import.ts';
import { catchUpWords } from '#main/projections/search/word-index.ts';
import type { Store } from '#main/storage/store.ts';

/** The number of records staged in one commit, so that the app stays responsive during a large import. */
export const perCommit = 200;

/**
 * Takes checked records in, all or none: they are staged first, and from the commit that stages the last one they come into their places
 * whatever happens, at the latest when `finishImport` is called at the next start. One import after another. Answers how many were older
 * than what is known. Rejects when the disk refuses; then nothing is taken in, or the rest follows at the next start.
 */
export function placeImport(store: Store, records: readonly StagedRecord[]): Promise<number> {
  return inTurn(store, async () => {
    await place(store);
    for (let from = 0, next: number; from < records.length; from = next) {
      const some = records.slice(from, from + perCommit);
      next = from + asManyAsFit(some.map(({ text }) => text.length));
      stageRecords(store, records.slice(from, next), next >= records.length);
      await store.world.sleep(0);
    }
    return place(store);
  });
}

/** At the start: puts in its place what an import had staged whole, and drops what is left of one that never was. */
export async function finishImport(store: Store): Promise<void> {
  await inTurn(store, () => place(store));
}

async function place(store: Store): Promise<number> {
  dropPartOfImport(store);
  let kept = 0;
  for (let more = importIsStaged(store); more && store.sql.open; await store.world.sleep(0)) {
    const placed = placeStaged(store);
    kept += placed.kept;
    more = placed.more;
    keepLearned(store, !more);
    await store.world.sleep(0);
    if (store.sql.open) catchUpWords(store);
  }
  return kept;
}

const turns = new WeakMap<Store, Promise<unknown>>();

function inTurn(store: Store, work: () => Promise<number>): Promise<number> {
  const before = turns.get(store) ?? Promise.resolve();
  const turn = before.then(work, work);
  turns.set(store, turn);
  return turn;
}
