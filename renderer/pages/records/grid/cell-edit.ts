import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The one column of a list whose value is changed in its cell, and the field of an edit that it is. */
export interface CellEdit {
  column: string;
  kind: EditKind;
  path: readonly string[];
}

const edits: Partial<Record<RecordKind, readonly [column: string, kind: string, ...path: string[]]>> = {
  expense: ['date', 'updateExpense', 'performedDate'],
  cardTransaction: ['description', 'updateCardTransaction', 'description'],
};

/** The edit in the cell of a list; null where the record takes none. */
export function cellEditOf({ kind: recordKind, status }: { kind: RecordKind; status: string | null }): CellEdit | null {
  const [column = '', name = '', ...path] = edits[recordKind] ?? [];
  const kind = editKind(name);
  return !kind || kind.isClosed?.(status ?? '') === true ? null : { column, kind, path };
}
