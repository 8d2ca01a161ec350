import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import { anyMayHaveArrived } from '#main/outbox/requests-in-log.ts';
import type { Store } from '#main/storage/store.ts';
import { auditOfEdit } from '#main/audit/audit.ts';

/**
 * True when the service may already have what an edit creates: a request of it, or of an edit that it corrects, ended so that nobody knows what it
 * did. Sent once more it could be there twice, so a user confirms it twice.
 */
export function mayBeThere(store: Store, edit: OutboxRow): boolean {
  if (edit.repeat !== 'creates') return false;
  for (let row: OutboxRow | null = edit; row !== null;) {
    const log = auditOfEdit(store, row.id);
    const { mayBeThere: mayBe, supersedes } = log[0]?.facts ?? {};
    // Known of the database that it came from, where the earlier edit stayed.
    if (mayBe === true || anyMayHaveArrived(store, row.id, Infinity, log)) return true;
    // The edit that this one replaces, as its first line names it.
    const earlier: string | null = typeof supersedes === 'string' ? supersedes : row.supersedes;
    row = earlier === null ? null : editById(store, earlier);
  }
  return false;
}
