import { eq, sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { untilChange } from '#main/cache/database/changes-of.ts';
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

/** After the cursor that is given as `value` and `row`. An index of an expression is searched by its first bound alone, not by a pair. */
export const afterCursor = ({ sort, descending }: Order, few: boolean): SQL => {
  const [column, row] = [sortColumn(sort, few), sortRow(sort, few)];
  const [value, than] = [sql`${given('value')}`, sql.raw(descending ? '<' : '>')];
  if (sort.column !== 'amountMinor') return sql`(${column}, ${row}) ${than} (${value}, ${given('row')})`;
  return sql`${column} ${than}= ${value} AND (${column} ${than} ${value} OR ${row} ${than} ${given('row')})`;
};

/** What `afterCursor` is given: a number where numbers are compared, for an index searches by no number that it has to make of a text. */
export function cursorValues({ sort }: Order, cursor: Cursor | null): { value?: string | bigint; row?: number } {
  if (cursor === null) return {};
  const [text, row] = cursor;
  return { value: sort.whole ? BigInt.asIntN(64, BigInt(/^-?\d{1,19}$/.test(text) ? text : 0)) : text, row };
}

const stretches = keptForms((db, { cursor, ...order }: Order & { cursor: boolean }) => {
  const { sort } = order;
  const inEntries = typeof sort.column === 'number';
  const from = inEntries ? sql`FROM ${recordFact}` : sortedFrom(sort, false);
  const all = inEntries ? sql`${recordFact.column} = ${sql.raw(String(sort.column))}` : eq(record.kind, given('kind'));
  const after = cursor ? sql` AND ${afterCursor(order, false)}` : sql``;
  const rows = sql`SELECT ${sortRow(sort, false)} AS row ${from} WHERE ${all}${after} ${ordered(order, false)} LIMIT ${given('limit')}`;
  return db.rows({ rows: sql<string | null>`group_concat(row)` }, sql`FROM (${rows})`);
});

const valueOf = keptForms((db, sort: Sorting) =>
  db.rows({ value: sql<string>`cast(${sortColumn(sort, true)} AS text)` }, sql`FROM ${record} WHERE ${eq(record.row, given('row'))}`),
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

const beginning = (next: Cursor | null): Walk => ({ stretches: [], next, ended: false });

/** Reads the next stretch of a walk. */
function goOn(store: Store, kind: RecordKind, order: Order, walk: Walk, limit: number): void {
  const { next } = walk;
  const found = stretches(store, { ...order, cursor: next !== null }).get({ kind, ...cursorValues(order, next), limit });
  const rows = numbersIn(found?.rows ?? '', limit);
  walk.stretches.push(rows);
  const last = rows.at(-1);
  walk.ended = last === undefined || rows.length < limit;
  if (last !== undefined) walk.next = [valueOf(store, order.sort).get({ row: last })?.value ?? '', last];
}

const mostOrders = 16;
/** Orders from their beginning. */
const walks = untilChange<Walk>(mostOrders);
/** Orders that were walked to their end, rising: they serve from both ends. */
const wholes = untilChange<Uint32Array>(mostOrders);

const keyOf = (kind: RecordKind, { column }: Sorting): string => `${kind} ${column}`;

/** The rows of an order that is known to its end, rising; null for another. */
export const wholeOrder = (store: Store, kind: RecordKind, sort: Sorting): Uint32Array | null =>
  wholes.get(store, keyOf(kind, sort)) ?? null;

const walkKey = (kind: RecordKind, { sort, descending }: Order): string => `${keyOf(kind, sort)} ${descending}`;

/** Reads the next stretch of a walk from the beginning, which whoever walks next begins with. */
function goOnFromStart(store: Store, kind: RecordKind, order: Order, walk: Walk, limit: number): void {
  goOn(store, kind, order, walk, limit);
  if (!walk.ended) return walks.set(store, walkKey(kind, order), walk);
  walks.delete(store, walkKey(kind, order));
  wholes.set(store, keyOf(kind, order.sort), joined(walk.stretches, order.descending));
}

/** Reads on in an order while nobody asks, up to `limit` rows; false when it was known to its end. */
export function readOrder(store: Store, kind: RecordKind, sort: Sorting, limit: number): boolean {
  if (wholeOrder(store, kind, sort)) return false;
  const order = { sort, descending: false };
  const walk = walks.get(store, walkKey(kind, order)) ?? beginning(null);
  goOnFromStart(store, kind, order, walk, limit);
  return true;
}

function joined(parts: readonly Uint32Array[], descending: boolean): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return descending ? whole.reverse() : whole;
}

/** Every row of a kind in a list's order, after a cursor or from the beginning, by steps. */
export function* inOrder(store: Store, kind: RecordKind, order: Order, after: Cursor | null): Generator<Uint32Array> {
  const whole = after === null ? wholeOrder(store, kind, order.sort) : null;
  if (whole) yield* steps(whole, order.descending);
  else yield* walking(store, kind, order, after);
}

function* walking(store: Store, kind: RecordKind, order: Order, after: Cursor | null): Generator<Uint32Array> {
  const known = after === null ? walks.get(store, walkKey(kind, order)) : null;
  const walk = known ?? beginning(after);
  for (let place = 0; place < walk.stretches.length || !walk.ended; place += 1) {
    const limit = lengths[place] ?? longest;
    if (place === walk.stretches.length && after === null) goOnFromStart(store, kind, order, walk, limit);
    else if (place === walk.stretches.length) goOn(store, kind, order, walk, limit);
    yield* steps(walk.stretches[place] ?? new Uint32Array(), false);
  }
}

function* steps(rows: Uint32Array, backwards: boolean): Generator<Uint32Array> {
  for (let from = 0; from < rows.length; from += step)
    yield backwards ? rows.slice(Math.max(0, rows.length - from - step), rows.length - from).reverse() : rows.subarray(from, from + step);
}
