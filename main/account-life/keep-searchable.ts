import { indexEdits } from '#main/cache/outbox/edit-words.ts';
import { learnBehind, needsLearning } from '#main/cache/names/learn-behind.ts';
import { indexRecords, isWordDamage, wordsWait } from '#main/cache/records/word-index.ts';
import type { Store } from '#main/cache/database/store.ts';

/** After the newest edit, in milliseconds: what a person types in one go is indexed in one go. */
const QUIET_MS = 2_000;
/** Between two portions, so that the window is answered in between. */
const PAUSE_MS = 50;

/**
 * Takes records and edits into the word indexes behind their commits, a portion at a time, so that a search never finds a long queue to look
 * through word by word, learns references that an import left for later, and makes a damaged index anew. A disk that refuses is logged and tried again after the next edit.
 */
export function keepSearchable(store: Store): { stop(): void } {
  const { world } = store;
  const clock = new AbortController();
  let working = false;
  const work = async () => {
    working = true;
    await world.sleep(QUIET_MS, clock.signal);
    try {
      while (!clock.signal.aborted && !(learnBehind(store) && indexRecords(store) && indexEdits(store)))
        await world.sleep(PAUSE_MS, clock.signal);
    } catch (error) {
      isWordDamage(store, error);
      world.log.error('searchIndexBehind', { message: error instanceof Error ? error.message : String(error) });
    }
    working = false;
  };
  const unsubscribe = store.subscribe((changes) => {
    if (!working && (changes.some((change) => change.kind === 'edits') || needsLearning(store) || wordsWait(store))) void work();
  });
  void work();
  return {
    stop: () => {
      clock.abort();
      unsubscribe();
    },
  };
}
