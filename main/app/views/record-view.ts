import { everyEditOf, everyLineOf } from '#main/cache/archive/ever.ts';
import type { TrailLine } from '#main/cache/trail/audit.ts';
import { rowOfRecord } from '#main/cache/records/lists.ts';
import { openEditsOf } from '#main/cache/outbox/outbox.ts';
import { recordOf } from '#main/cache/records/records.ts';
import { personText } from '#main/cache/names/people.ts';
import type { Store } from '#main/cache/database/store.ts';
import { openNow, paymentsKnownHere } from '#main/edits/ledger.ts';
import { overlayOf } from '#main/edits/overlay.ts';
import { editRowsOf } from '#main/edits/view.ts';
import type { ActivityRow, RecordView } from '#shared/contract/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { rowUnder } from './record-rows.ts';

/** History lines on a record's page; the whole trail is in Activity. */
const HISTORY_LINES = 100;

/** A record's page: the service's record, what the person sees, each pending field, open edits and history. Null for an unknown id. */
export function recordView(store: Store, ref: RecordRef): RecordView | null {
  const row = rowOfRecord(store, ref);
  if (!row) return null;
  const record = recordOf(store, ref);
  const open = openEditsOf(store, ref);
  const overlaid = overlayOf(record?.value ?? null, open);
  const left = ref.kind === 'invoiceReceivable' && record ? openNow(paymentsKnownHere(store, ref.id), record.value) : null;
  return {
    row: open.length > 0 ? rowUnder(store, row, open) : row,
    service: record?.value ?? null,
    view: overlaid.view,
    complete: record?.complete ?? false,
    pending: overlaid.pending,
    edits: editRowsOf(store, open),
    history: titled(store, everyLineOf(store, ref, null, HISTORY_LINES)),
    ...(left === null ? {} : { openMinor: left }),
  };
}

/** Adds to each line of the trail the title of the record that it is about, as lists show it now, and what was recorded. */
export function titled(store: Store, lines: TrailLine[]): ActivityRow[] {
  const titles = new Map<string, string | null>();
  const titleOf = (ref: RecordRef) => {
    const key = `${ref.kind} ${ref.id}`;
    if (!titles.has(key)) titles.set(key, rowOfRecord(store, ref)?.title ?? null);
    return titles.get(key) ?? null;
  };
  const recorded = everyEditOf(store, [...new Set(lines.flatMap((line) => (line.what === 'recorded' ? (line.editId ?? []) : [])))]);
  const said = new Map(editRowsOf(store, recorded).map((edit) => [edit.id, edit]));
  return lines.map((line) => ({
    ...line,
    who: personText(store, line.who),
    recordTitle: line.record ? titleOf(line.record) : null,
    said: line.what === 'recorded' ? (said.get(line.editId ?? '') ?? null) : null,
  }));
}
