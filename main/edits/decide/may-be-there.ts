import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import { anyMayHaveArrived, earlierOf } from '#main/outbox/requests-in-log.ts';
import type { Store } from '#main/storage/store.ts';
import { auditOfEdit } from '#main/audit/audit.ts';

/**
 * True when the service may already have what an edit creates: a request of it, or of an edit that it corrects, ended so that nobody knows what it
 * did. Sent once more it could be there twice, so a user confirms it twice.
 */
export function mayBeThere(store: Store, edit: OutboxRow): boolean {
  if (edit.repeat !== 'creates') return false;
  for (let row: OutboxRow | null = edit; row !== null; row = earlierRow(store, row)) {
    if (anyMayHaveArrived(store, row.id)) return true;
    // Known of the database that it came from, where the earlier edit stayed.
    if (auditOfEdit(store, row.id)[0]?.facts['mayBeThere'] === true) return true;
  }
  return false;
}

function earlierRow(store: Store, row: OutboxRow): OutboxRow | null {
  const id = earlierOf(store, row);
  return id === null ? null : editById(store, id);
}
