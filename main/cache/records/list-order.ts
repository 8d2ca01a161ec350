import { eq, sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { record, recordFact } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { sortColumn, sortedFrom, sortRow, type Sorting } from './sorting.ts';

/** A list's order. */
export interface Order {
  sort: Sorting;
  descending: boolean;
}

/** A row's place in an order: what is compared, as text, and the row's number. */
export type Cursor = [value: string, row: number];

export const ordered = ({ sort, descending }: Order, few: boolean): SQL => {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return sql`ORDER BY ${sortColumn(sort, few)} ${direction}, ${sortRow(sort, few)} ${direction}`;
};

/** After the cursor that is given as `value` and `row`. */
export const afterCursor = ({ sort, descending }: Order, few: boolean): SQL => {
  const value = sort.whole ? sql`cast(${given('value')} AS integer)` : sql`${given('value')}`;
  return sql`(${sortColumn(sort, few)}, ${sortRow(sort, few)}) ${sql.raw(descending ? '<' : '>')} (${value}, ${given('row')})`;
};

const stretches = keptForms((db, { cursor, ...order }: Order & { cursor: boolean }) => {
  const { sort } = order;
  const inEntries = typeof sort.column === 'number';
  const from = inEntries ? sql`FROM ${recordFact}` : sortedFrom(sort, false);
  const all = inEntries ? sql`${recordFact.column} = ${sql.raw(String(sort.column))}` : eq(record.kind, given('kind'));
  const after = cursor ? sql` AND ${afterCursor(order, false)}` : sql``;
  const rows = sql`SELECT ${sortRow(sort, false)} AS row, ${sortColumn(sort, false)} AS value ${from} WHERE ${all}${after} ${ordered(order, false)} LIMIT ${given('limit')}`;
  const last = sql.raw(order.descending ? 'min' : 'max');
  return db.rows(
    { rows: sql<string | null>`group_concat(row)`, value: sql<string | null>`cast(${last}(value) AS text)` },
    sql`FROM (${rows})`,
  );
});

/** A stretch of an order and where the next one begins; null at the end. */
interface Stretch {
  rows: readonly number[];
  next: Cursor | null;
}

/** Rows of the first stretches of a walk; a page is mostly found in the first. */
const lengths = [400, 3600, 16_000];
const longest = 100_000;
const lengthOf = (place: number): number => lengths[place] ?? longest;

function readStretch(store: Store, kind: RecordKind, order: Order, after: Cursor | null, limit: number): Stretch {
  const found = stretches(store, { ...order, cursor: after !== null }).get({ kind, value: after?.[0], row: after?.[1], limit });
  const rows = found?.rows ? (JSON.parse(`[${found.rows}]`) as number[]) : [];
  const last = rows.at(-1);
  return { rows, next: rows.length === limit && last !== undefined ? [found?.value ?? '', last] : null };
}

/** Orders from their beginning as far as they were walked, and after how many changes. */
const walked = new WeakMap<Store, Map<string, { changes: number; stretches: Stretch[] }>>();
const mostOrders = 12;

function stretchesFrom(store: Store, kind: RecordKind, order: Order): Stretch[] {
  const changes = changesOf(store);
  if (changes === null) return [];
  const orders = walked.get(store) ?? new Map<string, { changes: number; stretches: Stretch[] }>();
  walked.set(store, orders);
  const keyOf = (descending: boolean) => JSON.stringify([kind, order.sort.column, descending]);
  const key = keyOf(order.descending);
  const known = orders.get(key);
  if (known?.changes === changes) return known.stretches;
  orders.delete(key);
  const oldest = orders.keys().next();
  if (orders.size >= mostOrders && !oldest.done) orders.delete(oldest.value);
  const back = orders.get(keyOf(!order.descending));
  const begun = { changes, stretches: back?.changes === changes ? backwards(back.stretches) : [] };
  orders.set(key, begun);
  return begun.stretches;
}

/** An order from its end, where it was read whole: values and numbers of rows both turn round. */
function backwards(stretches: readonly Stretch[]): Stretch[] {
  if (stretches.at(-1)?.next !== null) return [];
  const rows = stretches.flatMap((stretch) => [...stretch.rows]).toReversed();
  return [{ rows, next: null }];
}

/** Whether an order is known to its end. */
export function wasReadWhole(store: Store, kind: RecordKind, order: Order): boolean {
  return stretchesFrom(store, kind, order).at(-1)?.next === null;
}

/** Every row of a kind in a list's order, after a cursor or from the beginning, by growing stretches. */
export function* inOrder(store: Store, kind: RecordKind, order: Order, after: Cursor | null): Generator<readonly number[]> {
  const known = after === null ? stretchesFrom(store, kind, order) : [];
  let next = after;
  for (let place = 0; place === 0 || next !== null; place += 1) {
    const stretch = known[place] ?? readStretch(store, kind, order, next, lengthOf(place));
    known[place] = stretch;
    yield stretch.rows;
    next = stretch.next;
  }
}
