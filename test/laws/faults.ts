import type { WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { jsonMediaType } from '#main/api/prepare.ts';

/** Network faults of one request. `share` is in thousandths of the requests while faults last. */
export const faultKinds = {
  /** No byte left. */
  notSent: 70,
  /** Bytes left, nothing was carried out. */
  resetBefore: 50,
  /** Carried out, the answer was lost at once. */
  resetAfter: 45,
  /** Carried out, and we gave up waiting. */
  timeoutAfter: 30,
  /** Not carried out, and no answer either: only where a scenario says so. */
  timeoutBefore: 0,
  /** Not carried out, a proxy's page: only where a scenario says so. */
  blocked: 0,
  /** Carried out 31 to 91 seconds after we gave up. */
  late: 30,
  /** Carried out, then a 500. */
  troubleAfter: 25,
  /** Not carried out, a 502 in HTML. */
  troubleBefore: 25,
  /** Carried out, answered with HTML. */
  garbageAfter: 15,
  /** Not carried out, a 200 in HTML: a portal's page. */
  garbageBefore: 15,
  /** Not carried out, a 200 in JSON about something else. */
  otherRecord: 15,
  /** Carried out, the JSON was cut short. */
  truncated: 15,
  rateLimited: 20,
  unavailable: 10,
  /** Carried out, then a 503 that names a time, in the service's shape. */
  unavailableAfter: 10,
  /** Carried out, then a 500 with an error of a known type inside. */
  typedAfter: 10,
  /** Carried out, then a 429 that is not in the service's words. */
  limitedAfter: 8,
  /** Not carried out, a no that is not in the service's words. */
  strangeNo: 8,
  unauthorized: 15,
  /** Not carried out, sent to another path of the service. */
  movedAway: 12,
  /** Not carried out, sent on to a host that nobody trusts. */
  movedToStranger: 6,
  /** Not carried out, "see other". */
  seeOther: 10,
  /** A read answered from an old copy. */
  staleRead: 40,
} as const;

export type FaultKind = keyof typeof faultKinds;

/** The fate of one request: the times of its application (or never) and of its response, in milliseconds from now. */
export interface Fate {
  carriedOutAfter: number | null;
  /** Null: what the service said. */
  comesBack: WireAnswer | WireFailure | null;
  after: number;
}

const lost = (cause: WireFailure['cause'], bytesWritten: boolean, afterMs: number): WireFailure => {
  return { kind: 'failure', cause, bytesWritten, status: null, detail: cause, afterMs };
};

const answer = (status: number, headers: Record<string, string>, text: string): WireAnswer => {
  return { kind: 'answer', status, headers: Object.entries(headers), body: new TextEncoder().encode(text), afterMs: 10 };
};

const html = { 'content-type': 'text/html' };
const json = { 'content-type': jsonMediaType };
const shapeA = (type: string) => JSON.stringify({ name: 'Error', type, errors: [{ type, message: type, path: null, context: null }] });
const strangeNos = [
  answer(403, json, '{"message":"Forbidden"}'),
  answer(403, json, '{"type":"https://gateway.test/blocked","title":"Forbidden","errors":[]}'),
  answer(403, { 'content-type': 'application/problem+json' }, '{"type":"FORBIDDEN","title":"Forbidden","errors":[]}'),
];
/** A no that is not in the service's words, in one of the forms that gateways use (RFC 9457 among them). */
export const strangeNo = (pick: number): WireAnswer => strangeNos[Math.floor(pick) % strangeNos.length] ?? answer(403, json, '{}');
const redirect = (status: number, location: string) => answer(status, { location, ...html }, '<html>moved</html>');

/** Decides one request's fate; `latency` is drawn already, `random` feeds the rest. */
export function fateOf(kind: FaultKind | null, request: WireRequest, latency: number, random: () => number): Fate {
  const timeout = request.totalTimeoutMs;
  const said = (comesBack: Fate['comesBack'], carriedOut: boolean): Fate => {
    return { carriedOutAfter: carriedOut ? latency / 2 : null, comesBack, after: latency };
  };
  switch (kind) {
    case null:
    case 'staleRead':
      return said(null, true);
    case 'notSent':
      return said(lost('refused', false, latency), false);
    case 'resetBefore':
      return said(lost('reset', true, latency), false);
    case 'resetAfter':
      return said(lost('reset', true, latency), true);
    case 'timeoutAfter':
      return { carriedOutAfter: latency / 2, comesBack: lost('timeout', true, timeout), after: timeout };
    case 'timeoutBefore':
      return { carriedOutAfter: null, comesBack: lost('timeout', true, timeout), after: timeout };
    case 'blocked':
      return said(answer(403, html, '<html>blocked</html>'), false);
    case 'late':
      return { carriedOutAfter: timeout + 31_000 + random() * 60_000, comesBack: lost('timeout', true, timeout), after: timeout };
    case 'troubleAfter':
      return said(answer(500, json, shapeA('INTERNAL_ERROR')), true);
    case 'troubleBefore':
      return said(answer(502, html, '<html>bad gateway</html>'), false);
    case 'garbageAfter':
      return said(answer(200, html, '<html>welcome</html>'), true);
    case 'garbageBefore':
      return said(answer(200, html, '<html>welcome</html>'), false);
    case 'otherRecord':
      return said(answer(200, json, JSON.stringify({ id: '00000000-0000-4000-8000-000000000000', state: 'PAID', version: 1 })), false);
    case 'truncated':
      return said(answer(200, json, '{"id":"'), true);
    case 'rateLimited':
      return said(answer(429, { 'retry-after': '5', ...json }, shapeA('TOO_MANY_REQUESTS')), false);
    case 'unavailable':
      return said(answer(503, { 'retry-after': '4', ...json }, shapeA('SERVICE_UNAVAILABLE')), false);
    case 'unavailableAfter':
      return said(answer(503, { 'retry-after': '4', ...json }, shapeA('SERVICE_UNAVAILABLE')), true);
    case 'typedAfter':
      return said(answer(500, json, `{"error":${shapeA('CONFLICT')}}`), true);
    case 'limitedAfter':
      return said(answer(429, { 'retry-after': '3', ...html }, '<html>too many</html>'), true);
    case 'strangeNo':
      return said(strangeNo(latency), false);
    case 'unauthorized':
      return said(answer(401, json, shapeA('UNAUTHORIZED')), false);
    case 'movedAway':
      return said(redirect(302, otherPath(request)), false);
    case 'movedToStranger':
      return said(redirect(307, `https://stranger.test${new URL(request.url).pathname}`), false);
    case 'seeOther':
      return said(redirect(303, otherPath(request)), false);
  }
}

/** Another path under which a naive client would find a record that looks like an answer. */
function otherPath(request: WireRequest): string {
  return new URL(request.url).pathname.replace(/\/(payments|lines)$/, '');
}
