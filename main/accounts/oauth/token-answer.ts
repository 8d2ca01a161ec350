import { decodeUtf8, failureOfWire } from '#main/api/judge.ts';
import type { WayEnd } from '#main/api/redirects.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { objectIn, strangersLimits, type JsonObject } from '#shared/json/json.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** The result of a token request. `spent` is true when it may have used up the code or refresh token. */
export type TokenAnswer =
  | { kind: 'tokens'; tokens: Tokens }
  /** The service refused the grant or does not know the application. `code` is one of RFC 6749's error codes. */
  | { kind: 'denied'; code: string }
  /** Anything else. `said` is an error code in the answer that ends no grant. */
  | { kind: 'trouble'; cause: string; spent: boolean; said?: string };

/** Maps the outcome of a token request to the sign-in. */
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
  const code = value && errorCodeIn(value);
  const said = code === null ? {} : { said: code };
  if (status >= 200 && status < 300) {
    const tokens = value && readTokens(value);
    return tokens ? { kind: 'tokens', tokens } : { kind: 'trouble', cause: 'unreadable', spent: true, ...said };
  }
  // A gateway may answer any other status, or other JSON, without the service behind it.
  if (code !== null && (status === 400 || status === 401) && grantErrors.has(code)) return { kind: 'denied', code };
  return { kind: 'trouble', cause: `status ${status}`, spent: status >= 500 || status === 408, ...said };
}

/** The token endpoint's error codes of RFC 6749, section 5.2. */
const grantErrors = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant'],
  ...['unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
]);

function jsonOf(answer: WireAnswer): JsonObject | null {
  const text = answer.body.byteLength > strangersLimits.maxLength ? null : decodeUtf8(answer.body);
  return text === null ? null : objectIn(text, strangersLimits);
}

/** Only a word as codes are: anything else could be a part of what was sent, and codes are logged and shown. */
function errorCodeIn({ error }: JsonObject): string | null {
  return typeof error === 'string' && /^[a-z_]{1,40}$/i.test(error) ? error : null;
}
