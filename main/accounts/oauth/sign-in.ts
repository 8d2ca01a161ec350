import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import type { Transport } from '#main/api/transport/transport.ts';
import type { World } from '#shared/world.ts';
import { openLoopback, type Loopback } from './loopback.ts';
import type { TokenAnswer } from './token-answer.ts';
import { authorizationServer, requestTokens, type OauthApplication } from './token-endpoint.ts';
import type { Tokens } from './tokens.ts';

/** Why a sign-in in the browser did not come to an end; each has its own message and next step. */
export type SignInReason =
  | 'cancelled'
  | 'timedOut'
  | 'portInUse'
  | 'cannotListen'
  | 'browserDidNotOpen'
  | 'refused'
  | 'serviceError'
  | 'missingCode'
  | 'malformedCallback'
  | 'otherIssuer'
  | 'codeRefused'
  | 'applicationRefused'
  | 'noTokens'
  | 'unreachable';

export type SignInOutcome = { kind: 'signedIn'; tokens: Tokens } | { kind: 'failed'; reason: SignInReason; detail: string | null };

export interface SignInOptions {
  world: World;
  transport: Transport;
  baseUrl: string;
  application: OauthApplication;
  /** 0 for any free port; else the port of the redirect URI that the service knows. */
  redirectPort: number;
  openExternal(url: string): Promise<void>;
  /** Aborts when the user cancels. */
  signal?: AbortSignal | undefined;
}

/** As long as a user may take in the browser. */
const patienceMs = 5 * 60_000;

/**
 * The authorization code flow of a native application: system browser, loopback listener, `state`, PKCE, `response_type=code`
 * ("OAuth 2.0 authorization code flow"). Never rejects for what a user, the browser or the service does.
 */
export async function signIn(options: SignInOptions): Promise<SignInOutcome> {
  if (options.signal?.aborted) return failed('cancelled');
  const secret = { state: generateRandomState(), codeVerifier: generateRandomCodeVerifier() };
  const listening = await openLoopback(options.redirectPort, (callback) => hasState(callback, secret.state));
  if (listening.kind === 'portInUse') return failed('portInUse', String(options.redirectPort));
  if (listening.kind === 'failed') return failed('cannotListen', listening.code);
  const { loopback } = listening;
  let outcome = failed('cancelled');
  try {
    const callback = await awaitCallback(options, loopback, await authorizeUrl(options, loopback.redirectUri, secret));
    outcome = callback instanceof URLSearchParams ? await redeem(options, loopback.redirectUri, secret, callback) : callback;
    return outcome;
  } finally {
    await loopback.finish(outcome.kind === 'signedIn' ? 'signedIn' : 'notSignedIn');
  }
}

interface Secret {
  state: string;
  codeVerifier: string;
}

async function authorizeUrl({ baseUrl, application }: SignInOptions, redirectUri: string, secret: Secret): Promise<string> {
  const url = new URL(`${baseUrl}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: redirectUri,
    state: secret.state,
    response_type: 'code',
    code_challenge: await calculatePKCECodeChallenge(secret.codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

async function awaitCallback(options: SignInOptions, loopback: Loopback, url: string): Promise<URLSearchParams | SignInOutcome> {
  const clock = new AbortController();
  const timedOut = options.world.sleep(patienceMs, clock.signal).then(() => failed('timedOut'));
  const cancelled = new Promise<SignInOutcome>((resolve) => {
    options.signal?.addEventListener('abort', () => resolve(failed('cancelled')), { once: true, signal: clock.signal });
  });
  const notOpened = options.openExternal(url).then(
    () => new Promise<never>(() => undefined),
    () => failed('browserDidNotOpen'),
  );
  try {
    return await Promise.race([loopback.callback, timedOut, cancelled, notOpened]);
  } finally {
    clock.abort();
  }
}

async function redeem(options: SignInOptions, redirectUri: string, secret: Secret, callback: URLSearchParams): Promise<SignInOutcome> {
  const checked = checkCallback(options, secret.state, callback);
  if (!(checked instanceof URLSearchParams)) return checked;
  const answer = await requestTokens(options, { kind: 'code', callback: checked, redirectUri, codeVerifier: secret.codeVerifier });
  return outcomeOf(answer);
}

/** Without the state, nothing in a callback means anything: anybody on this computer may have sent it, so it ends nothing either. */
function hasState(callback: URLSearchParams, state: string): boolean {
  const states = callback.getAll('state');
  return states.length === 1 && states[0] === state;
}

function checkCallback(options: SignInOptions, state: string, callback: URLSearchParams): URLSearchParams | SignInOutcome {
  const issuer = callback.get('iss') ?? options.baseUrl;
  const origin = URL.parse(issuer)?.origin;
  // The code of another service is not for this one (RFC 9207).
  if (origin !== new URL(options.baseUrl).origin) return failed('otherIssuer', URL.parse(issuer)?.host || null);
  try {
    const client = { client_id: options.application.clientId };
    const checked = validateAuthResponse({ ...authorizationServer(options.baseUrl), issuer }, client, callback, state);
    const [code, another] = checked.getAll('code');
    if (another !== undefined) return failed('malformedCallback');
    return code ? checked : failed('missingCode');
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) return failed('malformedCallback');
    return error.error === 'access_denied' ? failed('refused') : failed('serviceError', error.error.slice(0, 100));
  }
}

function outcomeOf(answer: TokenAnswer): SignInOutcome {
  switch (answer.kind) {
    case 'tokens':
      return { kind: 'signedIn', tokens: answer.tokens };
    case 'denied':
      return failed(applicationErrors.has(answer.code) ? 'applicationRefused' : 'codeRefused', answer.code);
    case 'trouble':
      if (answer.cause === 'cancelled') return failed('cancelled');
      if (answer.said !== undefined) return failed('serviceError', answer.said);
      return answer.cause === 'unreadable' ? failed('noTokens') : failed('unreachable', answer.cause);
  }
}

const applicationErrors = new Set(['invalid_client', 'unauthorized_client']);

function failed(reason: SignInReason, detail: string | null = null): SignInOutcome {
  return { kind: 'failed', reason, detail };
}
