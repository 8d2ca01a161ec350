import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OauthClient } from '#service/domain/records/credentials.ts';
import type { Store } from '#service/domain/store.ts';
import type { Sandbox } from '#service/http/sandbox.ts';
import type { TokenSubject } from './access-tokens.ts';
import type { CodeGrant, SignIns } from './sign-ins.ts';

/** An answer of the token endpoint: a granted pair of tokens, or an error (RFC 6749 section 5.2). */
interface TokenAnswer {
  readonly status: 200 | 400 | 401;
  readonly body: Readonly<Record<string, string | number>>;
}

export type TokenDesk = Pick<Sandbox, 'store' | 'tokens' | 'options'> & { readonly signIns: SignIns };

type Form = Readonly<Record<string, string | undefined>>;
const perSecond = { s: 1, ms: 1000, min: 1 / 60 } as const;

function failed(error: string, description: string): TokenAnswer {
  return { status: error === 'invalid_client' ? 401 : 400, body: { error, error_description: description } };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares secrets without telling by the time taken how much was right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Answers a form of the token endpoint ("OAuth 2.0 authorization code flow": token exchange and refresh). */
export async function grantTokens(desk: TokenDesk, form: Form): Promise<TokenAnswer> {
  if (form['grant_type'] === undefined) return failed('invalid_request', 'grant_type is missing.');
  const client = desk.store.get('oauthClient', form['client_id'] ?? '');
  if (client === undefined || !isSameSecret(client.clientSecret, form['client_secret'] ?? '')) {
    return failed('invalid_client', 'client_id or client_secret is wrong.');
  }
  switch (form['grant_type']) {
    case 'authorization_code':
      return exchangeCode(desk, client, form);
    case 'refresh_token':
      return refresh(desk, client, form);
    default:
      return failed('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
}

function codeProblem(grant: CodeGrant | undefined, client: OauthClient, form: Form): string | undefined {
  if (grant === undefined) return 'The code is unknown, used or too old.';
  if (grant.request.clientId !== client.clientId) return 'The code was made for another client.';
  if (grant.request.redirectUri !== form['redirect_uri']) return 'redirect_uri differs from the one of the authorization request.';
  const challenge = grant.request.challenge;
  if (challenge === undefined) return undefined;
  const verifier = form['code_verifier'] ?? '';
  const offered = challenge.method === 'S256' ? sha256(verifier).toString('base64url') : verifier;
  return isSameSecret(offered, challenge.value) ? undefined : 'code_verifier does not fit the code_challenge.';
}

async function exchangeCode(desk: TokenDesk, client: OauthClient, form: Form): Promise<TokenAnswer> {
  if (form['code'] === undefined) return failed('invalid_request', 'code is missing.');
  const grant = desk.signIns.takeCode(form['code']);
  const problem = codeProblem(grant, client, form);
  if (grant === undefined || problem !== undefined) return failed('invalid_grant', problem ?? '');
  return issue(desk, { userId: grant.userId, companyId: grant.companyId, clientId: client.clientId });
}

async function refresh(desk: TokenDesk, client: OauthClient, form: Form): Promise<TokenAnswer> {
  if (form['refresh_token'] === undefined) return failed('invalid_request', 'refresh_token is missing.');
  const id = sha256(form['refresh_token']).toString('base64url');
  const grant = desk.store.get('refreshGrant', id);
  if (grant === undefined || grant.clientId !== client.clientId) return failed('invalid_grant', 'The refresh token is unknown.');
  if (grant.state !== 'live') return failed('invalid_grant', `The refresh token was ${grant.state} before.`);
  desk.store.put('refreshGrant', id, { ...grant, state: 'used' });
  return issue(desk, grant);
}

async function issue(desk: TokenDesk, { userId, companyId, clientId }: TokenSubject): Promise<TokenAnswer> {
  const refreshToken = randomBytes(32).toString('base64url');
  const id = sha256(refreshToken).toString('base64url');
  desk.store.put('refreshGrant', id, { id, clientId, userId, companyId, state: 'live' });
  const life = desk.options.expiresInSeconds;
  const accessToken = await desk.tokens.make({ userId, companyId, clientId }, life);
  const expiresIn = life * perSecond[desk.options.expiresInUnit];
  const body = { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn };
  return { status: 200, body: desk.options.tokenType ? { ...body, token_type: 'Bearer' } : body };
}

/** Makes every refresh token useless, as an administrator would. */
export function revokeRefreshTokens(store: Store): void {
  for (const grant of store.list('refreshGrant')) {
    if (grant.state === 'live') store.put('refreshGrant', grant.id, { ...grant, state: 'revoked' });
  }
}
