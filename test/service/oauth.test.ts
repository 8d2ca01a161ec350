import { t } from '#shared/messages/t.ts';
import type { Language } from '#shared/values/language.ts';
import { spokenIn } from '#shared/messages/speak.ts';
import * as oauth from 'oauth4webapi';
import { decodeJwt } from 'jose';
import { fetch as undiciFetch, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { GivenOptions } from '#service/options.ts';
import { liveSandbox, someExpenseId, type LiveSandbox } from './live-sandbox.ts';

const callback = 'http://127.0.0.1:49152/callback';
const open: LiveSandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function start(options: GivenOptions = {}): Promise<LiveSandbox> {
  const live = await liveSandbox(options);
  open.push(live);
  return live;
}

interface Page {
  readonly status: number;
  readonly html: string;
  readonly location: URL | undefined;
  readonly policy: string;
}

async function visit(live: LiveSandbox, path: string, form?: Record<string, string>, language = 'en'): Promise<Page> {
  const answer = await request(live.service.baseUrl + path, {
    method: form === undefined ? 'GET' : 'POST',
    dispatcher: live.agent,
    headers: { 'accept-language': language, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form && { body: new URLSearchParams(form).toString() }),
  });
  const location = answer.headers['location'];
  return {
    status: answer.statusCode,
    html: await answer.body.text(),
    location: typeof location === 'string' ? new URL(location) : undefined,
    policy: String(answer.headers['content-security-policy']),
  };
}

function authorizePath(query: Record<string, string> = {}): string {
  return `/oauth/authorize?${new URLSearchParams({ client_id: 'layover-desktop', redirect_uri: callback, ...query }).toString()}`;
}

function signInId(page: Page): string {
  return /name="signIn" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
}

/** Walks the pages as a user would: signs in, allows, and is sent back. */
async function goBackSignedIn(live: LiveSandbox, query: Record<string, string> = {}, email = 'ines@halyard.example'): Promise<URL> {
  const page = await visit(live, authorizePath(query));
  const signIn = signInId(page);
  const consent = await visit(live, '/oauth/sign-in', { signIn, email, password: 'layover' });
  const companyId = /<option value="([^"]+)"/.exec(consent.html)?.[1] ?? '';
  const back = await visit(live, '/oauth/consent', { signIn, companyId, decision: 'allow' });
  if (back.location === undefined) throw new Error(`not sent back: ${back.html}`);
  return back.location;
}

interface Tokens {
  readonly status: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type?: string;
  readonly error?: string;
}

async function token(live: LiveSandbox, form: Record<string, string>): Promise<Tokens> {
  const { clientId, clientSecret } = live.service.credentials;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, redirect_uri: callback, ...form }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await request(`${live.service.baseUrl}/oauth/token`, { method: 'POST', dispatcher: live.agent, body, headers });
  return { status: answer.statusCode, ...((await answer.body.json()) as Omit<Tokens, 'status'>) };
}

async function signedIn(live: LiveSandbox, email?: string): Promise<Tokens> {
  const code = (await goBackSignedIn(live, {}, email)).searchParams.get('code') ?? '';
  return token(live, { grant_type: 'authorization_code', code });
}

