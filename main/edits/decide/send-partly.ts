import { moveEdit } from '#main/outbox/move.ts';
import { isSomebodyElses, reasonOf } from '#main/outbox/outbox.ts';
import { coversAll, wouldEmpty } from '#main/outbox/merge/sent-partly.ts';
import type { Store } from '#main/storage/store.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { notNow, onEdit, waitLeft, type CommandResult } from '#main/edits/record/command-result.ts';
import { releaseMove, takeOver } from './hold.ts';

/**
 * "Send without the full record": a user was shown the fields that are emptied by it, `shown`, and that what is not known here is emptied too.
 * Refused where there is more to lose by now, or where the full record came; the audit log keeps what they accepted.
 */
export function sendPartly(store: Store, id: string, shown: readonly FieldDifference[]): CommandResult {
  return onEdit(store, 'send partly', id, (row) => {
    if (row.state !== 'held' || reasonOf(row)?.kind !== 'incompleteBase') return notNow('wrongState', row);
    if (isSomebodyElses(store, row)) return notNow('otherIdentity', row);
    const left = waitLeft(store, row);
    if (left > 0) return notNow('tooEarly', row, left);
    const emptied = wouldEmpty(store, row);
    if (emptied === null || !coversAll(shown, emptied)) return notNow('conflictMoved', row);
    const move = releaseMove(store, row, { kind: 'incompleteBase', accepted: emptied });
    moveEdit(store, row, { ...move, what: 'sendPartly', ...takeOver(store, row) });
    return { ok: true };
  });
}
