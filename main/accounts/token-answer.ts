import { decodeUtf8, failureOfWire } from '#main/api/judge.ts';
import type { WayEnd } from '#main/api/redirects.ts';
import type { WireAnswer } from '#main/api/transport.ts';
import { isJsonObject, parseJson, strangersLimits, type JsonObject } from '#shared/json.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** What came of a token request. `spent` is true when the code or refresh token may have been used up by it. */
export type TokenAnswer =
  | { kind: 'tokens'; tokens: Tokens }
  /** The service's own no: the grant is not valid (any more), or the application is not known. `code` is the OAuth error code. */
  | { kind: 'denied'; code: string }
  | { kind: 'trouble'; cause: string; spent: boolean };

/** What the end of a token request's way says about the sign-in. */
export function judgeTokens(end: WayEnd): TokenAnswer {
  if (end.kind === 'stopped') return { kind: 'trouble', cause: `redirected ${end.why}`, spent: false };
  if (end.kind === 'lost') {
    const failure = failureOfWire(end.failure, end.hops > 0);
    const cause = 'cause' in failure ? failure.cause : failure.kind;
    return { kind: 'trouble', cause, spent: failure.kind !== 'notSent' && !(failure.kind === 'cancelled' && !failure.bytesWritten) };
  }
  return judgeAnswer(end.answer);
}

function judgeAnswer(answer: WireAnswer): TokenAnswer {
  const value = jsonOf(answer);
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const tokens = value && readTokens(value);
    return tokens ? { kind: 'tokens', tokens } : { kind: 'trouble', cause: 'unreadable', spent: true };
  }
  // Only the service's own words end a sign-in; a proxy's page or a full queue does not.
  if (value && status >= 400 && status < 500 && status !== 429 && status !== 408) return { kind: 'denied', code: errorCodeIn(value) };
  return { kind: 'trouble', cause: `status ${status}`, spent: status >= 500 || status === 408 };
}

function jsonOf(answer: WireAnswer): JsonObject | null {
  const text = answer.body.byteLength > strangersLimits.maxLength ? null : decodeUtf8(answer.body);
  const parsed = text === null ? null : parseJson(text, strangersLimits);
  return parsed?.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

/** A word as codes are; anything else could be a part of what was sent, and codes are logged and shown. */
function errorCodeIn(value: JsonObject): string {
  const code = value['error'] ?? value['type'];
  return typeof code === 'string' && /^[a-z_]{1,40}$/i.test(code) ? code : 'unnamed';
}
