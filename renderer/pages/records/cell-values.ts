import type { Column } from '#shared/columns/column.ts';
import type { RecordRow } from '#shared/contract/views.ts';

/** What a list's row says in a column, as text; nothing where the record says nothing. */
export function shownOf(row: RecordRow, { slot, name }: Column): readonly string[] {
  if (slot === undefined) return row.facts[name] ?? [];
  const value = row[slot];
  return value === null ? [] : [String(value)];
}

/** Columns of figures stand at the right. */
export const isRight = ({ type }: Column): boolean => type === 'money' || type === 'count';
