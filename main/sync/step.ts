import type { Answer } from '#main/api/client.ts';
import { unprovenAfter303 } from '#main/api/authenticated-client.ts';
import { failed, type ApiResult } from '#main/api/result.ts';
import { unknownOn } from '#main/outbox/attempts.ts';
import type { Claim } from '#main/outbox/claim.ts';
import type { Move } from '#main/outbox/move.ts';
import type { Heard, Settlement } from '#main/outbox/settle.ts';
import { bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { heldBeside, partKeys } from '#main/outbox/merge/three-way.ts';
import type { Asked } from '#main/storage/hearings.ts';
import { isStorageTrouble } from '#main/storage/driver.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Moment } from '#shared/world.ts';
import type { Claimed, Ready } from '#main/sync/check/ready.ts';
import { backoffMs } from '#main/sync/pace/backoff.ts';
import { beforeUnanswered, judgeCheck, paidOfOurs, reasonOfAnswer, recordSentOn, sentBase } from '#main/sync/check/check.ts';
import type { EngineParts } from './laws.ts';
import { keptAnswer } from '#main/sync/answer/kept-answer.ts';
import { thisMoment } from '#main/sync/pace/circuit-breaker.ts';
import { aboutTheRecord } from '#main/sync/check/look.ts';
import { afterCheck, checkAfterMs } from '#main/sync/check/never-taken.ts';
import { canBeRead } from '#main/sync/check/next-sendable.ts';
import { isConflict } from '#main/sync/answer/refused.ts';
import { mayBeAppliedBefore } from '#main/sync/answer/refused-repeat.ts';
import { signOf, type ConnectionSignal, type Verdict } from '#main/sync/answer/verdict.ts';

/** The outcome of a task: the writes, the facts for the circuit breaker, and the service's time. */
export interface Outcome {
  settlement: Settlement;
  sign: ConnectionSignal;
  /** When; absent where nothing was asked, or nobody knows what came of it. */
  asked?: Moment;
  afterMs: number;
  /** A host that a person is asked about before the edit may go on. */
  ask: { host: string } | null;
  /** A read brought the record. */
  saw?: boolean;
}

/**
 * Sends one claimed edit and judges the answer. The intent is committed; the keychain's counter is raised before the first byte (law 12), and
 * `leavesWithinMs` says then whether what held at the claim still does.
 */
export async function send(parts: EngineParts, { ready, claim, guarded }: Claimed, leavesWithinMs: () => number): Promise<Outcome> {
  const { world, client, store } = parts;
  const { row } = ready.intent;
  // A locked keychain is told later, when it opens; what creates something waits for that.
  if ((await guarded) === 'locked' && row.repeat === 'creates') return notGuarded(ready, claim);
  const asked = thisMoment(world);
  const order = store.hearings.ask();
  const fresh = parts.freshness.isFresh(refOf(row));
  world.passing(`before request ${row.id}`);
  const result = notOlder(parts, row, order, await client.send({ ...ready.sending, leavesWithinMs }));
  world.passing(`after request ${row.id}`);
  if (!result.ok && result.failure.kind === 'tooLate') return notLeft(ready, claim);
  const afterMs = world.monotonic() - asked.monotonic;
  let sentOn: JsonObject | null = null;
  const judged = parts.laws.judge(result, {
    repeat: row.repeat,
    touchesBank: row.touchesBank === 1,
    onTag: ready.sending.ifMatch !== undefined,
    unknownBefore: row.attempts,
    afterMs,
    check: (answer) => {
      sentOn = sentBase(parts, row);
      return checkAnswer(parts, ready, answer, sentOn);
    },
  });
  const repeat = judged.kind === 'rejected' && mayBeAppliedBefore(parts, row);
  const theirs = judged.kind === 'rejected' && (repeat || isConflict(judged)) ? await readTheirs(parts, row) : null;
  // Somebody else wrote since our look, and no read says what: no edit of the record leaves on that look.
  if (judged.kind === 'rejected' && isConflict(judged) && theirs?.look.ok !== true) parts.freshness.forget(refOf(row));
  const verdict = judged.kind === 'rejected' ? parts.laws.judgeRefused(parts, row, judged, repeat, theirs?.look ?? null) : judged;
  // The attempt ended as it was answered, whatever an earlier one turned out to have done.
  const end = { outcome: judged.kind, status: statusOf(result), afterMs, answer: keptAnswer(result) };
  const applied = verdict.kind === 'applied';
  if (judged.kind === 'applied' && result.ok) learnOmission(parts, ready, { reason: judged.reason, answer: result.value.value, fresh });
  const settlement: Settlement = {
    row: claimedRow(row),
    attempt: { n: claim.n, end },
    move: moveOf(parts, ready, verdict),
    heard: applied && result.ok ? heardIn(result.value, 'writeResponse', { order, asOf: world.now() }) : (theirs?.heard ?? null),
    ours: applied ? partKeys(ready.editKind, ready.body) : [],
    sentOn,
    ...(applied && ready.sending.body ? { sent: ready.sending.body } : {}),
  };
  const sign = verdict.kind === 'check' || verdict.kind === 'doubt' ? doubtSign(signOf(result)) : signOf(result);
  // A good answer to the write proves nothing once the read after it failed (law 18).
  const newest = theirs && sign.kind === 'healthy' && theirs.sign.kind !== 'none' ? theirs : { sign, asked };
  return { settlement, sign: newest.sign, asked: newest.asked, afterMs, ask: verdict.kind === 'hold' ? verdict.ask : null };
}

/** After a 303 the record is read: a copy from before what is known proves no write. */
function notOlder(parts: EngineParts, row: OutboxRow, order: Asked, result: ApiResult<Answer>): ApiResult<Answer> {
  const isOld = result.ok && result.value.after303 === true && !parts.laws.asLook(parts, row, order, result).ok;
  return isOld ? failed(unprovenAfter303(result.value.url)) : result;
}

interface Theirs {
  look: ApiResult<Answer>;
  heard: Heard | null;
  sign: ConnectionSignal;
  asked: Moment;
}

/** The service's record after it refused an absolute write; null when it cannot be read. */
async function readTheirs(parts: EngineParts, row: OutboxRow): Promise<Theirs | null> {
  if (row.repeat === 'creates' || !canBeRead(row, parts.mayRead)) return null;
  const asked = thisMoment(parts.world);
  const order = parts.store.hearings.ask();
  const { request, undocumented } = readRequest(parts, row);
  const result = aboutTheRecord(row, await parts.client.read(request));
  if (undocumented) learn(parts, row, result);
  const heard = result.ok ? heardIn(result.value, 'read', { order, asOf: parts.world.now() }) : null;
  return { look: parts.laws.asLook(parts, row, order, result), heard, sign: signOf(result), asked };
}

const keychainRetryMs = 5_000;

/** The keychain did not take the counter, so the request did not leave. */
function notGuarded(ready: Ready, claim: Claim): Outcome {
  return unsent(ready, claim, { reason: { kind: 'offline', failure: 'keychain' }, waitMs: keychainRetryMs });
}

/** The claimed request is stale: releases the claim. Keeps the user's earlier confirmation. */
export function notLeft(ready: Ready, claim: Claim): Outcome {
  return unsent(ready, claim, { reason: reasonOf(ready.intent.row) ?? { kind: 'offline', failure: 'cancelled' } });
}

function unsent({ intent: { row } }: Ready, claim: Claim, why: Pick<Move, 'reason' | 'waitMs'>): Outcome {
  const move: Move = { to: 'waiting', what: 'verdict', ...why, ...unspent(row) };
  const attempt = { n: claim.n, end: { outcome: 'notSent', status: null, afterMs: 0 } };
  return { settlement: { row: claimedRow(row), attempt, move, heard: null, ours: [] }, sign: { kind: 'none' }, afterMs: 0, ask: null };
}

/** The row as the claim left it. */
export function claimedRow(row: OutboxRow): OutboxRow {
  return { ...row, state: 'sending', attempts: row.attempts + 1, maybeSent: 1 };
}

function checkAnswer(parts: EngineParts, ready: Ready, answer: Answer, base: JsonObject | null) {
  const { row, request } = ready.intent;
  const facts = {
    known: row.priority === 'payment' || row.repeat !== 'creates' ? recordSentOn(parts, row, base) : null,
    version: request.baseVersion,
    value: base,
    lost: unknownOn(parts.store, row, request.baseVersion),
    ...beforeUnanswered(parts, row, ready.editKind),
    ours: row.priority === 'payment' ? paidOfOurs(parts, row) : null,
  };
  return reasonOfAnswer(ready.editKind, row, ready.body, answer.value, facts);
}

/** After an unknown outcome the path is in doubt, whatever else the answer was: payments wait for a proof (law 8). */
function doubtSign(sign: ConnectionSignal): ConnectionSignal {
  return sign.kind === 'healthy' ? { kind: 'unknown', failure: 'unreadable' } : sign;
}

const stateOf: Record<Verdict['kind'], EditState> = {
  applied: 'applied',
  rejected: 'rejected',
  conflict: 'conflict',
  wait: 'waiting',
  pause: 'waiting',
  check: 'checking',
  doubt: 'inDoubt',
  hold: 'held',
};

function moveOf(parts: EngineParts, ready: Ready, verdict: Verdict): Move {
  const { row, request } = ready.intent;
  const isUntaken = (verdict.kind === 'wait' || verdict.kind === 'pause') && verdict.reason.kind !== 'changedMeanwhile';
  const reason = (isUntaken && acceptedOf(row)) || verdict.reason;
  const move: Move = { to: stateOf[verdict.kind], what: 'verdict', reason, facts: { sha256: request.sha256 } };
  switch (verdict.kind) {
    case 'check':
      return { ...move, waitMs: checkAfterMs(parts.laws.quarantineMs, row) };
    case 'doubt':
      return { ...move, waitMs: parts.laws.quarantineMs };
    case 'wait':
      return { ...move, ...unspent(row), waitMs: verdict.afterMs ?? backoffMs(parts.world, row.lastAttempt, 30_000) };
    case 'pause':
    case 'hold':
      return { ...move, ...unspent(row) };
    case 'rejected':
    case 'conflict':
    case 'applied':
      return { ...move, maybeSent: false };
    default:
      return assertNever(verdict);
  }
}

/** A user was told that it leaves without a look, or without the full record, and let it go: a request that was not taken does not end that. */
function acceptedOf(row: OutboxRow): Reason | null {
  const reason = reasonOf(row);
  return reason && 'accepted' in reason && reason.accepted ? reason : null;
}

/** A request that was certainly not carried out costs nothing: as if it had never been tried. */
function unspent(row: OutboxRow): Pick<Move, 'attempts' | 'maybeSent'> {
  return { attempts: row.attempts, maybeSent: row.maybeSent === 1 };
}

/** Reads the record of an edit, to check an unknown outcome or to find a conflict before anything is sent. */
export async function read(parts: EngineParts, row: OutboxRow, purpose: 'check' | 'reread'): Promise<Outcome> {
  const { world, client, store, laws } = parts;
  const asked = thisMoment(world);
  const order = store.hearings.ask();
  const { request, undocumented } = readRequest(parts, row);
  world.passing(`before read ${row.id}`);
  const result = aboutTheRecord(row, await client.read(request));
  world.passing(`after read ${row.id}`);
  if (undocumented) learn(parts, row, result);
  const look = laws.asLook(parts, row, order, result);
  const move = purpose === 'check' ? afterCheck(parts.laws.neverTaken, row, judgeCheck(parts, row, look)) : laws.unseen(parts, row, look);
  const ref = refOf(row);
  // A look is a read that brought the record, and nothing less (law 25).
  if (look.ok) parts.freshness.heard(ref);
  else parts.freshness.failed(ref);
  const heard = result.ok ? heardIn(result.value, 'read', { order, asOf: world.now() }) : null;
  const ours = move?.to === 'applied' ? partsTyped(row) : [];
  const settlement: Settlement = { row, attempt: null, move, heard, ours };
  return { settlement, sign: signOf(result), asked, afterMs: world.monotonic() - asked.monotonic, ask: null, saw: look.ok };
}

function partsTyped(row: OutboxRow): string[] {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  return kind && body ? partKeys(kind, body) : [];
}

function readRequest(parts: EngineParts, row: OutboxRow): { request: ServiceRequest; undocumented: boolean } {
  const kind = editKind(row.kind);
  const documented = kind?.read(row.recordId) ?? null;
  if (documented) return { request: documented, undocumented: false };
  const learned = parts.mayRead(row.kind) ? (kind?.undocumentedRead(row.recordId) ?? null) : null;
  if (!learned) throw new Error(`the record of a ${row.kind} cannot be read`);
  return { request: learned, undocumented: true };
}

/**
 * The effect on fields that this request left out, as the response to an update shows it (law 26). One that is filled was kept. One that was filled before and is
 * empty now was cleared, unless somebody else may have emptied it: that is evidence only where the record was read just before, or cannot be read
 * at all, and no earlier request of the edit may have done it.
 */
function learnOmission(parts: EngineParts, ready: Ready, seen: { reason: Reason; answer: JsonObject; fresh: boolean }): void {
  const { editKind: kind, intent, body, whole } = ready;
  const { row } = intent;
  if (!kind.whole || kind.needsCompleteBase || whole || row.attempts > 0) return;
  const isReadable = canBeRead(row, parts.mayRead);
  const cleared = seen.reason.kind === 'fieldsLost' && Object.keys(seen.reason.putBack).length > 0;
  if (cleared && (seen.fresh || !isReadable)) told(() => parts.learnedOmission(row, isReadable ? 'cleared' : 'clearedUnread'));
  else if (!cleared && heldBeside(kind, body, seen.answer).length > 0) told(() => parts.learnedOmission(row, 'kept'));
}

/** A verdict that a full disk does not take is found again; the answer counts all the same. */
function told(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
  }
}

/** The meaning of reading a record that certainly exists, for the read itself. */
function learn(parts: EngineParts, row: OutboxRow, result: ApiResult<Answer>): void {
  told(() => parts.learnedRead(row, result));
}

function heardIn(answer: Answer, provenance: Heard['provenance'], { order, asOf }: { order: Asked; asOf: number }): Heard {
  return { text: answer.text, value: answer.value, etag: answer.etag, provenance, asOf, asked: order };
}

function statusOf(result: ApiResult<Answer>): number | null {
  if (result.ok) return result.value.status;
  return 'status' in result.failure ? result.failure.status : null;
}
