import { rowsAPage } from '#shared/list-page.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { Store } from '#main/cache/database/store.ts';
import { planOf, sieveOf } from '#main/cache/query/plan-query.ts';
import { isBeginning } from '#main/cache/query/word-terms.ts';
import { listRecords } from './lists.ts';
import { lastRowOf, rowRange } from './row-range.ts';
import { wordsWait } from './word-index.ts';

/** With fewer rows of a kind the first letter of a search is read as quickly as any other. */
const worthReading = 5_000;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Where a letter is answered by such a share of the rows, what goes on from it takes as long to read. */
const largeShare = 0.2;
/** So many beginnings of two letters are read at most: what was read of the first ones is kept beside them. */
const mostSecond = 120;

/** What is left to be read ahead, one thing a step, and how many beginnings of two letters were; a start reads it once. */
interface Ahead {
  steps: (() => void)[];
  second: number;
}
const ahead = new WeakMap<Store, Ahead>();

/**
 * Goes the way of a search's first letters before somebody types: what the first prepares and reads takes as long as ten later ones, and so does
 * what nearly all rows answer. One step of some milliseconds; answers whether that was the last one.
 */
export function searchAhead(store: Store): boolean {
  const { steps } = ahead.get(store) ?? begin(store);
  steps.shift()?.();
  return steps.length === 0;
}

function begin(store: Store): Ahead {
  const left: Ahead = { steps: [], second: 0 };
  for (const kind of recordKinds) if (isLong(store, kind)) left.steps.push(...stepsOf(store, kind, left));
  ahead.set(store, left);
  return left;
}

const isLong = (store: Store, kind: RecordKind): boolean => lastRowOf(store, kind) - rowRange(kind)[0] >= worthReading;

function stepsOf(store: Store, kind: RecordKind, left: Ahead): (() => void)[] {
  // A letter that many rows have.
  const filter = { kind, query: 't' };
  const page = { sort: 'date', descending: true, after: null, skip: 0, limit: rowsAPage };
  return [
    () => void planOf(store, filter),
    () => void sieveOf(store, planOf(store, filter)),
    () => void (wordsWait(store) || listRecords(store, { filter, ...page })),
    ...letters.map((letter) => () => readLetter(store, kind, letter, left)),
  ];
}

function readLetter(store: Store, kind: RecordKind, letter: string, left: Ahead): void {
  const rows = read(store, kind, letter)?.size ?? 0;
  if (rows < (lastRowOf(store, kind) - rowRange(kind)[0]) * largeShare) return;
  const second = letters.map((next) => letter + next).filter((begins) => isBeginning(store, begins));
  const taken = second.slice(0, mostSecond - left.second);
  left.second += taken.length;
  left.steps.push(...taken.map((begins) => () => void read(store, kind, begins)));
}

const read = (store: Store, kind: RecordKind, query: string) => sieveOf(store, planOf(store, { kind, query })).wanted;
