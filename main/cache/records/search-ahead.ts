import { rowsAPage } from '#shared/list-page.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { Store } from '#main/cache/database/store.ts';
import { planOf, sieveOf } from '#main/cache/query/plan-query.ts';
import { listRecords } from './lists.ts';
import { lastRowOf, rowRange } from './row-range.ts';
import { wordsWait } from './word-index.ts';

/** With fewer rows of a kind the first letter of a search is read as quickly as any other. */
const worthReading = 5_000;
const firstLetters = [...'abcdefghijklmnopqrstuvwxyz'];

/** What is left to be read ahead, one thing a step; a start reads it once. */
const ahead = new WeakMap<Store, (() => void)[]>();

/**
 * Goes the way of a search's first letter before somebody types: what it prepares and reads then takes as long as ten later letters. One step of
 * some milliseconds; answers whether that was the last one.
 */
export function searchAhead(store: Store): boolean {
  const left = ahead.get(store) ?? recordKinds.filter((kind) => isLong(store, kind)).flatMap((kind) => stepsOf(store, kind));
  ahead.set(store, left);
  left.shift()?.();
  return left.length === 0;
}

const isLong = (store: Store, kind: RecordKind): boolean => lastRowOf(store, kind) - rowRange(kind)[0] >= worthReading;

function stepsOf(store: Store, kind: RecordKind): (() => void)[] {
  // A letter that many rows have.
  const filter = { kind, query: 't' };
  const page = { sort: 'date', descending: true, after: null, skip: 0, limit: rowsAPage };
  return [
    () => void planOf(store, filter),
    () => void sieveOf(store, planOf(store, filter)),
    () => void (wordsWait(store) || listRecords(store, { filter, ...page })),
    ...firstLetters.map((query) => () => void sieveOf(store, planOf(store, { kind, query }))),
  ];
}
