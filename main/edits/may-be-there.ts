import { everEditById, everyAttemptOf, everyLineOfEdit, someUnread } from '#main/cache/archive/ever.ts';
import { mayHaveArrived } from '#main/cache/outbox/attempts.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';

/**
 * Whether what an edit creates may be on the service already: a request of it, or of an edit that it corrects or brings back, ended so that
 * nobody knows what it did. Sent once more it could be there twice, so a person confirms it twice.
 */
export function mayBeThere(store: Store, edit: OutboxRow): boolean {
  const open = [edit.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const row = everEditById(store, id);
    // An earlier one that may lie in an archive which cannot be read: nobody knows what became of it.
    if (row === null && someUnread(store)) return true;
    if (row?.repeat !== 'creates') continue;
    if (everyAttemptOf(store, id).some(mayHaveArrived)) return true;
    const first = everyLineOfEdit(store, row)[0]?.facts;
    // Known of the database that it came from, where the earlier edit stayed.
    if (first?.['mayBeThere'] === true) return true;
    open.push(...[row.supersedes, first?.['bringsBack']].filter((earlier): earlier is string => typeof earlier === 'string'));
  }
  return false;
}
