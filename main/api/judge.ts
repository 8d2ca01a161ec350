import { isJsonObject, parseJson, strangersLimits, type JsonObject } from '#shared/json/json.ts';
import { isErrorType, readServiceError, type ServiceError } from '#shared/service/service-error.ts';
import { httpDate, retryAfterMs } from '#main/api/transport/limits.ts';
import { failed, succeeded, type ApiResult, type Failure } from './result.ts';
import { headerOf, type WireAnswer, type WireFailure } from '#main/api/transport/transport.ts';

/** A record or another JSON object, with the text that it came in. */
export interface JsonBody {
  text: string;
  value: JsonObject;
}

/** Statuses below 500 after which nobody knows whether the request was applied. */
const undecidedStatuses = new Set([408, 425]);

/** Judges an answer that should carry a JSON object: by the error's `type` first, by HTTP class only as a fallback. */
export function judgeJson(answer: WireAnswer, now: number): ApiResult<JsonBody> {
  const body = readJsonObject(answer);
  const failure = failureOfAnswer(answer, body, now);
  if (failure) return failed(failure);
  return body.kind === 'object' ? succeeded({ text: body.text, value: body.value }) : unreadable(answer.status, body.detail);
}

/** Judges an answer that should carry a document of this media type ("Endpoints 8"); the bytes are not looked into. */
export function judgeBytes(answer: WireAnswer, mediaType: string, now: number): ApiResult<Uint8Array> {
  const failure = failureOfAnswer(answer, readJsonObject(answer), now);
  if (failure) return failed(failure);
  const found = mediaTypeOf(answer);
  return found === mediaType ? succeeded(answer.body) : unreadable(answer.status, `mediaType ${found}`);
}

/** Judges an answer whose content is not specified ("Endpoints 6"): any 2xx is shown as it came. */
export function judgeAny(answer: WireAnswer, now: number): ApiResult<null> {
  const failure = failureOfAnswer(answer, readJsonObject(answer), now);
  return failure ? failed(failure) : succeeded(null);
}

/** The meaning of a network failure. `repeated`: an earlier hop of the same write has already been answered, so "not sent" can no longer be said. */
export function failureOfWire(failure: WireFailure, repeated: boolean): Failure {
  const bytesWritten = failure.bytesWritten || repeated;
  if (failure.cause === 'cancelled') return { kind: 'cancelled', bytesWritten };
  if (failure.cause === 'tooLate') return { kind: 'tooLate' };
  if (!bytesWritten) return { kind: 'notSent', cause: failure.cause, detail: failure.detail };
  if (failure.cause === 'tooLarge') return { kind: 'tooLarge', status: failure.status ?? 0 };
  if (failure.cause === 'truncated' || failure.cause === 'malformed') {
    return { kind: 'unreadable', status: failure.status ?? 0, detail: `${failure.cause} ${failure.detail}` };
  }
  const cause = failure.cause === 'timeout' || failure.cause === 'reset' ? failure.cause : 'closed';
  return { kind: 'noAnswer', cause, afterMs: failure.afterMs };
}

/** `own`: in the interface's media type, to the letter. */
type Body = { kind: 'object'; text: string; value: JsonObject; own: boolean } | { kind: 'empty' | 'html' | 'other'; detail: string };

/** The failure that an answer is, or null for a 2xx without the service's error in it. */
function failureOfAnswer(answer: WireAnswer, body: Body, now: number): Failure | null {
  const { status } = answer;
  const success = status >= 200 && status < 300;
  const error = success ? errorInSuccess(body) : errorIn(body);
  // The specification does not say that what failed on the service's side was not carried out, whatever type the error has.
  if (isUndecided(status)) return { kind: 'serviceTrouble', status, retryAfterMs: waitOf(answer, now) };
  // Types that the specification names outrank the HTTP status.
  if (error && isErrorType(error.type)) return failureOfNamedType(answer, error, now);
  if (error && success) return { kind: 'unreadable', status, detail: 'error of an unknown type in a success' };
  return success ? null : failureOfStatus(answer, body, error, now);
}

/** True when a status leaves open whether the request was applied. */
function isUndecided(status: number): boolean {
  return status >= 500 || undecidedStatuses.has(status);
}

