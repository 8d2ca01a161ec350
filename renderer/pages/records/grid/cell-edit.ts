import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The one column of a list whose value is changed in its cell, and the field of an edit that it is. */
export interface CellEdit {
  column: string;
  kind: EditKind;
  path: readonly string[];
}

/** The edit in the cell of a list; null where the record takes none. */
export function cellEditOf(row: { kind: RecordKind; status: string | null }): CellEdit | null {
  const kind = editKinds.find(({ recordKind, inList }) => recordKind === row.kind && inList !== undefined);
  return !kind?.inList || kind.isClosed?.(row.status ?? '') === true ? null : { ...kind.inList, kind };
}
