import { auditOfEdit, whoOf } from '#main/audit/audit.ts';
import { backFromFile } from '#main/recovery/bring-back.ts';
import { moveEdit, type Move } from '#main/outbox/move.ts';
import { rebaseOpenEdits } from '#main/outbox/merge/rebase.ts';
import { allOpenEdits, isOwn, isSomebodyElses, ownerOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { wouldEmpty } from '#main/outbox/merge/sent-partly.ts';
import { quarantineMs } from '#main/outbox/waits.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import { isJsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { mayBeThere } from './may-be-there.ts';
import { findEdits, notNow, waitLeft, type CommandResult, type Refused } from '#main/edits/record/command-result.ts';

const mayBeHeld: ReadonlySet<EditState> = new Set<EditState>(['draft', 'waiting', 'rejected', 'conflict']);

/** Keeps edits back until a user releases them. */
export function hold(store: Store, ids: readonly string[]): CommandResult {
  return store.commit('hold', () => {
    const found = findEdits(store, ids, (row) => (mayBeHeld.has(row.state) ? null : notNow('wrongState', row)));
    if (!found.ok) return found;
    for (const row of found.rows) moveEdit(store, row, { to: 'held', what: 'held', reason: heldByPerson(row) });
    return { ok: true };
  });
}

/** A hold does not hide that an earlier request may have been applied. */
function heldByPerson(row: OutboxRow): Reason {
  const said = reasonOf(row);
  return said?.kind === 'rejectedByService' && said.mayBeApplied ? { kind: 'heldByPerson', mayBeApplied: true } : { kind: 'heldByPerson' };
}

/**
 * Releases held edits to their former state, and rejected ones for a retry. Another user's edit stays held until that user signs in; one of an
 * unknown sign-in continues when a user claims it. Approvals are needed again then, and after a restored backup.
 */
export function release(store: Store, ids: readonly string[]): CommandResult {
  return store.commit('release', () => {
    const found = findEdits(store, ids, (row) => releaseRefusal(store, row));
    if (!found.ok) return found;
    for (const row of found.rows) moveEdit(store, row, { ...releaseMove(store, row), ...onToldInvoice(row, takeOver(store, row)) });
    for (const row of found.rows) compareAgain(store, refOf(row));
    return { ok: true };
  });
}

/** Lets a payment go on in the state of its invoice that the user was told of (law 34). */
function onToldInvoice(row: OutboxRow, { facts, ...move }: Partial<Move>): Partial<Move> {
  const reason = reasonOf(row);
  return reason?.kind === 'invoiceMoved'
    ? { ...move, maybeSent: false, facts: { ...facts, invoice: reason.to } }
    : { ...move, ...(facts && { facts }) };
}

/** Its owner is unknown, and the user claims it. */
export function takeOver(store: Store, row: OutboxRow): Pick<Move, 'takenOver' | 'facts'> {
  if (isOwn(store, row)) return {};
  const takenOver = ownerOf(store);
  return { takenOver, facts: { recordedAs: row.owner, takenOverBy: takenOver } };
}

/** The record may have moved while an edit was held, refused or put aside: a conflict is found now, not at sending. */
export function compareAgain(store: Store, ref: RecordRef): void {
  const known = recordOf(store, ref);
  if (known) rebaseOpenEdits(store, ref, known);
}

function releaseRefusal(store: Store, row: OutboxRow): Refused | null {
  // An edit that always needs approval, or may be applied already, needs a new approval with its second confirmation: by correcting it.
  if (row.state === 'rejected')
    return row.review === 'person' || !isApproved(row) || mayBeThere(store, row) ? notNow('needsCorrection', row) : null;
  if (row.state !== 'held') return notNow('wrongState', row);
  if (isSomebodyElses(store, row)) return notNow('otherIdentity', row);
  const left = waitLeft(store, row);
  if (left > 0) return notNow('tooEarly', row, left);
  const reason = reasonOf(row);
  // To let it go with its own fields only is another act, for which a user sees what is lost.
  if (reason?.kind === 'incompleteBase' && wouldEmpty(store, row) !== null) return notNow('needsFullRecord', row);
  return reason?.kind === 'damagedRow' ? notNow('damaged', row) : null;
}

/** Why the edit had come to a state when it last did, by its audit log: back from being held it says again what it had said. */
export function saidThen(store: Store, row: OutboxRow, state: EditState): Reason | null {
  // Of what came back from a file the audit log begins with that: held, and with the words of what it was in the file.
  const line = auditOfEdit(store, row.id).findLast(({ what, facts }) => facts['to'] === state || what === 'broughtBack');
  if (line?.what === 'broughtBack' && state === 'held') return backFromFile;
  return isJsonObject(line?.facts['reason']) ? (line.facts['reason'] as unknown as Reason) : null;
}

const isApproved = (row: OutboxRow): boolean => row.review === 'automatic' || row.approvedAt !== null;

/** Reasons that void an approval: another user may have given it, or a newer copy may have sent edits since. */
const needsNewApproval: ReadonlySet<string> = new Set(['restoredBackup', 'noKeychain', 'otherIdentity']);

/** An automatic edit needs a user's approval too, once its content differs from the recorded one. */
const mustBeApproved = (row: OutboxRow, reason: Reason | null): boolean =>
  !isApproved(row) || reason?.kind === 'notAsApproved' || (row.review !== 'automatic' && needsNewApproval.has(reason?.kind ?? ''));

const releasedByUser: Reason = { kind: 'byPerson', note: 'released' };

/** The next state of a released edit, with the user's confirmation when the engine needs it. */
export function releaseMove(store: Store, row: OutboxRow, told: Reason | null = null): Move {
  const from = row.state === 'rejected' ? 'waiting' : (row.heldFrom ?? 'draft');
  const reason = reasonOf(row);
  const settledBy = whoOf(store);
  const kept: Reason = told ?? (reason?.kind === 'cannotRead' ? { ...reason, accepted: true } : releasedByUser);
  if (from === 'checking' || from === 'inDoubt') return { to: from, what: 'released', reason: kept, settledBy, waitMs: quarantineMs };
  if (from === 'waiting' && mustBeApproved(row, reason)) {
    return { to: 'draft', what: 'released', reason: kept, settledBy };
  }
  // A conflict and a refusal are what they were, with all that was said of them.
  const said = from === 'conflict' || from === 'rejected' ? saidThen(store, row, from) : null;
  return { to: from === 'sending' ? 'waiting' : from, what: 'released', reason: said ?? kept, settledBy };
}

/**
 * Applies a user's answer for a host: the edits that this user recorded and that were held for it continue, or stay held for good after a no. Other
 * users' edits do not (law 13).
 */
export function releaseForHost(store: Store, host: string): string[] {
  return store.commit('release for host', () => {
    const rows = allOpenEdits(store).filter((row) => {
      const reason = row.state === 'held' ? reasonOf(row) : null;
      const leadsThere = (reason?.kind === 'untrustedHost' || reason?.kind === 'cannotRead') && reason.host === host;
      return leadsThere && isOwn(store, row);
    });
    // Its record can be looked at there now.
    for (const row of rows) moveEdit(store, row, releaseMove(store, row, releasedByUser));
    return rows.map((row) => row.id);
  });
}
