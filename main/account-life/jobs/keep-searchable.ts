import { namesWait, readNamesAhead } from '#main/names/named.ts';
import { learnBehind, needsLearning } from '#main/projections/usage/learn-behind.ts';
import { isTyping } from '#main/projections/search/typing.ts';
import { isWordDamage, wordsWait } from '#main/projections/search/word-index.ts';
import { catchUpProjections } from '#main/projections/projections.ts';
import { checkColumns } from '#main/projections/columns/remake-columns.ts';
import type { Store } from '#main/storage/store.ts';
import { ofKind, workBehind } from './background-jobs.ts';

/** After the newest edit, in milliseconds: what a user types in one go is indexed in one go. */
const QUIET_MS = 2_000;
/** Between two portions, so that the window is answered in between; while somebody types, none is begun. */
const PAUSE_MS = 50;

/** One portion of what follows behind commits; true when nothing is left. */
export const catchUp = (store: Store): boolean => learnBehind(store) && catchUpProjections(store) && readNamesAhead(store);

const waits = (store: Store): boolean => needsLearning(store) || wordsWait(store) || namesWait(store);

/**
 * Indexes records and edits behind their commits in portions, so that a search finds a short queue; learns references that an import left for later,
 * rebuilds a damaged index and list rows with changed columns, and reads names before a user types. A disk error is logged and retried after the next
 * edit.
 */
export function keepSearchable(store: Store): { stop(): void } {
  const behind = (error: unknown) =>
    store.world.log.error('searchIndexBehind', { message: error instanceof Error ? error.message : String(error) });
  try {
    checkColumns(store);
  } catch (error) {
    // A full disk keeps lists behind, not the account from opening: the next portion tries again.
    behind(error);
  }
  return workBehind(store, {
    wakes: (changes) => ofKind('edits')(changes) || waits(store),
    quietMs: QUIET_MS,
    pauseMs: PAUSE_MS,
    portion: () => {
      if (isTyping(store)) return false;
      checkColumns(store);
      return catchUp(store);
    },
    failed: (error) => {
      isWordDamage(store, error);
      behind(error);
    },
  });
}
