import { sql, type SQL } from 'drizzle-orm';
import { param } from '#main/storage/prepared.ts';
import { sortColumn, sortRow, type Sorting } from './sorting.ts';

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
  const [value, than] = [sql`${param('value')}`, sql.raw(descending ? '<' : '>')];
  if (sort.column !== 'amountMinor') return sql`(${column}, ${row}) ${than} (${value}, ${param('row')})`;
  return sql`${column} ${than}= ${value} AND (${column} ${than} ${value} OR ${row} ${than} ${param('row')})`;
};

/** The cursor value for `afterCursor`: a number for numeric columns, because an index cannot search by a number made from text. */
export function cursorValues({ sort }: Order, cursor: Cursor | null): { value?: string | bigint; row?: number } {
  if (cursor === null) return {};
  const [text, row] = cursor;
  return { value: sort.whole ? BigInt.asIntN(64, BigInt(/^-?\d{1,19}$/.test(text) ? text : 0)) : text, row };
}
