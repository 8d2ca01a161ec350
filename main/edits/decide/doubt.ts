import { whoOf } from '#main/audit/audit.ts';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { editById, isSomebodyElses, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { quarantineMs } from '#main/outbox/waits.ts';
import { markUnsure } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { notNow, onEdit, waitLeft, type CommandResult } from '#main/edits/record/command-result.ts';

/**
 * "It is recorded": a user found the effect on the service. Closed for good; the record stays as the service said it, marked as unsure (law 29).
 * A full-record write is confirmed only when no request of it can arrive any more.
 */
export function confirm(store: Store, id: string): CommandResult {
  return onEdit(store, 'confirm', id, (row) => {
    if (row.state !== 'inDoubt') return notNow('wrongState', row);
    // Its effect may be an earlier request's; a later one could still arrive and overwrite what the next edit of the record sets.
    const left = row.repeat === 'creates' ? 0 : waitLeft(store, row);
    if (left > 0) return notNow('tooEarly', row, left);
    moveEdit(store, row, {
      to: 'confirmed',
      what: 'confirmed',
      reason: { kind: 'byPerson', note: 'recorded' },
      settledBy: whoOf(store),
      maybeSent: false,
    });
    // No answer showed it, and the user may be wrong.
    if (row.repeat !== 'creates' || editKind(row.kind)?.unsays) markUnsure(store, refOf(row));
    return { ok: true };
  });
}

/** Decides that the effect of an edit in doubt is not there: once no request of it can arrive any more. */
function pastQuarantine(store: Store, label: string, id: string, decide: (row: OutboxRow) => CommandResult): CommandResult {
  return onEdit(store, label, id, (row) => {
    if (row.state !== 'inDoubt') return notNow('wrongState', row);
    const left = waitLeft(store, row);
    return left > 0 ? notNow('tooEarly', row, left) : decide(row);
  });
}

/**
 * "It is not there, leave it": a user looked, and does not want it any more. Closed without a request, once no earlier one can arrive; it never comes back
 * by redo, since the user may be wrong.
 */
export function giveUp(store: Store, id: string): CommandResult {
  return pastQuarantine(store, 'give up', id, (row) => {
    moveEdit(store, row, { to: 'held', what: 'held', reason: reasonOf(row) ?? { kind: 'heldByPerson' } });
    const held = editById(store, id) ?? row;
    const reason = { kind: 'byPerson', note: 'notThere' } as const;
    moveEdit(store, held, { to: 'discarded', what: 'gaveUp', reason, settledBy: whoOf(store), maybeSent: false });
    return { ok: true };
  });
}

/**
 * "I look myself": what a machine checks, perhaps for ever, and what is held or was refused though a request of it may have arrived, becomes a
 * user's doubt, with its ways out. The quarantine starts over: a request may still be under way.
 */
export function lookMyself(store: Store, id: string): CommandResult {
  return onEdit(store, 'look myself', id, (row) => {
    const reason = reasonOf(row);
    const refusedRepeat = reason !== null && 'mayBeApplied' in reason && reason.mayBeApplied === true;
    const mayBeThere =
      row.state === 'checking' ||
      (row.state === 'held' && (row.maybeSent === 1 || refusedRepeat)) ||
      (row.state === 'rejected' && refusedRepeat);
    if (!mayBeThere) return notNow('wrongState', row);
    if (isSomebodyElses(store, row)) return notNow('otherIdentity', row);
    if (row.state !== 'held') moveEdit(store, row, { to: 'held', what: 'held', reason: { kind: 'heldByPerson' } });
    const held = editById(store, id) ?? row;
    // A check's own wait is only the time to its next read.
    const waitMs = row.state === 'checking' ? quarantineMs : Math.max(quarantineMs, waitLeft(store, row));
    moveEdit(store, held, { to: 'inDoubt', what: 'lookMyself', reason: reason ?? { kind: 'byPerson' }, maybeSent: true, waitMs });
    return { ok: true };
  });
}

/**
 * "It is not there, send again": only when no earlier request can still arrive (two minutes by the monotonic clock of this boot), and only
 * after a second confirmation. The audit line links the attempts, so that both can be found if it was there after all.
 */
export function sendAgain(store: Store, id: string, secondConfirmation: boolean): CommandResult {
  return pastQuarantine(store, 'send again', id, (row) => {
    if (!secondConfirmation) return notNow('needsSecondConfirmation', row);
    const attempts = attemptsOf(store, id).map(({ n, sha256, sentAt }) => ({ n, sha256, sentAt }));
    moveEdit(store, row, {
      to: 'waiting',
      what: 'sendAgain',
      reason: { kind: 'byPerson', note: 'sendAgain' },
      settledBy: whoOf(store),
      approvedBy: whoOf(store),
      confirmed: true,
      maybeSent: false,
      facts: { earlier: attempts },
    });
    return { ok: true };
  });
}
