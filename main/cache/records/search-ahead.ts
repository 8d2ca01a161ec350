import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { Store } from '#main/cache/database/store.ts';
import { planOf, sieveOf } from '#main/cache/query/plan-query.ts';
import { listRecords } from './lists.ts';
import { lastRowOf, rowRange } from './row-range.ts';

/** With fewer rows of a kind the first letter of a search is read as quickly as any other. */
const worthReading = 5_000;
const letters = [...'etasrnilocdpumhbgfvkwyjxzq'];

/** What is left to be read ahead, one thing a step; a start reads it once. */
const ahead = new WeakMap<Store, (() => void)[]>();

/**
 * Reads what the first letter of a search reads, before somebody types: half of all rows have one, and their sets outlive changes
 * (`setOfWords`). One step of some milliseconds; answers whether that was the last one.
 */
export function searchAhead(store: Store): boolean {
  const left = ahead.get(store) ?? recordKinds.filter((kind) => isLong(store, kind)).flatMap((kind) => stepsOf(store, kind));
  ahead.set(store, left);
  left.shift()?.();
  return left.length === 0;
}

const isLong = (store: Store, kind: RecordKind): boolean => lastRowOf(store, kind) - rowRange(kind)[0] >= worthReading;

function stepsOf(store: Store, kind: RecordKind): (() => void)[] {
  const sets = letters.map((query) => () => void sieveOf(store, planOf(store, { kind, query })));
  const filter = { kind, query: letters[0] };
  const page = { sort: 'date', descending: true, after: null, skip: 0, limit: 100 };
  // A first page by words is found and read in ways that no other has prepared.
  return [() => void planOf(store, filter), ...sets, () => void listRecords(store, { filter, ...page })];
}
