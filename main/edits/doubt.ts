import { attemptsOf } from '#main/cache/attempts.ts';
import { moveEdit } from '#main/cache/outbox-move.ts';
import { editById } from '#main/cache/outbox.ts';
import type { Store } from '#main/cache/store.ts';
import { notNow, waitLeft, type Act } from './act.ts';

/** "It is recorded": a person found the effect on the service. Closed for good. */
export function confirm(store: Store, id: string, by = 'person'): Act {
  return store.commit('confirm', () => {
    const row = editById(store, id);
    if (!row) return { ok: false, kind: 'notFound', what: id };
    if (row.state !== 'inDoubt') return notNow('wrongState', row);
    moveEdit(store, row, { to: 'confirmed', what: 'confirmed', reason: { kind: 'byPerson' }, settledBy: by, maybeSent: false });
    return { ok: true };
  });
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
