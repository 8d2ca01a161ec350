import { auditOfEdit, type AuditEntry } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { attemptsOf, mayHaveArrived, unknownOutcomes } from './attempts.ts';
import type { OutboxRow } from './outbox.ts';

/*
 * The requests of an edit as the audit log has them. A program that can write the disk can change rows of `attempts` and of edits; a changed audit
 * line no longer matches the keychain's anchor. Row and log count together: either may say that a request may have arrived.
 */

/** True when a request of an edit may have arrived and nobody knows; `before` leaves out that one and those after it. */
export function anyMayHaveArrived(store: Store, editId: string, before = Infinity, log = auditOfEdit(store, editId)): boolean {
  return attemptsOf(store, editId).some((one) => one.n < before && mayHaveArrived(one)) || hasUnanswered(log, before);
}

function hasUnanswered(log: readonly AuditEntry[], before: number): boolean {
  const unanswered = new Set<number>();
  for (const { what, facts } of log) {
    const { attempt, outcome } = facts;
    const n = Number(attempt);
    if (what === 'left' && n < before) unanswered.add(n);
    if (what === 'answered' && typeof outcome === 'string' && !unknownOutcomes.includes(outcome)) unanswered.delete(n);
  }
  return unanswered.size > 0;
}

/** True when an edit was ever claimed. */
export function everLeft(store: Store, row: OutboxRow): boolean {
  return row.lastAttempt > 0 || auditOfEdit(store, row.id).some(({ what }) => what === 'left');
}
