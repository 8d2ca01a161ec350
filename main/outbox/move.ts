import { and, eq, sql } from 'drizzle-orm';
import type { EditState, Reason } from '#shared/edit.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { param, paramEach, prepared, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { noteWord } from '#main/audit/write-report.ts';
import { learnReferences } from '#main/projections/usage/learn.ts';
import { dayMs } from '#shared/values/days.ts';
import { rowNumberOf } from '#main/storage/row-range.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { anyMayHaveArrived } from './requests-in-log.ts';
import { bodyOf, reasonOf, refOf, type OutboxRow } from './outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { isClosed } from './transitions.ts';

/** One step of one edit from a state to another, with what else the step writes. */
export interface Move {
  to: EditState;
  reason: Reason;
  /** The cause of its move, for the audit log: `approved`, `discarded`, `verdict`, `abandoned` … */
  what: string;
  /** Milliseconds until the engine, or a user's "send again", may touch it; by the monotonic clock of this boot. */
  waitMs?: number;
  /** Requests that may have left, when the step changes that. */
  attempts?: number;
  maybeSent?: boolean;
  /** The state of a held edit after release, when it differs from its earlier state. */
  heldFrom?: EditState;
  approvedBy?: string;
  /** Beside `approvedBy`: the user confirmed twice. */
  confirmed?: boolean;
  settledBy?: string;
  batchId?: string;
  /** A user lets it go on as today's owner. */
  takenOver?: string;
  facts?: JsonObject;
}

const writeMove = prepared((db) =>
  db
    .update(outbox)
    .set({
      ...paramEach(outbox, 'state', 'reason', 'attempts', 'maybeSent', 'waitBoot', 'waitUntil', 'waitMs', 'heldFrom', 'changedAt'),
      sendingBoot: null,
      batchId: sql`ifnull(${param('batchId')}, ${outbox.batchId})`,
      approvedAt: sql`ifnull(${param('approvedAt')}, ${outbox.approvedAt})`,
      approvedBy: sql`ifnull(${param('approvedBy')}, ${outbox.approvedBy})`,
      settledBy: sql`ifnull(${param('settledBy')}, ${outbox.settledBy})`,
      takenOver: sql`ifnull(${param('takenOver')}, ${outbox.takenOver})`,
    })
    .where(and(eq(outbox.id, param('id')), eq(outbox.state, param('from')))),
);
const writeBase = updateIn(outbox, eq(outbox.id, param('id')), 'base', 'changedAt');
const writeWait = updateIn(outbox, eq(outbox.id, param('id')), 'waitBoot', 'waitUntil', 'waitMs');

/** A wait of this many milliseconds from now, by the monotonic clock of this boot; null is none. */
export function waitFor({ world }: Store, waitMs: number | null) {
  if (waitMs === null) return { waitBoot: null, waitUntil: null, waitMs };
  return { waitBoot: world.bootId, waitUntil: world.monotonic() + waitMs, waitMs };
}

/** Lets an edit wait again, or no more: not a change of state, and no user's act. */
export function waitAgain(store: Store, row: OutboxRow, waitMs: number | null): void {
  writeWait(store).run({ id: row.id, ...waitFor(store, waitMs) });
}

/**
 * Moves an edit in the transaction under way, with its audit line; false when its state is another one by now, and then nothing is
 * written. The database refuses a state that may not follow. Claims are apart: see outbox-claim.ts.
 */