describe('the whole flow with a library', () => {
  it('OA-setup OA-authorize OA-code OA-exchange OA-bearer OA-pkce: state, PKCE, code, tokens, a request', async () => {
    const live = await start();
    const { clientId, clientSecret } = live.service.credentials;
    const server: oauth.AuthorizationServer = { issuer: live.service.baseUrl, token_endpoint: `${live.service.baseUrl}/oauth/token` };
    const client: oauth.Client = { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const state = oauth.generateRandomState();
    const back = await goBackSignedIn(live, { state, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' });
    expect(back.origin + back.pathname).toBe(callback);
    const parameters = oauth.validateAuthResponse(server, client, back, state);
    const authentication = oauth.ClientSecretPost(clientSecret);
    const options = {
      [oauth.customFetch]: (url: string, init: object) =>
        undiciFetch(url, { ...init, dispatcher: live.agent }) as unknown as Promise<Response>,
    };
    const answer = await oauth.authorizationCodeGrantRequest(server, client, authentication, parameters, callback, verifier, options);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    const asked = await live.send('GET', `/v1/expenses/${someExpenseId(live)}`, undefined, { auth: `Bearer ${tokens.access_token}` });
    expect(asked.status).toBe(200);
    const renewed = await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? '', options);
    expect((await oauth.processRefreshTokenResponse(server, client, renewed)).access_token).not.toBe(tokens.access_token);
  });
});

describe('the sign-in pages', () => {
  it('OA-authorize: without state or response_type the code comes alone', async () => {
    const back = await goBackSignedIn(await start());
    expect([...back.searchParams.keys()]).toEqual(['code']);
  });

  it('say when the password is wrong, and let the user try again', async () => {
    const live = await start();
    const signIn = signInId(await visit(live, authorizePath()));
    const wrong = await visit(live, '/oauth/sign-in', { signIn, email: 'ines@halyard.example', password: 'guess' });
    expect([wrong.status, wrong.html.includes('E-mail or password is wrong.')]).toEqual([401, true]);
    const right = await visit(live, '/oauth/sign-in', { signIn, email: ' INES@halyard.example', password: 'layover' });
    expect(right.html).toContain('Inês Carvalho');
  });

  it('speak the language that the browser asks for, and English where they do not know it', async () => {
    const live = await start();
    const sign = async (header: string) => (await visit(live, authorizePath(), undefined, header)).html;
    const of = (language: Language) => spokenIn(language, () => t('sandbox.people'));
    for (const [header, language] of [
      ['sv-SE,sv;q=0.9,en;q=0.8', 'sv'],
      ['ja;q=1, en;q=0.5, de;q=0.7', 'de'],
      ['ja', 'en'],
    ] as const) {
      const html = await sign(header);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(of(language));
    }
  });

  it('OA-code: refusing redirects the user with access_denied and the state', async () => {
    const live = await start();
    const signIn = signInId(await visit(live, authorizePath({ state: 'abc' })));
    await visit(live, '/oauth/sign-in', { signIn, email: 'mei@halyard.example', password: 'layover' });
    const back = await visit(live, '/oauth/consent', { signIn, decision: 'refuse' });
    expect(back.location?.search).toBe('?error=access_denied&state=abc');
    expect((await visit(live, '/oauth/consent', { signIn, decision: 'allow' })).status).toBe(400);
  });

  it('nobody is sent anywhere for an unknown client or an address that is not registered', async () => {
    const live = await start();
    const wrong: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:49152/callback/../evil' },
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
      { redirect_uri: 'http://user@127.0.0.1:1/callback' },
      { redirect_uri: 'https://127.0.0.1:1/callback' },
      { redirect_uri: '' },
    ];
    for (const query of wrong) {
      const page = await visit(live, authorizePath(query));
      expect([query, page.status, page.location]).toEqual([query, 400, undefined]);
    }
  });

  it('other mistakes go back to the application', async () => {
    const live = await start();
    const page = await visit(live, authorizePath({ response_type: 'token', state: 's' }));
    expect([page.status, page.location?.search]).toEqual([303, '?error=unsupported_response_type&state=s']);
    const method = await visit(live, authorizePath({ code_challenge: 'x', code_challenge_method: 'MD5' }));
    expect(method.location?.searchParams.get('error')).toBe('invalid_request');
  });

  it('with exact addresses the port counts too', async () => {
    const live = await start({ redirectUris: [callback], loopbackAnyPort: false });
    expect((await visit(live, authorizePath())).status).toBe(200);
    expect((await visit(live, authorizePath({ redirect_uri: 'http://127.0.0.1:49153/callback' }))).status).toBe(400);
  });

  it('any port is for loopback addresses only', async () => {
    const live = await start({ redirectUris: ['http://intranet.example/callback'] });
    expect((await visit(live, authorizePath({ redirect_uri: 'http://intranet.example/callback' }))).status).toBe(200);
    expect((await visit(live, authorizePath({ redirect_uri: 'http://intranet.example:8080/callback' }))).status).toBe(400);
  });

  it('are closed to scripts and frames, and write what people typed as text', async () => {
    const live = await start();
    const page = await visit(live, authorizePath({ state: '"><script>alert(1)</script>' }));
    expect(page.policy).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:49152; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.html).not.toContain('<script');
  });

  it('a user works only in the own companies', async () => {
    const live = await start();
    const [own, other] = [...live.service.store.list('company')];
    const signIn = signInId(await visit(live, authorizePath()));
    const consent = await visit(live, '/oauth/sign-in', { signIn, email: 'oskar@halyard.example', password: 'layover' });
    expect(consent.html).toContain(own?.name);
    expect(consent.html).not.toContain(other?.name);
    expect((await visit(live, '/oauth/consent', { signIn, companyId: other?.id ?? '', decision: 'allow' })).status).toBe(400);
  });
});

