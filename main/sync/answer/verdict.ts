import type { Answer } from '#main/api/client.ts';
import type { ApiResult, Failure } from '#main/api/result.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Reason, RepeatClass } from '#shared/edit.ts';

/** The circuit breaker's conclusion from one response. */
export type ConnectionSignal =
  | { kind: 'healthy' }
  /** Nothing was asked. */
  | { kind: 'none' }
  | { kind: 'offline'; failure: string }
  | { kind: 'captivePortal' }
  | { kind: 'rateLimited'; forMs: number }
  | { kind: 'serviceTrouble'; status: number | null; forMs: number | null }
  | { kind: 'signedOut' }
  | { kind: 'unknown'; failure: string };

/** The meaning of one response for one edit (docs/laws.md, "Judging an answer"). */
export type Verdict =
  | { kind: 'applied'; reason: Reason }
  | { kind: 'rejected'; reason: Extract<Reason, { kind: 'rejectedByService' }> }
  | { kind: 'conflict'; reason: Reason }
  /** Certainly not applied: it waits and is sent again. `afterMs` null means backing off. */
  | { kind: 'wait'; reason: Reason; afterMs: number | null }
  /** Certainly not applied, and nothing more leaves until somebody signs in. */
  | { kind: 'pause'; reason: Reason }
  /** Unknown, and a machine may find out. */
  | { kind: 'check'; reason: Reason }
  /** Unknown, and only a person may decide. */
  | { kind: 'doubt'; reason: Reason }
  /** Not applied, and a person is asked first. */
  | { kind: 'hold'; reason: Reason; ask: { host: string } | null };

/** Inputs of a verdict besides the response. */
export interface Sent {
  repeat: RepeatClass;
  touchesBank: boolean;
  /** It was sent on a tag of the record (`If-Match`). */
  onTag: boolean;
  /** Earlier requests of this edit whose outcome nobody learned. */
  unknownBefore: number;
  /** Compares the response's content with the request; called for a 2xx only. */
  check(answer: Answer): Reason | { kind: 'wrongRecord'; detail: string };
  afterMs: number;
}

/**
 * Judges the answer to a write. One function for every failure there is and every repeat class: by the error's `type` first, by the HTTP
 * class only where there is none, never by an error's text.
 */
export function judge(result: ApiResult<Answer>, sent: Sent): Verdict {
  if (result.ok) return judgeAnswer(result.value, sent);
  const { failure } = result;
  // 412 answers the tag that this very request named, whoever evaluated it: the record moved, and nothing was applied.
  if (sent.onTag && 'status' in failure && failure.status === movedTag) return { kind: 'rejected', reason: refusedAs(failure) };
  switch (failure.kind) {
    case 'notSent':
      if (failure.cause === 'signedOut') return { kind: 'pause', reason: { kind: 'signInNeeded' } };
      return { kind: 'wait', reason: { kind: 'offline', failure: failure.cause }, afterMs: null };
    case 'noAnswer':
      return unknown({ kind: 'noAnswer', failure: failure.cause, afterMs: failure.afterMs }, sent);
    case 'unreadable':
      return unknown({ kind: 'unreadableAnswer', status: failure.status, detail: failure.detail }, sent);
    case 'tooLarge':
    case 'otherCompany':
      return unknown({ kind: 'unreadableAnswer', status: failure.status, detail: failure.kind }, sent);
    case 'refused':
      return judgeRefusal(failure, sent);
    case 'unauthorized':
      // With a new token at hand it may leave again at once, as an intent of its own.
      return failure.refreshed
        ? { kind: 'wait', reason: { kind: 'signInNeeded' }, afterMs: 0 }
        : { kind: 'pause', reason: { kind: 'signInNeeded' } };
    case 'rateLimited':
      return { kind: 'wait', reason: { kind: 'rateLimited', retryAfterMs: failure.retryAfterMs }, afterMs: failure.retryAfterMs };
    case 'serviceTrouble':
      return unknown({ kind: 'serviceTrouble', status: failure.status }, sent);
    case 'redirected':
      if (failure.why !== 'untrusted') return unknown({ kind: 'redirectedWrite', status: failure.status, to: failure.to }, sent);
      return { kind: 'hold', reason: { kind: 'untrustedHost', host: failure.host }, ask: { host: failure.host } };
    case 'captivePortal':
      return unknown({ kind: 'noAnswer', failure: 'captivePortal', afterMs: sent.afterMs }, sent);
    case 'tooLate':
      return { kind: 'wait', reason: { kind: 'offline', failure: 'cancelled' }, afterMs: 0 };
    case 'cancelled':
      if (!failure.bytesWritten) return { kind: 'wait', reason: { kind: 'offline', failure: 'cancelled' }, afterMs: 0 };
      return unknown({ kind: 'noAnswer', failure: 'cancelled', afterMs: sent.afterMs }, sent);
    default:
      return assertNever(failure);
  }
}