export function moveEdit(store: Store, row: OutboxRow, move: Move): boolean {
  const now = store.world.now();
  const heldFor = move.to === 'held' ? (move.heldFrom ?? row.heldFrom ?? row.state) : null;
  const { changes } = writeMove(store).run({
    ...waitFor(store, move.waitMs ?? null),
    id: row.id,
    from: row.state,
    state: move.to,
    reason: stringifyJson(move.reason as unknown as JsonValue),
    attempts: move.attempts ?? row.attempts,
    maybeSent: (move.maybeSent ?? row.maybeSent === 1) ? 1 : 0,
    heldFrom: heldFor,
    batchId: move.batchId ?? null,
    approvedBy: move.approvedBy ?? null,
    approvedAt: move.approvedBy === undefined ? null : now,
    settledBy: move.settledBy ?? null,
    takenOver: move.takenOver ?? null,
    changedAt: now,
  });
  if (changes !== 1) return false;
  const { approvedBy, confirmed = false } = move;
  const approval = approvedBy === undefined ? {} : { approvedBy, confirmed };
  // The row forgets where it was held from when it is closed; the audit log does not.
  const from = isClosed(move.to) ? row.heldFrom : heldFor;
  const heldFrom = from === null || from === row.state ? {} : { heldFrom: from };
  const reason = move.reason as unknown as JsonValue;
  const facts: JsonObject = { from: row.state, to: move.to, reason, ...heldFrom, ...approval, ...move.facts };
  appendAudit(store, { what: move.what, editId: row.id, record: refOf(row), facts });
  if (row.priority === 'payment' && (move.to === 'applied' || move.to === 'confirmed')) learnPayment(store, row, now);
  if (isWord(store, row, move)) noteWord(store, { ...row, settledBy: move.settledBy ?? row.settledBy }, move.to);
  store.changed({ kind: 'edits', ids: [row.id] });
  store.changed({ kind: 'records', refs: [refOf(row)] });
  return true;
}

const writePlace = prepared((db) =>
  db
    .update(outbox)
    .set({ place: param('place') as never })
    .where(eq(outbox.id, param('id'))),
);
const lastPlace = selectFrom(outbox, {
  fields: {
    seq: sql<number>`(SELECT max(seq) FROM ${outbox})`,
    place: sql<number>`max(${outbox.place})`,
  },
  where: and(eq(outbox.recordKind, param('recordKind')), eq(outbox.recordId, param('recordId'))),
});

/** Gives a closed edit the last place of its record, behind all that was recorded and before whatever is recorded next. */
export function moveToEnd(store: Store, row: OutboxRow): OutboxRow {
  const last = lastPlace(store).get(row) ?? { seq: row.seq, place: row.place };
  const place = (Math.max(last.seq, last.place) + last.seq + 1) / 2;
  writePlace(store).run({ id: row.id, place });
  return { ...row, place };
}

/** No record shows the account that a payment went to: it is learned when the payment is confirmed. */
function learnPayment(store: Store, row: OutboxRow, now: number): void {
  const body = bodyOf(row);
  if (!body) return;
  const seen = rowNumberOf(store, refOf(row)) ?? 0;
  learnReferences(store, { row: seen, day: Math.floor(now / dayMs), now: referencesIn(row.kind, body), before: [] });
}

/** Writes the report line of a request that ended without a response or read (law 16). */
function isWord(store: Store, row: OutboxRow, { to, what }: Move): boolean {
  if (to === 'confirmed') return true;
  if (row.state === 'sending') return (what === 'abandoned' && to === 'inDoubt') || what === 'held';
  if (to !== 'discarded') return false;
  if (what === 'gaveUp') return true;
  // A refused edit may be held for a reason that says nothing of the doubt.
  if (row.heldFrom === 'rejected') return anyMayHaveArrived(store, row.id);
  const before = reasonOf(row);
  return before?.kind === 'rejectedByService' && before.mayBeApplied === true;
}

/** Puts the record as it is known now, `text`, under an edit whose meaning that does not change: three-way comparison found no overlap. Not a change of state. */
export function rebaseEdit(store: Store, row: OutboxRow, text: string, facts: JsonObject = {}): void {
  if (row.base === text) return;
  writeBase(store).run({ id: row.id, base: text, changedAt: store.world.now() });
  appendAudit(store, { what: 'rebased', editId: row.id, record: refOf(row), facts });
  store.changed({ kind: 'edits', ids: [row.id] });
}
