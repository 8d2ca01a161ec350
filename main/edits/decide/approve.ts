import { otherThanLog } from '#main/audit/agreed.ts';
import { whoOf } from '#main/audit/audit.ts';
import { insertBatch } from '#main/outbox/reading/batches.ts';
import { moveEdit, type Move } from '#main/outbox/move.ts';
import { reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { findEdits, notNow, type Refused } from '#main/edits/record/command-result.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';

/** The user's command: which edits, what they were looking at, and whether they confirmed twice. */
export interface Approval {
  ids: string[];
  fingerprint: string;
  secondConfirmation: boolean;
  by?: string;
}

export type ApprovalAnswer = { ok: true; batchId: string } | { ok: false; kind: 'stale'; fingerprint: string } | Refused;

/**
 * Lets drafts leave, as one batch: all or none. Refused when anything shown has changed since (stale), and without a second confirmation
 * where money or a bank account is concerned.
 */
export function approve(store: Store, approval: Approval): ApprovalAnswer {
  return store.commit('approve', () => {
    const fingerprint = fingerprintOf(store);
    if (fingerprint !== approval.fingerprint) return { ok: false, kind: 'stale', fingerprint };
    const found = findEdits(store, approval.ids, (row) => refusalOf(row, approval));
    if (!found.ok) return found;
    const batchId = store.world.uuid();
    const by = approval.by ?? whoOf(store);
    insertBatch(store, {
      id: batchId,
      fingerprint,
      edits: found.rows.length,
      secondConfirmation: approval.secondConfirmation,
      approvedBy: by,
    });
    for (const row of found.rows) approveOne(store, row, { batchId, approvedBy: by, confirmed: approval.secondConfirmation });
    return { ok: true, batchId };
  });
}

function refusalOf(row: OutboxRow, approval: Approval): Refused | null {
  if (row.state !== 'draft') return notNow('wrongState', row);
  return row.review === 'person' && !approval.secondConfirmation ? notNow('needsSecondConfirmation', row) : null;
}

/** The state of a payment's invoice as it is shown at the approval: the payment leaves on no other (law 34). */
function seenInvoice(store: Store, row: OutboxRow): { invoice?: string | null } {
  if (row.priority !== 'payment') return {};
  const state = recordOf(store, refOf(row))?.value['state'];
  return { invoice: typeof state === 'string' ? state : null };
}

function approveOne(store: Store, row: OutboxRow, approval: Pick<Move, 'batchId' | 'approvedBy' | 'confirmed'>): void {
  // Keeps the user's earlier confirmation: sending without the full record, and the fields that this empties.
  const told = reasonOf(row);
  const reason = told?.kind === 'incompleteBase' ? told : ({ kind: 'byPerson' } as const);
  // The user saw it as it is now, whatever was recorded.
  moveEdit(store, row, {
    to: 'waiting',
    what: 'approved',
    reason,
    facts: { ...otherThanLog(store, row), ...seenInvoice(store, row) },
    ...approval,
  });
}
