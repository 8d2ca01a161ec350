import { editPage } from '#main/outbox/reading/edit-lists.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { OutboxFilter } from '#shared/contract/inputs.ts';
import { editRowsOf } from './view.ts';

export interface EditPage {
  rows: EditRow[];
  /** Pass back as `after`; null at the end. */
  next: number | null;
  total: number;
}

/** A page of the outbox, newest first. Without states it shows what is open. */
export function listEdits(store: Store, filter: OutboxFilter): EditPage {
  const found = editPage(store, filter);
  const rows = found.rows.slice(0, filter.limit);
  const next = found.rows.length > rows.length ? (rows.at(-1)?.seq ?? null) : null;
  const shown = editRowsOf(store, rows);
  return {
    rows: shown.map((row, at) => ((rows[at]?.alike ?? 1) > 1 ? { ...row, alike: rows[at]?.alike ?? 1 } : row)),
    next,
    total: found.total,
  };
}