/** Only the service itself can say that it did not take a request; a limit on the way may be behind the service as well as before it. */
function failureOfLimit(answer: WireAnswer, error: ServiceError | null, now: number): Failure {
  const wait = waitOf(answer, now) ?? 1_000;
  return error ? { kind: 'rateLimited', status: 429, retryAfterMs: wait } : { kind: 'serviceTrouble', status: 429, retryAfterMs: wait };
}

/** The meaning of a response to a request without credentials. Null: the service's own words; `strange`: unknown words. */
export function judgeQuestion(answer: WireAnswer, now: number): Failure | { kind: 'strange' } | null {
  const body = readJsonObject(answer);
  const error = errorIn(body);
  if (isUndecided(answer.status)) return { kind: 'serviceTrouble', status: answer.status, retryAfterMs: waitOf(answer, now) };
  if (answer.status === 429) return failureOfLimit(answer, error, now);
  return error ? null : { kind: 'strange' };
}

function failureOfNamedType(answer: WireAnswer, error: ServiceError, now: number): Failure {
  const { status } = answer;
  if (error.type === 'UNAUTHORIZED') return { kind: 'unauthorized', status, error, refreshed: false };
  return { kind: 'refused', status, error, retryAfterMs: waitOf(answer, now) };
}

function failureOfStatus(answer: WireAnswer, body: Body, error: ServiceError | null, now: number): Failure {
  const { status } = answer;
  if (status === 401) return { kind: 'unauthorized', status, error, refreshed: false };
  if (status === 429) return failureOfLimit(answer, error, now);
  // A no that is not in the service's words may come from anything in between.
  if (status < 400 || body.kind === 'html' || body.kind === 'other')
    return { kind: 'unreadable', status, detail: body.kind === 'object' ? 'json' : body.detail };
  return { kind: 'refused', status, error, retryAfterMs: waitOf(answer, now) };
}

/** A gateway's problem document (RFC 9457) is no word of the service, whatever type it names. */
function errorIn(body: Body): ServiceError | null {
  return body.kind === 'object' && body.own ? readServiceError(body.value) : null;
}

/** A 2xx is an error only when it is nothing else: a record may carry a `type` and a `failureContext` of its own. */
function errorInSuccess(body: Body): ServiceError | null {
  if (body.kind !== 'object' || !body.own) return null;
  const ofRecords = ['id', 'vendorId', 'companyId', 'failureContext', 'resourceId'];
  return ofRecords.some((key) => key in body.value) ? null : readServiceError(body.value);
}

function waitOf(answer: WireAnswer, now: number): number | null {
  const date = httpDate(headerOf(answer.headers, 'date') ?? '');
  // The service's own clock, where it tells it: ours may be years off.
  return retryAfterMs(headerOf(answer.headers, 'retry-after'), Number.isNaN(date) ? now : date);
}

function readJsonObject(answer: WireAnswer): Body {
  if (answer.body.byteLength === 0) return { kind: 'empty', detail: 'empty' };
  const mediaType = mediaTypeOf(answer);
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return { kind: 'html', detail: 'html' };
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) return { kind: 'other', detail: `mediaType ${mediaType}` };
  const charset = charsetOf(answer);
  if (charset !== null && charset !== 'utf-8' && charset !== 'utf8') return { kind: 'other', detail: 'charset' };
  if (answer.body.byteLength > strangersLimits.maxLength) return { kind: 'other', detail: 'json tooLong' };
  const text = decodeUtf8(answer.body);
  if (text === null) return { kind: 'other', detail: 'badUtf8' };
  const parsed = parseJson(text, strangersLimits);
  if (!parsed.ok) return { kind: 'other', detail: `json ${parsed.problem.kind}` };
  return isJsonObject(parsed.value)
    ? { kind: 'object', text, value: parsed.value, own: mediaType === 'application/json' }
    : { kind: 'other', detail: 'notAnObject' };
}

/** Text of UTF-8 bytes, without a byte order mark; null when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function contentType(answer: WireAnswer): string[] {
  return (headerOf(answer.headers, 'content-type') ?? '').split(';').map((part) => part.trim().toLowerCase());
}

function mediaTypeOf(answer: WireAnswer): string {
  return (contentType(answer)[0] ?? '').slice(0, 100);
}

function charsetOf(answer: WireAnswer): string | null {
  const parameter = contentType(answer).find((part) => part.startsWith('charset='));
  return parameter === undefined ? null : parameter.slice('charset='.length).replace(/^"|"$/g, '');
}

function unreadable(status: number, detail: string): ApiResult<never> {
  return failed({ kind: 'unreadable', status, detail });
}
