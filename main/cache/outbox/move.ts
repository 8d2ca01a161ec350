import type { EditState, Reason } from '#shared/edit.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { noteWord } from '#main/cache/trail/write-report.ts';
import { reasonOf, type OutboxRow } from './outbox.ts';
import type { Store } from '#main/cache/database/store.ts';

/** One step of one edit from a state to another, with what else the step writes. */
export interface Move {
  to: EditState;
  reason: Reason;
  /** Who or what moved it, for the audit trail: `approved`, `discarded`, `verdict`, `abandoned` … */
  what: string;
  /** Milliseconds until the engine, or a person's "send again", may touch it; by the monotonic clock of this boot. */
  waitMs?: number;
  /** Requests that may have left, when the step changes that. */
  attempts?: number;
  maybeSent?: boolean;
  approvedBy?: string;
  settledBy?: string;
  batchId?: string;
  /** A person lets it go on as today's owner. */
  takenOver?: string;
  facts?: JsonObject;
}

const moveSql = `UPDATE outbox SET state = :to, reason = :reason, attempts = :attempts, maybe_sent = :maybeSent, sending_boot = NULL,
  wait_boot = :waitBoot, wait_until = :waitUntil, wait_ms = :waitMs, held_from = :heldFrom, batch_id = ifnull(:batchId, batch_id),
  approved_at = CASE WHEN :approvedBy IS NULL THEN approved_at ELSE :now END, approved_by = ifnull(:approvedBy, approved_by),
  settled_by = ifnull(:settledBy, settled_by), taken_over = ifnull(:takenOver, taken_over), changed_at = :now
  WHERE id = :id AND state = :from`;

/**
 * Moves an edit in the transaction under way, with its audit line; false when its state is another one by now, and then nothing is
 * written. The database refuses a state that may not follow. Claims are apart: see outbox-claim.ts.
 */
export function moveEdit(store: Store, row: OutboxRow, move: Move): boolean {
  const { world } = store;
  const waits = move.waitMs !== undefined;
  const { changes } = store.prepared(moveSql).run({
    id: row.id,
    from: row.state,
    to: move.to,
    reason: stringifyJson(move.reason as unknown as JsonValue),
    attempts: move.attempts ?? row.attempts,
    maybeSent: (move.maybeSent ?? row.maybeSent === 1) ? 1 : 0,
    waitBoot: waits ? world.bootId : null,
    waitUntil: waits ? world.monotonic() + (move.waitMs ?? 0) : null,
    waitMs: move.waitMs ?? null,
    heldFrom: move.to === 'held' ? (row.heldFrom ?? row.state) : null,
    batchId: move.batchId ?? null,
    approvedBy: move.approvedBy ?? null,
    settledBy: move.settledBy ?? null,
    takenOver: move.takenOver ?? null,
    now: world.now(),
  });
  if (changes !== 1) return false;
  const facts: JsonObject = { from: row.state, to: move.to, reason: move.reason as unknown as JsonValue, ...move.facts };
  appendAudit(store, { what: move.what, editId: row.id, record: { kind: row.recordKind, id: row.recordId }, facts });
  if (isWord(row, move)) noteWord(store, { ...row, settledBy: move.settledBy ?? row.settledBy }, move.to);
  store.changed({ kind: 'edits', ids: [row.id] });
  store.changed({ kind: 'records', refs: [{ kind: row.recordKind, id: row.recordId }] });
  return true;
}

/** What says how a request ended, though no answer and no read does: its line in a report is written here, whoever moves the edit (law 16). */
function isWord(row: OutboxRow, { to, what }: Move): boolean {
  if (to === 'confirmed') return true;
  if (row.state === 'sending') return (what === 'abandoned' && to === 'inDoubt') || what === 'held';
  const before = reasonOf(row);
  return to === 'discarded' && before?.kind === 'rejectedByService' && before.mayBeApplied === true;
}

/** Puts another base under an edit whose meaning that does not change: three-way comparison found no overlap. Not a change of state. */
export function rebaseEdit(store: Store, row: OutboxRow, base: string, facts: JsonObject = {}): void {
  if (row.base === base) return;
  store.prepared('UPDATE outbox SET base = ?, changed_at = ? WHERE id = ?').run(base, store.world.now(), row.id);
  appendAudit(store, { what: 'rebased', editId: row.id, record: { kind: row.recordKind, id: row.recordId }, facts });
  store.changed({ kind: 'edits', ids: [row.id] });
}
