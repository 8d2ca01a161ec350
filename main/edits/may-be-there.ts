import { attemptsOf, mayHaveArrived } from '#main/cache/outbox/attempts.ts';
import { editById, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import { auditOfEdit } from '#main/cache/trail/audit.ts';

/**
 * Whether what an edit creates may be on the service already: a request of it, or of an edit that it corrects or brings back, ended so that
 * nobody knows what it did. Sent once more it could be there twice, so a person confirms it twice.
 */
export function mayBeThere(store: Store, edit: OutboxRow): boolean {
  const open = [edit.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const row = editById(store, id);
    if (row?.repeat !== 'creates') continue;
    if (attemptsOf(store, id).some(mayHaveArrived)) return true;
    const first = auditOfEdit(store, id)[0]?.facts;
    // Known of the database that it came from, where the earlier edit stayed.
    if (first?.['mayBeThere'] === true) return true;
    open.push(...[row.supersedes, first?.['bringsBack']].filter((earlier): earlier is string => typeof earlier === 'string'));
  }
  return false;
}