/** "Precondition failed" (RFC 9110). */
export const movedTag = 412;

function refusedAs(failure: Extract<Failure, { status: number }>): Extract<Verdict, { kind: 'rejected' }>['reason'] {
  return { kind: 'rejectedByService', status: failure.status, error: failure.kind === 'refused' ? failure.error : null };
}

/** A 2xx is believed only when it shows the record that was asked for. */
function judgeAnswer(answer: Answer, sent: Sent): Verdict {
  const reason = sent.check(answer);
  if (reason.kind === 'wrongRecord') return unknown({ kind: 'unreadableAnswer', status: answer.status, detail: reason.detail }, sent);
  return { kind: 'applied', reason };
}

function judgeRefusal({ status, error }: Extract<Failure, { kind: 'refused' }>, sent: Sent): Verdict {
  // A 4xx without the service's words may come from a proxy, before or after the write was applied, however often it comes.
  if (error === null) return unknown({ kind: 'unreadableAnswer', status, detail: 'notItsWords' }, sent);
  return { kind: 'rejected', reason: { kind: 'rejectedByService', status, error } };
}

/** Nobody knows whether the request was carried out: the repeat class says who may find out. */
export function unknown(reason: Reason, sent: Pick<Sent, 'repeat' | 'touchesBank' | 'unknownBefore'>): Verdict {
  switch (sent.repeat) {
    case 'creates':
      return { kind: 'doubt', reason };
    case 'absoluteVersioned':
      // A machine repeats a full-record write once, and never one with a bank field.
      return sent.touchesBank || sent.unknownBefore > 0 ? { kind: 'doubt', reason } : { kind: 'check', reason };
    case 'absoluteReadable':
    case 'absoluteBlind':
      return { kind: 'check', reason };
    default:
      return assertNever(sent.repeat);
  }
}

/** The meaning of a response for the connection rather than for one edit. Only responses of the service itself are healthy. */
export function signOf(result: ApiResult<unknown>): ConnectionSignal {
  if (result.ok) return { kind: 'healthy' };
  const { failure } = result;
  switch (failure.kind) {
    case 'notSent':
      if (failure.cause === 'signedOut') return { kind: 'signedOut' };
      return failure.cause === 'proxyPortal' ? { kind: 'captivePortal' } : { kind: 'offline', failure: failure.cause };
    case 'noAnswer':
      return { kind: 'unknown', failure: failure.cause };
    case 'unreadable':
    case 'tooLarge':
      return { kind: 'serviceTrouble', status: failure.status, forMs: null };
    case 'otherCompany':
      return { kind: 'healthy' };
    case 'refused':
      // A bare status may come from anything on the way.
      return failure.error ? { kind: 'healthy' } : { kind: 'serviceTrouble', status: failure.status, forMs: null };
    case 'unauthorized':
      return failure.refreshed ? { kind: 'healthy' } : { kind: 'signedOut' };
    case 'rateLimited':
      return { kind: 'rateLimited', forMs: failure.retryAfterMs };
    case 'serviceTrouble':
      return { kind: 'serviceTrouble', status: failure.status, forMs: failure.retryAfterMs };
    case 'redirected':
      // Whoever sends away to a stranger may be the service or a portal: it proves nothing, and one edit is held for it.
      return failure.why === 'untrusted' ? { kind: 'none' } : { kind: 'serviceTrouble', status: failure.status, forMs: null };
    case 'captivePortal':
      return { kind: 'captivePortal' };
    case 'tooLate':
      return { kind: 'none' };
    case 'cancelled':
      return { kind: 'unknown', failure: 'cancelled' };
    default:
      return assertNever(failure);
  }
}
