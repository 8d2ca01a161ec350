import { sql } from 'drizzle-orm';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { untilChange } from '#main/cache/database/changes-of.ts';
import { given, kept, keptForms } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { lastRowOf, rowRange } from '#main/cache/records/row-range.ts';
import { areAll, valuesOfSlot } from './distinct-values.ts';
import { numbersIn } from './numbers-in.ts';

/** Parts of a list's row that have few different values. */
export type CodedSlot = 'status' | 'currency';

/** Of each row of a kind the number of its value in a slot, from 1 on; 0 where there is no row. */
export interface SlotCodes {
  first: number;
  codes: Uint8Array;
  values: string[];
}

/** What was read so far: values before `value`, and of that those up to a row. */
interface Reading extends SlotCodes {
  value: number;
  after: { date: string; row: number };
}

const before = { date: '', row: 0 };
const readings = untilChange<Reading>(10);

const stretch = keptForms((db, slot: CodedSlot) => {
  const all = sql`${record.kind} = ${given('kind')} AND ${record[slot]} = ${given('value')} AND (${record.date}, ${record.row}) > (${given('date')}, ${given('row')})`;
  const rows = sql`SELECT ${record.row} AS row FROM ${record} ${sql.raw(`INDEXED BY record_by_${slot}`)} WHERE ${all} ORDER BY ${record.date}, ${record.row} LIMIT ${given('limit')}`;
  return db.rows({ rows: sql<string | null>`group_concat(row)` }, sql`FROM (${rows})`);
});
const dateOf = kept((db) => db.rows({ date: record.date }, sql`FROM ${record} WHERE ${record.row} = ${given('row')}`));

/** What every row of a kind has in a slot, where all of it was read. */
export function slotCodes(store: Store, kind: RecordKind, slot: CodedSlot): SlotCodes | null {
  const reading = readings.get(store, `${kind} ${slot}`);
  return reading && reading.value === reading.values.length ? reading : null;
}

/** Reads on while nobody asks, up to `limit` rows; false when all was, or there are too many values to be told apart. */
export function readSlot(store: Store, kind: RecordKind, slot: CodedSlot, limit: number): boolean {
  const key = `${kind} ${slot}`;
  const reading = readings.get(store, key) ?? begin(store, kind, slot);
  if (!reading || reading.value === reading.values.length) return false;
  readings.set(store, key, reading);
  for (let left = limit; left > 0 && reading.value < reading.values.length;) left -= readOn(store, kind, slot, reading, left);
  return true;
}

function begin(store: Store, kind: RecordKind, slot: CodedSlot): Reading | null {
  const here = valuesOfSlot(store, slot, kind);
  const [first] = rowRange(kind);
  const codes = new Uint8Array(Math.max(0, lastRowOf(store, kind) - first + 1));
  return areAll(here) ? { first, codes, values: ['', ...here], value: 0, after: before } : null;
}

/** A search for a value counts like so many rows. */
const search = 100;

function readOn(store: Store, kind: RecordKind, slot: CodedSlot, reading: Reading, limit: number): number {
  const found = stretch(store, slot).get({ kind, value: reading.values[reading.value], ...reading.after, limit });
  const rows = numbersIn(found?.rows ?? '', limit);
  for (const row of rows) reading.codes[row - reading.first] = reading.value + 1;
  const row = rows.at(-1);
  const goesOn = row !== undefined && rows.length === limit;
  reading.after = goesOn ? { date: dateOf(store).get({ row })?.date ?? '', row } : before;
  if (!goesOn) reading.value += 1;
  return rows.length + search;
}
