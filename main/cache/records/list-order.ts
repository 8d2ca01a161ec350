import { eq, sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { record, recordFact } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { numbersIn } from '#main/cache/query/numbers-in.ts';
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
  // Of entries, which know no row by its number, every value is looked at; of a part of the row, the last one's alone.
  const last = sql.raw(order.descending ? 'min' : 'max');
  const value = inEntries ? sql<string | null>`cast(${last}(value) AS text)` : sql<string | null>`NULL`;
  return db.rows({ rows: sql<string | null>`group_concat(row)`, value }, sql`FROM (${rows})`);
});

const valueOf = keptForms((db, sort: Sorting) =>
  db.rows({ value: sql<string>`cast(${sortColumn(sort, false)} AS text)` }, sql`FROM ${record} WHERE ${eq(record.row, given('row'))}`),
);

/** Rows of the first stretches of a walk, a page is mostly found in the first; none takes longer to read than a keystroke may. */
const lengths = [400, 3600];
const longest = 12_000;
/** How many rows are looked at before whoever walks may think again. */
const step = 800;

/** An order as far as it was walked: its rows, and where they go on. */
interface Walk {
  stretches: Uint32Array[];
  next: Cursor | null;
  ended: boolean;
}

/** Reads the next stretch of a walk. */
function goOn(store: Store, kind: RecordKind, order: Order, walk: Walk): void {
  const { next, stretches: known } = walk;
  const limit = lengths[known.length] ?? longest;
  const found = stretches(store, { ...order, cursor: next !== null }).get({ kind, value: next?.[0], row: next?.[1], limit });
  const rows = numbersIn(found?.rows ?? '', limit);
  known.push(rows);
  const last = rows.at(-1);
  walk.ended = last === undefined || rows.length < limit;
  if (last !== undefined) walk.next = [found?.value ?? valueOf(store, order.sort).get({ row: last })?.value ?? '', last];
}

/** Orders from their beginning, and after how many changes. */
const walked = new WeakMap<Store, Map<string, { changes: number; walk: Walk }>>();
const mostOrders = 12;

function walkFromStart(store: Store, kind: RecordKind, order: Order): Walk {
  const begun: Walk = { stretches: [], next: null, ended: false };
  const changes = changesOf(store);
  if (changes === null) return begun;
  const orders = walked.get(store) ?? new Map<string, { changes: number; walk: Walk }>();
  walked.set(store, orders);
  const keyOf = (descending: boolean) => JSON.stringify([kind, order.sort.column, descending]);
  const key = keyOf(order.descending);
  const known = orders.get(key);
  if (known?.changes === changes) return known.walk;
  orders.delete(key);
  const oldest = orders.keys().next();
  if (orders.size >= mostOrders && !oldest.done) orders.delete(oldest.value);
  const back = orders.get(keyOf(!order.descending));
  // Read whole, an order serves from its end too: values and numbers of rows both turn round.
  const walk = back?.changes === changes && back.walk.ended ? { ...back.walk, stretches: backwards(back.walk.stretches) } : begun;
  orders.set(key, { changes, walk });
  return walk;
}

const backwards = (stretches: readonly Uint32Array[]): Uint32Array[] => stretches.map((rows) => rows.toReversed()).toReversed();

/** Whether an order is known to its end. */
export const wasReadWhole = (store: Store, kind: RecordKind, order: Order): boolean => walkFromStart(store, kind, order).ended;

/** Every row of a kind in a list's order, after a cursor or from the beginning, by steps. */
export function* inOrder(store: Store, kind: RecordKind, order: Order, after: Cursor | null): Generator<Uint32Array> {
  const walk = after === null ? walkFromStart(store, kind, order) : { stretches: [], next: after, ended: false };
  for (let place = 0; place < walk.stretches.length || !walk.ended; place += 1) {
    if (place === walk.stretches.length) goOn(store, kind, order, walk);
    const rows = walk.stretches[place] ?? new Uint32Array();
    for (let from = 0; from < rows.length; from += step) yield rows.subarray(from, from + step);
  }
}
