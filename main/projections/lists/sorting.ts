import { sql, type SQL } from 'drizzle-orm';
import { isSortable, isWhole, type Column, type Slot } from '#shared/columns/column.ts';
import { columnOf } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { entryNumber } from '#main/projections/columns/fact-entries.ts';
import { noAmount, record, recordFact } from '#main/storage/schema/records.ts';

type Index = 'NOT INDEXED' | `INDEXED BY record_${string}`;
type SortedSlot = Extract<Slot, 'title' | 'date' | 'amountMinor' | 'updatedAt'>;

/** The sort key of a list: a part of the list's row, or the entries of a column by its number. `whole`: by numbers. */
export interface Sorting {
  column: SortedSlot | number;
  index: Index;
  whole: boolean;
  /** Computes a record's column value from its row: a few rows are sorted without reading their entries. */
  entry: Pick<Column, 'type' | 'slot' | 'name'> | null;
}

/** The comparison of each part of the row, and the index in that order (0000_schema.sql). */
const slots: Record<SortedSlot, { column: SQL; index: Index }> = {
  date: { column: sql`${record.date}`, index: 'INDEXED BY record_by_date' },
  amountMinor: { column: sql`ifnull(${record.amountMinor}, ${sql.raw(noAmount)})`, index: 'INDEXED BY record_by_amount' },
  title: { column: sql`${record.title}`, index: 'INDEXED BY record_by_title' },
  updatedAt: { column: sql`${record.updatedAt}`, index: 'INDEXED BY record_by_updated' },
};

const isSlot = (slot: string | undefined): slot is SortedSlot => slot !== undefined && slot in slots;

/** The sorting by a column's name or the part of the row it fills; by date for what this kind does not sort by. */
export function sortingOf(kind: RecordKind, name: string): Sorting {
  const asked = name === 'amount' ? 'amountMinor' : name;
  const column = columnOf(kind, name) ?? columnOf(kind, asked);
  const inEntries = column && isSortable(column) && (!column.slot || column.slot === 'status');
  const byEntries = inEntries ? entrySorting(kind, column) : null;
  if (byEntries) return byEntries;
  const slot = column?.slot ?? asked;
  const sorted = isSlot(slot) ? slot : 'date';
  return { column: sorted, index: slots[sorted].index, whole: sorted === 'amountMinor', entry: null };
}

/** By a column's entries, where each record has one; null for another column. */
export function entrySorting(kind: RecordKind, column: Column): Sorting | null {
  const number = isSortable(column) ? entryNumber(kind, column.name) : null;
  if (number === null) return null;
  const entry = { name: column.name, type: column.type, ...(column.slot && { slot: column.slot }) };
  return { column: number, index: 'NOT INDEXED', whole: isWhole(column), entry };
}

/** The compared value, besides the row's number. */
export function sortColumn({ column, entry }: Sorting, few: boolean): SQL {
  if (typeof column !== 'number') return slots[column].column;
  return few && entry ? entryInRow(entry) : sql`${recordFact.value}`;
}

/** The tie-breaker of rows with equal values. */
export const sortRow = ({ column }: Sorting, few: boolean): SQL =>
  typeof column === 'number' && !few ? sql`${recordFact.row}` : sql`${record.row}`;

/** The rows, `few` of them by their numbers; else in their order: of a column's entries, they are walked and the rows fetched for them. */
export function sortedFrom({ column, index }: Sorting, few: boolean): SQL {
  if (few) return sql`FROM ${record} NOT INDEXED`;
  if (typeof column !== 'number') return sql`FROM ${record} ${sql.raw(index)}`;
  const entries = sql`${recordFact.column} = ${sql.raw(String(column))}`;
  return sql`FROM ${recordFact} CROSS JOIN ${record} ON ${entries} AND ${record.row} = ${recordFact.row}`;
}

/** The same value that `entriesOf` enters for a column of one value. */
function entryInRow({ name, type, slot }: NonNullable<Sorting['entry']>): SQL {
  const fact = sql`iif(json_valid(${record.facts}), ${record.facts} ->> ${sql.raw(`'$.${name}[0]'`)}, NULL)`;
  const said = slot === 'title' ? sql`${record.title}` : slot === 'status' ? sql`${record.status}` : sql`ifnull(${fact}, '')`;
  if (isWhole({ type })) return sql`ifnull(cast(${fact} AS integer), ${sql.raw(noAmount)})`;
  return type === 'text' ? sql`fold(${said})` : sql`substr(${said}, 1, 200)`;
}
