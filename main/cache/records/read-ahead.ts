import { isSortable } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { untilChange } from '#main/cache/database/changes-of.ts';
import type { Store } from '#main/cache/database/store.ts';
import { readSlot } from '#main/cache/query/slot-codes.ts';
import { recordCounts } from './list-counts.ts';
import { readOrder } from './list-order.ts';
import { entrySorting, sortingOf, type Sorting } from './sorting.ts';

/** Fewer are read when they are asked for; of more the orders would take too much memory. */
const [fewest, most] = [2_000, 200_000];
/** So many rows of orders are held in all, four bytes each. */
const mostRows = 1_200_000;
const mostOrders = 14;
/** Rows of one portion. */
const portion = 5_000;

interface Ahead {
  kinds: RecordKind[];
  orders: { kind: RecordKind; sort: Sorting }[];
  done: boolean;
}

const begun = untilChange<Ahead>(1);
/** What was read last, however old it is. */
const newest = new WeakMap<Store, Ahead>();

/** Whether something changed since orders were read, or they are not all read yet. */
export const aheadWaits = (store: Store): boolean => (newest.get(store)?.orders.length ?? 0) > 0 && begun.get(store, '')?.done !== true;

/**
 * Reads the orders of the lists that are long, and what their rows have of few values, before somebody asks: one portion. True when nothing is
 * left to be read, and when something changed since the portion before: what changes often is read again when it is quiet (`aheadWaits`).
 */
export function readAhead(store: Store): boolean {
  const [known, last] = [begun.get(store, ''), newest.get(store)];
  if (!known && last?.done === false) return (last.done = true);
  const plan = known ?? planOf(store);
  begun.set(store, '', plan);
  newest.set(store, plan);
  plan.done ||=
    !plan.kinds.some((kind) => readsSlot(store, kind)) && !plan.orders.some(({ kind, sort }) => readOrder(store, kind, sort, portion));
  return plan.done;
}

const readsSlot = (store: Store, kind: RecordKind): boolean =>
  readSlot(store, kind, 'currency', portion) || readSlot(store, kind, 'status', portion);

function planOf(store: Store): Ahead {
  const long = recordCounts(store).filter(({ records }) => records >= fewest && records <= most);
  const orders: Ahead['orders'] = [];
  let rows = 0;
  for (const { kind, records } of long.toSorted((a, b) => b.records - a.records))
    for (const sort of sortingsOf(kind)) {
      rows += records;
      if (rows <= mostRows && orders.length < mostOrders) orders.push({ kind, sort });
    }
  return { kinds: long.map(({ kind }) => kind), orders, done: false };
}

/** What a kind's list is sorted by, and the entries that its terms ask by their beginnings. */
function sortingsOf(kind: RecordKind): Sorting[] {
  const columns = columnTables[kind].columns.filter(isSortable);
  const sortings = columns.flatMap((column) => [sortingOf(kind, column.name), entrySorting(kind, column) ?? []].flat());
  return [...new Map(sortings.map((sort) => [sort.column, sort])).values()];
}
