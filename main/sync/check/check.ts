import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { lastAttemptOf, unansweredOn, unknownOn } from '#main/outbox/attempts.ts';
import type { Move } from '#main/outbox/move.ts';
import { paymentsOf } from '#main/outbox/reading/edit-lists.ts';
import { changedFields, lostFields, movedUnder, sameValue, showsPart } from '#main/outbox/merge/three-way.ts';
import { isClosed } from '#main/outbox/transitions.ts';
import { baseOf, baseToCompare, bodyOf, editById, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { baseNow } from '#main/outbox/hear-record.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { recordOf } from '#main/records/records.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { FieldDifference, Reason } from '#shared/edit.ts';
import { isDuplicateAlarm, isMovedUnderPayment, type PaidOfOurs } from '#shared/service/invoice-states.ts';
import { isJsonObject, type JsonObject } from '#shared/json/json.ts';
import { integerOf } from '#shared/records/field.ts';
import { readServiceError } from '#shared/service/service-error.ts';
import type { EngineContext, ReadAgainContext } from '#main/sync/engine-parts.ts';
import { isOlderCopy } from './look.ts';

/** The stored record when the response came, and the version that the request was built on. */
export interface Before {
  known: JsonObject | null;
  version: string | null;
  value: JsonObject | null;
  /** Other requests of ours that were built on that version and ended unknown: each may have moved it by one. */
  lost: number;
  /** The bases of requests with an unknown outcome, of the edit and of those that it replaces, oldest first. Later records moved the base along. */
  unanswered: readonly (string | null)[];
  /** The record before that request, where something that it did not send was heard to be empty since. */
  was: JsonObject | null;
  /** Of a payment. */
  ours: PaidOfOurs | null;
}

/**
 * Findings in a 2xx about an edit, worst first: a duplicate payment, somebody else's write replaced by ours, fields that are gone, a problem that the service
 * noted on the record, other values than were sent, or nothing to remark.
 */
export function reasonOfAnswer(
  kind: EditKind,
  row: OutboxRow,
  body: JsonObject,
  value: JsonObject,
  before: Before,
): Reason | { kind: 'wrongRecord'; detail: string } {
  const check = kind.answer(row.recordId, body, value);
  if (check.kind === 'wrongRecord') return check;
  if (row.priority === 'payment' && isDuplicateAlarm(before.known?.['state'], value, before.ours)) return { kind: 'duplicateAlarm' };
  const jump = versionJump(body, kind, before, value);
  if (jump) return jump;
  const lost = lossIn(kind, body, before.was ?? before.known, value);
  if (lost) return lost;
  // A problem that the record had before is no answer to this edit.
  const problem = value['failureContext'];
  if (problem != null && !sameValue(['failureContext'], problem, before.known?.['failureContext']))
    return { kind: 'appliedWithProblem', failure: readServiceError(problem) };
  return check.kind === 'differs' ? { kind: 'changedByService', differences: check.differences } : { kind: 'clean' };
}

/** Fields that are gone although no request emptied them (law 20). */
function lossIn(kind: EditKind, body: JsonObject, known: JsonObject | null, value: JsonObject): Reason | null {
  const lost = lostFields(kind, body, known, value);
  return lost && { kind: 'fieldsLost', ...lost };
}

/** The base that its claim left an edit with; while the edit is under way nothing moves it. */
export function sentBase({ store }: EngineContext, row: OutboxRow): JsonObject | null {
  return baseOf({ base: baseNow(store, row.id) });
}

/** The record that an edit was sent on: its base, or what is known where it was recorded on nothing. */
export function recordSentOn(parts: EngineContext, row: OutboxRow, base = sentBase(parts, row)): JsonObject | null {
  // The base of what creates something stays what its person saw: what is known may be newer.
  const own = row.repeat === 'creates' ? null : base;
  return own ?? recordOf(parts.store, refOf(row))?.value ?? null;
}

/** Possible effects of requests without a response: an edit's own and, for a full record, those of the edits that it replaces (laws 15 and 20). */
export function beforeUnanswered({ store }: EngineContext, row: OutboxRow, kind: EditKind): Pick<Before, 'unanswered' | 'was'> {
  const own = row.attempts > 0 ? unansweredOn(store, row.id) : [];
  const unanswered = row.repeat === 'absoluteVersioned' ? [...unansweredOfEarlier(store, row), ...own] : own;
  if (unanswered.length === 0) return { unanswered, was: null };
  const was = kind.whole ? auditOfEdit(store, row.id).find(({ facts }) => isJsonObject(facts['was']))?.facts['was'] : null;
  return { unanswered, was: isJsonObject(was) ? was : null };
}

const sumOf = (rows: readonly OutboxRow[]): bigint =>
  rows.reduce((sum, each) => sum + (editKind(each.kind)?.amountMinor?.(bodyOf(each) ?? {}) ?? 0n), 0n);

/**
 * The reason to hold a payment whose invoice is in another state than its user saw at the approval or the release, where no payment of ours that ended
 * since explains that (law 34); null where it may leave.
 */
export function movedInvoice({ store }: EngineContext, row: OutboxRow): Reason | null {
  const now = recordOf(store, refOf(row))?.value;
  if (!now) return null;
  const seen = auditOfEdit(store, row.id).findLast(({ facts }) => 'invoice' in facts);
  const [from, to] = [seen?.facts['invoice'], now['state']].map((state) => (typeof state === 'string' ? state : null));
  const endedBefore = ({ id, state }: OutboxRow) =>
    isClosed(state) && (auditOfEdit(store, id).findLast(({ facts }) => facts['to'] === state)?.seq ?? 0) < (seen?.seq ?? 0);
  // A user's word that one is recorded explains nothing (law 29).
  const mayExplain = (each: OutboxRow) => each.lastAttempt > 0 && each.state !== 'confirmed' && !endedBefore(each);
  const others = paymentsOf(store, row.recordId).filter((each) => each.id !== row.id && mayExplain(each));
  return isMovedUnderPayment(from ?? null, to ?? null, integerOf(now['amount']), others.length > 0 ? sumOf(others) : null)
    ? { kind: 'invoiceMoved', from: from ?? null, to: to ?? null }
    : null;
}

/** The payments of an invoice that were sent from here, with the one that is answered. */
export function paidOfOurs({ store }: EngineContext, row: OutboxRow): PaidOfOurs {
  const sent = paymentsOf(store, row.recordId).filter(({ id, lastAttempt }) => id === row.id || lastAttempt > 0);
  return {
    sure: sumOf(sent.filter(({ id, state }) => id === row.id || state === 'applied' || state === 'confirmed')),
    most: sumOf(sent),
    sawOpen: sent.every((each) => baseOf(each)?.['state'] === 'OPEN'),
  };
}

/** Of the edits that this one corrects or settles, oldest first. */
function unansweredOfEarlier(store: Store, row: OutboxRow): Before['unanswered'] {
  const earlier = row.supersedes === null ? null : editById(store, row.supersedes);
  return earlier === null ? [] : [...unansweredOfEarlier(store, earlier), ...unansweredOn(store, earlier.id)];
}

/**
 * A full-record write moves the version by one; a larger step means that our record replaced somebody else's (law of the version ladder). So may
 * more than one step between two requests of which the earlier ended unknown: however many of ours there were, what that one replaced, nobody saw.
 * A smaller number than the one that was sent upon means that the service's record was set back.
 */
function versionJump(
  body: JsonObject,
  kind: EditKind,
  before: Pick<Before, 'version' | 'value' | 'lost' | 'unanswered'>,
  value: JsonObject,
): Extract<Reason, { kind: 'versionJump' }> | null {
  const returned = integerOf(value['version']);
  const sentOn = versionIn(before.version);
  if (sentOn === null || returned === null) return null;
  const next = sentOn + 1n;
  const jump = (expected: bigint) => ({
    kind: 'versionJump' as const,
    expected: String(expected),
    returned: String(returned),
    differences: untouchedDifferences(kind, body, before.value, value),
  });
  if (returned < sentOn) return { ...jump(next), setBack: true };
  const ownLost = returned <= next + BigInt(before.lost) ? { ownLost: true as const } : {};
  if (returned > next) return { ...jump(next), ...ownLost };
  const leapt = leapFrom([...before.unanswered.map(versionIn).filter((at) => at !== null), sentOn]);
  return leapt === null ? null : { ...jump(leapt + 1n), ...ownLost };
}

/** The first of these versions that the next one does not follow within one step; null where each does. */
function leapFrom(versions: readonly bigint[]): bigint | null {
  return versions.find((at, index) => (versions[index + 1] ?? at) > at + 1n) ?? null;
}

/** Of a full-record write: what else carries a version is built on none. */
const versionIn = (text: string | null): bigint | null => (text !== null && /^-?\d+$/.test(text) ? BigInt(text) : null);

/** Changed values of fields that the edit does not set. */
function untouchedDifferences(kind: EditKind, body: JsonObject, before: JsonObject | null, value: JsonObject): FieldDifference[] {
  const touched = kind.touched(body).map(({ path }) => path[0]);
  return before === null ? [] : changedFields(before, value).filter(({ path }) => !touched.includes(path[0]));
}

/**
 * Judges an edit of unknown outcome by what its record says now: as sent → applied; untouched → not applied, send again; a third value →
 * a person. Called only after the quarantine, when no request of ours can still arrive, with what a look came to (`look.ts`).
 */
export function judgeCheck(parts: ReadAgainContext, row: OutboxRow, result: ApiResult<Answer>): Move | null {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body) return { to: 'held', what: 'held', reason: { kind: 'damagedRow', detail: kind ? 'body' : 'kind' } };
  // A copy from before what we know already proves nothing about a later request.
  if (isOlderCopy(result)) return askedOldCopy(parts, row, result.failure.status);
  if (!result.ok) return judgeFailedRead(parts, row, result.failure.kind);
  const { value } = result.value;
  const check = kind.answer(row.recordId, body, value);
  if (check.kind === 'wrongRecord')
    return postpone(parts, row, { kind: 'unreadableAnswer', status: result.value.status, detail: check.detail });
  const base = baseToCompare(row);
  if (check.kind === 'asSent') {
    const before = beforeUnanswered(parts, row, kind);
    const version = lastAttemptOf(parts.store, row.id)?.baseVersion ?? null;
    const lost = unknownOn(parts.store, row, version) - 1;
    const jump = versionJump(body, kind, { version, value: base, lost, unanswered: before.unanswered }, value);
    return {
      to: 'applied',
      what: 'verdict',
      maybeSent: false,
      reason: (jump && { ...jump, byReading: true }) ??
        lossIn(kind, body, before.was ?? recordSentOn(parts, row), value) ?? { kind: 'checkedByReading' },
    };
  }
  const { differences, hardStop } = movedUnder(kind, { touchesBank: row.touchesBank, body }, base, value);
  if (differences.length > 0)
    return { to: 'conflict', what: 'verdict', maybeSent: false, reason: { kind: 'baseMoved', differences, hardStop, unanswered: true } };
  // All of it is sent again; that some of it is there already stays known.
  if (showsPart(kind, body, base, value) || showedPart(parts, row))
    return { to: 'waiting', what: 'verdict', reason: { kind: 'checkedByReading', inPart: true } };
  return { to: 'waiting', what: 'verdict', maybeSent: false, reason: { kind: 'checkedByReading', notThere: true } };
}

