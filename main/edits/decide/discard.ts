import { moveEdit } from '#main/outbox/move.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { findEdits, notNow, type CommandResult, type Refused } from '#main/edits/record/command-result.ts';
import { isChangeable } from '#shared/edit.ts';

/**
 * Discards edits for good; their rows and contents stay. Refused if the service may have applied one: *It is recorded*, *send again* or the reverse
 * are the ways out then.
 */
export function discard(store: Store, ids: readonly string[]): CommandResult {
  return store.commit('discard', () => {
    const found = findEdits(store, ids, refusalOf);
    if (!found.ok) return found;
    const reason = { kind: 'byPerson', note: 'discarded' } as const;
    for (const row of found.rows) moveEdit(store, row, { to: 'discarded', what: 'discarded', reason });
    return { ok: true };
  });
}

function refusalOf(row: OutboxRow): Refused | null {
  if (row.maybeSent === 1) return notNow('mayBeSent', row);
  return isChangeable(row.state) ? null : notNow('wrongState', row);
}
