import { auditOf } from '#main/audit/audit.ts';
import { rowOfRecord } from '#main/projections/lists/lists.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { paidOf } from '#main/edits/review/ledger.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { editRowsOf } from '#main/edits/view.ts';
import type { RecordFieldsInput } from '#shared/contract/inputs.ts';
import type { RecordFields, RecordView } from '#shared/contract/views/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { titled } from './history.ts';
import { rowUnder } from './record-rows.ts';

/** History lines on a record's page; History has the whole audit log. */
const HISTORY_LINES = 100;

/** A record's page: the service's record, what the user sees, each pending field, open edits and history. Null for an unknown id. */
export function recordView(store: Store, ref: RecordRef): RecordView | null {
  const row = rowOfRecord(store, ref);
  if (!row) return null;
  const record = recordOf(store, ref);
  const open = openEditsOf(store, ref);
  const lines = auditOf(store, ref, null, HISTORY_LINES + 1);
  const overlaid = overlayOf(record?.value ?? null, open);
  return {
    row: open.length > 0 ? rowUnder(store, row, open) : row,
    service: record?.value ?? null,
    view: overlaid.view,
    complete: record?.complete ?? false,
    ...(record?.unsure ? { unsure: true as const } : {}),
    pending: overlaid.pending,
    edits: editRowsOf(store, open),
    history: titled(store, lines.slice(0, HISTORY_LINES)),
    ...(lines.length > HISTORY_LINES ? { hasOlder: true as const } : {}),
    ...(ref.kind === 'invoiceReceivable' ? { paid: paidOf(store, ref.id, record?.value ?? null) } : {}),
  };
}

/** The service's values of some fields of these records, for a form that edits all of them. */
export function recordFields(store: Store, { kind, ids, names }: RecordFieldsInput): RecordFields[] {
  return ids.map((id) => {
    const known = recordOf(store, { kind, id })?.value ?? null;
    return { id, fields: known && Object.fromEntries(names.map((name) => [name, known[name] ?? null])) };
  });
}
