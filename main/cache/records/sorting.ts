import { sql, type SQL } from 'drizzle-orm';
import { isSortable, type Slot } from '#shared/columns/column.ts';
import { columnOf } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { entryNumber } from '#main/cache/columns/fact-entries.ts';
import { noAmount, record, recordFact } from '#main/cache/database/schema/records.ts';

export type Index = 'NOT INDEXED' | `INDEXED BY record_${string}`;
type SortedSlot = Extract<Slot, 'title' | 'date' | 'amountMinor' | 'updatedAt'>;

/** What a list is sorted by: a part of the list's row, or the entries of a column by its number. `whole`: by numbers. */
export interface Sorting {
  column: SortedSlot | number;
  index: Index;
  whole: boolean;
}

/** What each part of the row compares, and the index that is already in that order (see database/schema/records.ts). */
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
  const number = inEntries ? entryNumber(kind, column.name) : null;
  if (column && number !== null) return { column: number, index: 'NOT INDEXED', whole: column.type === 'count' };
  const slot = column?.slot ?? asked;
  const sorted = isSlot(slot) ? slot : 'date';
  return { column: sorted, index: slots[sorted].index, whole: sorted === 'amountMinor' };
}

/** What is compared, beside the row's number. */
export const sortColumn = ({ column }: Sorting): SQL => (typeof column === 'number' ? sql`${recordFact.value}` : slots[column].column);

/** What tells rows of one value apart. */
export const sortRow = ({ column }: Sorting): SQL => (typeof column === 'number' ? sql`${recordFact.row}` : sql`${record.row}`);

/** The rows in their order: of a column's entries, they are walked and the rows fetched for them. */
export function sortedFrom({ column }: Sorting, index: SQL = sql``): SQL {
  if (typeof column !== 'number') return sql`FROM ${record} ${index}`;
  const entries = sql`${recordFact.column} = ${sql.raw(String(column))}`;
  return sql`FROM ${recordFact} CROSS JOIN ${record} ON ${entries} AND ${record.row} = ${recordFact.row}`;
}
