import type { EditRow } from '#shared/contract/views.ts';
import { stringifyJson } from '#shared/json.ts';

/** Edits that look the same and are decided together; most rows stand for one. */
export interface LikeRow {
  key: string;
  first: EditRow;
  edits: EditRow[];
}

/** Like edits become one row, in the order of their first; what `alone` says is decided one by one. */
export function gather(edits: readonly EditRow[], alone: (edit: EditRow) => boolean): LikeRow[] {
  const rows = new Map<string, LikeRow>();
  for (const edit of edits) {
    const key = alone(edit) || !edit.body ? edit.id : `${edit.kind} ${edit.state} ${stringifyJson(edit.body)}`;
    const row = rows.get(key);
    if (row) row.edits.push(edit);
    else rows.set(key, { key, first: edit, edits: [edit] });
  }
  return [...rows.values()];
}