/** True when an earlier read showed a part of it: since then its base has that part. */
function showedPart({ store }: EngineContext, { id }: OutboxRow): boolean {
  return auditOfEdit(store, id).some(({ facts }) => {
    const { reason, inPart } = facts;
    return inPart === true || (isJsonObject(reason) && reason['inPart'] === true);
  });
}

/** Once more; then the edit waits, and does not leave before a look at its record (`look.ts`). */
function askedOldCopy(parts: ReadAgainContext, row: OutboxRow, status: number): Move {
  const reason: Reason = { kind: 'unreadableAnswer', status, detail: 'older' };
  const before = reasonOf(row);
  const again = before?.kind === 'unreadableAnswer' && before.detail === 'older';
  return again ? { to: 'waiting', what: 'verdict', reason } : postpone(parts, row, reason);
}

/** Null: the line heard of it, and the check is tried again when the line is open. */
function judgeFailedRead(parts: ReadAgainContext, row: OutboxRow, failure: string): Move | null {
  switch (failure) {
    case 'refused':
    case 'otherCompany':
      // It cannot be read, or is gone. As an edit that waits it is looked at once more, and then held for a person.
      return { to: 'waiting', what: 'verdict', reason: { kind: 'noAnswer', failure: 'notReadable', afterMs: 0 } };
    case 'notSent':
    case 'unauthorized':
    case 'rateLimited':
    case 'captivePortal':
      return null;
    default:
      return postpone(parts, row, { kind: 'noAnswer', failure, afterMs: 0 });
  }
}

function postpone(parts: ReadAgainContext, row: OutboxRow, reason: Reason): Move {
  const failures = parts.freshness.failedAgain(refOf(row));
  return { to: 'checking', what: 'postponed', reason, waitMs: parts.laws.readAgainMs(parts.world, failures) };
}
