import { rowOfRecord } from '#main/cache/lists.ts';
import { baseOf, blockerOf, bodyOf, reasonOf, type OutboxRow } from '#main/cache/outbox.ts';
import type { Store } from '#main/cache/store.ts';
import type { EditRow } from '#shared/contract/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt } from '#shared/json-path.ts';

export function editRowsOf(store: Store, rows: OutboxRow[]): EditRow[] {
  return rows.map((row) => editRowOf(store, row));
}

export function editRowOf(store: Store, row: OutboxRow): EditRow {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  const base = baseOf(row);
  const record = { kind: row.recordKind, id: row.recordId };
  const listed = rowOfRecord(store, record);
  const touched = kind && body ? kind.touched(body) : [];
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    record,
    recordTitle: listed?.title ?? row.recordId,
    state: row.state,
    repeat: row.repeat,
    review: row.review,
    touchesBank: row.touchesBank === 1,
    body,
    description: kind && body ? kind.describe(body) : { title: row.kind, fields: [] },
    reason: reasonOf(row),
    behind: blockerOf(store, row)?.id ?? null,
    attempts: row.attempts,
    recordedAt: row.recordedAt,
    approvedAt: row.approvedAt,
    changedAt: row.changedAt,
    changes: touched.map(({ path, value }) => ({ path, base: valueAt(base ?? undefined, path), mine: value })),
    amountMinor: kind && body ? (kind.amountMinor?.(body) ?? null) : null,
    currency: listed?.currency ?? null,
    readable: kind !== null && body !== null,
  };
}