describe('tokens', () => {
  it('OA-fields OA-expires-in: access_token, refresh_token, expires_in; a JWT with iat and exp that agree', async () => {
    const tokens = await signedIn(await start());
    expect(tokens).toMatchObject({ status: 200, expires_in: 3600, token_type: 'Bearer' });
    const claims = decodeJwt(tokens.access_token);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  });

  it('OA-fields OA-expires-in: exactly the three fields, in another unit, when asked so', async () => {
    const tokens = await signedIn(await start({ tokenType: false, expiresInUnit: 'ms', expiresInSeconds: 90 }));
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'status']);
    expect(tokens.expires_in).toBe(90_000);
  });

  it('OA-refresh OA-rotation: a refresh gives three new fields, and the old refresh token is of no use', async () => {
    const live = await start();
    const first = await signedIn(live);
    const second = await token(live, { grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(second).toMatchObject({ status: 200, expires_in: 3600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await token(live, { grant_type: 'refresh_token', refresh_token: first.refresh_token })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect((await token(live, { grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(200);
  });

  it('OA-exchange: a code works once, for its client, its address and its verifier', async () => {
    const live = await start();
    const code = async (query: Record<string, string> = {}) => (await goBackSignedIn(live, query)).searchParams.get('code') ?? '';
    const once = await code();
    expect((await token(live, { grant_type: 'authorization_code', code: once })).status).toBe(200);
    const refused = [
      { code: once },
      { code: await code(), redirect_uri: 'http://127.0.0.1:1/callback' },
      { code: await code({ code_challenge: 'abc', code_challenge_method: 'S256' }), code_verifier: 'wrong' },
      { code: await code({ code_challenge: 'abc', code_challenge_method: 'S256' }) },
      { code: 'unknown' },
    ];
    for (const form of refused) expect((await token(live, { grant_type: 'authorization_code', ...form })).error).toBe('invalid_grant');
    const plain = await code({ code_challenge: 'abc' });
    expect((await token(live, { grant_type: 'authorization_code', code: plain, code_verifier: 'abc' })).status).toBe(200);
  });

  it('a code that waited longer than a minute is refused', async () => {
    let now = Date.now();
    const live = await start({ now: () => now });
    const code = (await goBackSignedIn(live)).searchParams.get('code') ?? '';
    now += 61_000;
    expect((await token(live, { grant_type: 'authorization_code', code })).error).toBe('invalid_grant');
  });

  it('OA-exchange: wrong client, missing fields, other grants, JSON in place of a form', async () => {
    const live = await start();
    expect(await token(live, { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'guess' })).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
    expect((await token(live, { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'other' })).error).toBe('invalid_client');
    expect((await token(live, { grant_type: 'authorization_code' })).error).toBe('invalid_request');
    expect((await token(live, { grant_type: 'refresh_token' })).error).toBe('invalid_request');
    expect((await token(live, { grant_type: 'password' })).error).toBe('unsupported_grant_type');
    expect((await live.send('POST', '/oauth/token', { grant_type: 'refresh_token' }, { auth: null })).body.error).toBe('invalid_request');
  });

  it('OA-bearer: a token that ran out, was revoked or was changed is UNAUTHORIZED', async () => {
    let now = Date.now();
    const live = await start({ now: () => now, expiresInSeconds: 60 });
    const tokens = await signedIn(live);
    const ask = async (bearer: string) =>
      (await live.send('GET', `/v1/expenses/${someExpenseId(live)}`, undefined, { auth: `Bearer ${bearer}` })).status;
    expect(await ask(tokens.access_token)).toBe(200);
    expect(await ask(`${tokens.access_token.slice(0, -2)}xx`)).toBe(401);
    now += 61_000;
    expect(await ask(tokens.access_token)).toBe(401);
    const fresh = await token(live, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(await ask(fresh.access_token)).toBe(200);
    const control = { auth: null, headers: { 'sandbox-control': live.service.credentials.controlKey } };
    const given = async () =>
      ((await live.send('GET', '/sandbox/grants', undefined, control)).body as { state: string }[]).map((grant) => grant.state);
    expect(await given()).toEqual(['used', 'live']);
    expect((await live.send('GET', '/sandbox/token-forms', undefined, control)).body).toMatchObject([
      { grant_type: 'authorization_code' },
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    ]);
    await live.send('POST', '/sandbox/sign-out', { refreshTokens: true }, control);
    expect(await given()).toEqual(['used', 'revoked']);
    expect(await ask(fresh.access_token)).toBe(401);
    expect((await token(live, { grant_type: 'refresh_token', refresh_token: fresh.refresh_token })).error).toBe('invalid_grant');
  });

  it('KEY-roles: the roles of the user decide, not those of the application', async () => {
    const live = await start();
    const reader = await signedIn(live, 'mei@halyard.example');
    const auth = { auth: `Bearer ${reader.access_token}` };
    expect((await live.send('GET', `/v1/expenses/${someExpenseId(live)}`, undefined, auth)).status).toBe(200);
    expect((await live.send('PATCH', `/v1/expenses/${someExpenseId(live)}`, { performedDate: '2026-01-01' }, auth)).status).toBe(403);
  });

  it('work under a base path too', async () => {
    const live = await start({ basePath: '/finance' });
    expect((await signedIn(live)).status).toBe(200);
  });
});
