import { attemptsOf } from '#main/cache/attempts.ts';
import { moveEdit, rebaseEdit } from '#main/cache/outbox-move.ts';
import { baseOf, bodyOf, editById, openEditsOf, type OutboxRow } from '#main/cache/outbox.ts';
import type { Store } from '#main/cache/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { stringifyJson } from '#shared/json.ts';
import { notNow, waitLeft, type Act } from './act.ts';

/** "It is recorded": a person found the effect on the service. Closed for good. */
export function confirm(store: Store, id: string, by = 'person'): Act {
  return store.commit('confirm', () => {
    const row = editById(store, id);
    if (!row) return { ok: false, kind: 'notFound', what: id };
    if (row.state !== 'inDoubt') return notNow('wrongState', row);
    moveEdit(store, row, { to: 'confirmed', what: 'confirmed', reason: { kind: 'byPerson' }, settledBy: by, maybeSent: false });
    putUnderLaterEdits(store, row);
    return { ok: true };
  });
}

/** What is recorded on the service is part of what later edits of the record stand on, though no answer ever showed it. */
function putUnderLaterEdits(store: Store, row: OutboxRow): void {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body || row.repeat === 'creates') return;
  for (const later of openEditsOf(store, { kind: row.recordKind, id: row.recordId })) {
    const base = baseOf(later);
    if (base && later.repeat !== 'creates') rebaseEdit(store, later, stringifyJson(kind.overlay(base, body)), { confirmed: row.id });
  }
}

/**
 * "It is not there, send again": only when no earlier request can still arrive (two minutes by the monotonic clock of this boot), and only
 * after a second confirmation. The audit line links the attempts, so that both can be found if it was there after all.
 */
export function sendAgain(store: Store, id: string, secondConfirmation: boolean, by = 'person'): Act {
  return store.commit('send again', () => {
    const row = editById(store, id);
    if (!row) return { ok: false, kind: 'notFound', what: id };
    if (row.state !== 'inDoubt') return notNow('wrongState', row);
    const left = waitLeft(store, row);
    if (left > 0) return notNow('tooEarly', row, left);
    if (!secondConfirmation) return notNow('needsSecondConfirmation', row);
    const attempts = attemptsOf(store, id).map(({ n, sha256, sentAt }) => ({ n, sha256, sentAt }));
    moveEdit(store, row, {
      to: 'waiting',
      what: 'sendAgain',
      reason: { kind: 'byPerson', note: 'sendAgain' },
      settledBy: by,
      approvedBy: by,
      maybeSent: false,
      facts: { earlier: attempts },
    });
    return { ok: true };
  });
}
