import { eq, sql } from 'drizzle-orm';
import { columnTables } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { entryNumber } from '#main/cache/columns/fact-entries.ts';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { noAmount, record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { wholeOrder } from '#main/cache/records/list-order.ts';
import { lastRowOf, rowRange } from '#main/cache/records/row-range.ts';
import { entrySorting, sortColumn, sortingOf, type Sorting } from '#main/cache/records/sorting.ts';
import type { PlannedTerm } from './planned.ts';
import { RowSet } from './row-set.ts';
import type { MoneyClass, RangeShape, Shape } from './shape.ts';
import { slotCodes, type SlotCodes } from './slot-codes.ts';

/** More places than this in one order are looked for in the index. */
const mostValues = 20;

/** How two values compare is SQLite's word alone. */
const compared = keptForms((db, { sort, how }: { sort: Sorting; how: '<' | '<=' }) =>
  db.rows(
    { before: sql<number>`${sortColumn(sort, true)} ${sql.raw(how)} ${given('value')}` },
    sql`FROM ${record} WHERE ${eq(record.row, given('row'))}`,
  ),
);

/** An order that is known to its end, and places in it. */
interface Places {
  rows: Uint32Array;
  /** How many stand before a value, or before what follows it. */
  below(value: unknown): number;
  through(value: unknown): number;
}

function placesOf(store: Store, kind: RecordKind, sort: Sorting): Places | null {
  const rows = wholeOrder(store, kind, sort);
  if (!rows) return null;
  const place = (how: '<' | '<=', value: unknown): number => {
    let [from, to] = [0, rows.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compared(store, { sort, how }).get({ row: rows[middle], value })?.before === 1) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return { rows, below: (value) => place('<', value), through: (value) => place('<=', value) };
}

/**
 * The rows that a term is true of, told by the list's orders and by what slots hold, where those were read (read-ahead.ts): a stretch of an
 * order is found by a few looks at its ends. Null where an index must be asked.
 */
export function orderedRows(store: Store, kind: RecordKind, { shape, values }: PlannedTerm): RowSet | null {
  const set = (): RowSet => new RowSet(rowRange(kind)[0], lastRowOf(store, kind));
  switch (shape.is) {
    case 'among':
      return coded(store, kind, shape.slot, values, set);
    case 'days':
      return ofDays(placesOf(store, kind, sortingOf(kind, shape.slot === 'date' ? 'date' : 'updatedAt')), shape, values, set);
    case 'money':
      return ofMoney(store, kind, shape.classes, values, set);
    case 'fact':
      return ofEntries(store, kind, shape, values, set);
    default:
      return null;
  }
}

type Made = () => RowSet;

function coded(store: Store, kind: RecordKind, slot: 'status' | 'currency', values: readonly unknown[], made: Made): RowSet | null {
  const known = slotCodes(store, kind, slot);
  if (!known) return null;
  const wanted = wantedCodes(known, values);
  const set = made();
  for (let place = 0; place < known.codes.length; place += 1) if (wanted[known.codes[place] ?? 0] === 1) set.add(known.first + place);
  return set;
}

/** By each code whether its value is among these. */
const wantedCodes = ({ values }: SlotCodes, named: readonly unknown[]): Uint8Array =>
  Uint8Array.of(0, ...values.map((value) => (named.includes(value) ? 1 : 0)));

/** Takes the values of a stretch, as `within` binds them, and tells its ends. */
function ends(places: Places, { least, most }: RangeShape, take: () => unknown): [from: number, to: number] {
  const from = least === null ? 0 : least === '>=' ? places.below(take()) : places.through(take());
  const to = most === null ? places.rows.length : most === '<=' ? places.through(take()) : places.below(take());
  return [from, to];
}

const taking = (values: readonly unknown[]): (() => unknown) => {
  let at = 0;
  return () => values[at++];
};

function ofDays(places: Places | null, shape: Extract<Shape, { is: 'days' }>, values: readonly unknown[], made: Made): RowSet | null {
  if (!places || shape.ranges.length > mostValues) return null;
  const [set, take] = [made(), taking(values)];
  for (const range of shape.ranges) set.addStretch(places.rows, ...ends(places, range, take));
  if (shape.none) set.addStretch(places.rows, 0, places.through(''));
  return set;
}

/** What says no amount stands before every amount. */
function ofMoney(store: Store, kind: RecordKind, classes: readonly MoneyClass[], values: readonly unknown[], made: Made): RowSet | null {
  const places = placesOf(store, kind, sortingOf(kind, 'amount'));
  const known = slotCodes(store, kind, 'currency');
  if (!places || !known) return null;
  const [set, take] = [made(), taking(values)];
  const amounts = places.through(BigInt(noAmount));
  for (const { currencies, range } of classes) {
    const wanted = wantedCodes(known, Array.from({ length: currencies }, take));
    const [from, to] = range ? ends(places, range, take) : [0, amounts];
    set.addCoded(places.rows.subarray(range ? Math.max(from, amounts) : from, to), known.codes, wanted);
  }
  return set;
}

function ofEntries(
  store: Store,
  kind: RecordKind,
  shape: Extract<Shape, { is: 'fact' }>,
  values: readonly unknown[],
  made: Made,
): RowSet | null {
  const column = columnTables[kind].columns.find(({ name }) => entryNumber(kind, name) === shape.column);
  const sort = column && entrySorting(kind, column);
  const places = sort && shape.values + shape.ranges.length <= mostValues ? placesOf(store, kind, sort) : null;
  if (!places) return null;
  const [set, take] = [made(), taking(values)];
  for (let left = shape.values; left > 0; left -= 1) {
    const value = take();
    set.addStretch(places.rows, places.below(value), places.through(value));
  }
  for (const range of shape.ranges) set.addStretch(places.rows, ...ends(places, range, take));
  return set;
}
