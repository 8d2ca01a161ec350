import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  customFetch,
  None,
  refreshTokenGrantRequest,
  type AuthorizationServer,
  type Client as OauthClient,
} from 'oauth4webapi';
import { isJsonObject, parseJson, strangersLimits, type JsonObject } from '#shared/json.ts';
import { decodeUtf8, failureOfWire } from '#main/api/judge.ts';
import { connectTimeoutMs, laneLimits } from '#main/api/limits.ts';
import { followRedirects, type WayEnd } from '#main/api/redirects.ts';
import type { Transport, WireAnswer } from '#main/api/transport.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** The application as the service's operator registered it. */
export interface OauthApplication {
  clientId: string;
  /** Empty for an application without one. */
  clientSecret: string;
}

export type Grant =
  /** `callback` is what `validateAuthResponse` gave back. */
  { kind: 'code'; callback: URLSearchParams; redirectUri: string; codeVerifier: string } | { kind: 'refresh'; refreshToken: string };

/** What came of a token request. `spent` is true when the code or refresh token may have been used up by it. */
export type TokenAnswer =
  | { kind: 'tokens'; tokens: Tokens }
  /** The service's own no: the grant is not valid (any more), or the application is not known. `code` is the OAuth error code. */
  | { kind: 'denied'; code: string }
  | { kind: 'trouble'; cause: string; spent: boolean };

/** Authorization server and its addresses, relative to the base address. */
export function authorizationServer(baseUrl: string): AuthorizationServer {
  return { issuer: baseUrl, authorization_endpoint: `${baseUrl}/oauth/authorize`, token_endpoint: `${baseUrl}/oauth/token` };
}

/** POST `{base_url}/oauth/token` for either grant; never follows a redirect to another origin and never throws for the network. */
export async function requestTokens(
  options: { transport: Transport; baseUrl: string; application: OauthApplication; signal?: AbortSignal },
  grant: Grant,
): Promise<TokenAnswer> {
  const server = authorizationServer(options.baseUrl);
  const client: OauthClient = { client_id: options.application.clientId };
  const authentication = options.application.clientSecret === '' ? None() : ClientSecretPost(options.application.clientSecret);
  let end: WayEnd | null = null;
  const through = {
    [customFetch]: async (_url: string, { body }: { body: URLSearchParams }) => {
      end = await post(options, body.toString());
      return new Response(null);
    },
  };
  if (grant.kind === 'refresh') await refreshTokenGrantRequest(server, client, authentication, grant.refreshToken, through);
  else await authorizationCodeGrantRequest(server, client, authentication, grant.callback, grant.redirectUri, grant.codeVerifier, through);
  if (end === null) throw new Error('the OAuth client sent nothing');
  return judge(end);
}

function post(
  { transport, baseUrl, signal }: { transport: Transport; baseUrl: string; signal?: AbortSignal },
  form: string,
): Promise<WayEnd> {
  const bytes = new TextEncoder().encode(form);
  const headers: [string, string][] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', String(bytes.byteLength)],
  ];
  const { origin } = new URL(baseUrl);
  const { totalTimeoutMs } = laneLimits.write;
  return followRedirects(
    { method: 'POST', url: `${baseUrl}/oauth/token`, headers, bytes, signIn: true },
    // The form holds the client's secret and a token: no other origin, whatever the account trusts.
    { origin, trusts: () => 'no', follow303: false },
    (hop) =>
      transport.exchange(
        { method: hop.method, url: hop.url, headers: hop.headers, body: hop.bytes, lane: 'write', connectTimeoutMs, totalTimeoutMs },
        signal,
      ),
  );
}

function judge(end: WayEnd): TokenAnswer {
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

/** The entry that holds an account's client secret. */
export function clientSecretName(accountId: string): string {
  return `client:${accountId}`;
}
