import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#main/accounts/oauth/sign-in.ts';
import { requestTokens, type Grant } from '#main/accounts/oauth/token-endpoint.ts';
import { learnUnit } from '#main/accounts/oauth/tokens.ts';
import { connectTimeoutMs } from '#main/api/transport/limits.ts';
import type { WireRequest } from '#main/api/transport/transport.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { makeCertificate, recording, startServer } from '#test/api/lab.ts';
import { startTestService, type TestService } from '#test/service.ts';
import { seeded, type Seeded } from '#test/wire/sandbox.ts';
import { realWorld } from '#test/world.ts';

let test: TestService;
let ids: Seeded;
let wire: ReturnType<typeof recording>;
beforeAll(async () => {
  test = await startTestService({ expiresInSeconds: 900 });
  ids = seeded(test);
  wire = recording(test.transport);
});
afterAll(() => test.close());

const read = (authorization?: string) =>
  test.client(authorization).read({ method: 'GET', family: 'A', path: `/expenses/${ids.expense}`, accept: 'json' });
const application = () => ({ clientId: test.service.credentials.clientId, clientSecret: test.service.credentials.clientSecret });
const formOf = (request: WireRequest | undefined) => new URLSearchParams(new TextDecoder().decode(request?.body ?? new Uint8Array()));
const grantOf = (grant: Grant) =>
  requestTokens({ transport: wire.transport, baseUrl: test.service.baseUrl, application: application() }, grant);
async function tokens() {
  const [person] = people(test.service);
  if (!person) throw new Error('nobody');
  const urls: string[] = [];
  const openExternal = (url: string) => {
    urls.push(url);
    void signInAs(test.service, url, person);
    return Promise.resolve();
  };
  const outcome = await signIn({
    world: realWorld(),
    transport: wire.transport,
    baseUrl: test.service.baseUrl,
    application: application(),
    redirectPort: 0,
    openExternal,
  });
  if (outcome.kind === 'failed') throw new Error(outcome.reason);
  return { tokens: outcome.tokens, authorize: new URL(urls[0] ?? '') };
}

describe('authentication', () => {
  it('AUTH-1-https: nothing is ever sent over plain HTTP, not even a byte', async () => {
    let heard = 0;
    const plain = createServer(() => (heard += 1)).listen(0, '127.0.0.1');
    await new Promise((resolve) => plain.once('listening', resolve));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/v1/expenses/x`;
    const answer = await test.transport.exchange({
      method: 'GET',
      url,
      headers: [],
      body: null,
      priority: 'read',
      connectTimeoutMs,
      totalTimeoutMs: 1_000,
    });
    expect(answer).toMatchObject({ kind: 'failure', cause: 'plainHttp', bytesWritten: false });
    expect(heard).toBe(0);
    await new Promise((resolve) => plain.close(resolve));
  });

  it('AUTH-2-required EP-0-authentication: every request carries Authorization; without it the service refuses', async () => {
    expect((await read()).ok).toBe(true);
    expect(test.last().headers).toHaveProperty('authorization');
    expect(await test.client().probe()).toMatchObject({ ok: true, value: { status: 401 } });
    expect(test.last().headers).not.toHaveProperty('authorization');
  });

  it('AUTH-3-schemes KEY-header KEY-created OA-bearer: a key verbatim after Basic, a token after Bearer', async () => {
    await read();
    expect(test.last().headers['authorization']).toBe(`Basic ${test.service.apiKey}`);
    const { accessToken } = (await tokens()).tokens;
    expect((await read(`Bearer ${accessToken}`)).ok).toBe(true);
    expect(accessToken.split('.')).toHaveLength(3);
  });

  it('AUTH-4-redirects: followed with Authorization, at home and at a host that is trusted', async () => {
    test.fault({ path: '/expenses/', fault: { kind: 'redirect', status: 302, to: `/v1/expenses/${ids.expense}?moved=1` } });
    expect((await read()).ok).toBe(true);
    expect(test.last()).toMatchObject({
      path: `/v1/expenses/${ids.expense}?moved=1`,
      headers: { authorization: `Basic ${test.service.apiKey}` },
    });
    const other = await startServer(() => undefined, { pems: await makeCertificate() });
    test.fault({ path: '/expenses/', fault: { kind: 'redirect', status: 307, to: `${other.origin}/v1/x` } });
    expect(await read()).toMatchObject({ failure: { kind: 'redirected', why: 'untrusted', host: other.host } });
    expect(other.connections()).toBe(0);
    await other.close();
  });

  it('KEY-roles: a key without the role is refused, not signed out', async () => {
    const result = await test.client(`Basic ${test.service.credentials.apiKeys['reader'] ?? ''}`).send({
      method: 'PATCH',
      family: 'A',
      path: `/expenses/${ids.expense}`,
      accept: 'json',
      body: { performedDate: '2026-03-12' },
      priority: 'write',
    });
    expect(result).toMatchObject({ failure: { kind: 'refused', error: { type: 'FORBIDDEN' } } });
  });
});

describe('OAuth', () => {
  it('OA-setup OA-authorize OA-code OA-pkce OA-exchange OA-fields OA-expires-in: the whole flow with the sandbox', async () => {
    const { tokens: given, authorize } = await tokens();
    expect(`${authorize.origin}${authorize.pathname}`).toBe(`${test.service.baseUrl}/oauth/authorize`);
    expect([...authorize.searchParams.keys()].sort()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'state',
    ]);
    const exchange = wire.sent.at(-1);
    expect([exchange?.method, exchange?.url]).toEqual(['POST', `${test.service.baseUrl}/oauth/token`]);
    expect(exchange?.headers).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded']);
    expect([...formOf(exchange).keys()].sort()).toEqual([
      'client_id',
      'client_secret',
      'code',
      'code_verifier',
      'grant_type',
      'redirect_uri',
    ]);
    expect(given).toMatchObject({ refreshToken: expect.any(String) as string, expiresIn: 900 });
    expect(learnUnit(given)).toBe('seconds');
  });

  it('OA-refresh OA-rotation: a refresh gives a new pair; the old refresh token is of no use afterwards', async () => {
    const { refreshToken } = (await tokens()).tokens;
    const first = await grantOf({ kind: 'refresh', refreshToken: refreshToken ?? '' });
    const seen = formOf(wire.sent.at(-1));
    expect([...seen.keys()].sort()).toEqual(['client_id', 'client_secret', 'grant_type', 'refresh_token']);
    if (first.kind !== 'tokens') throw new Error(first.kind);
    expect(first.tokens.refreshToken).not.toBe(refreshToken);
    expect((await read(`Bearer ${first.tokens.accessToken}`)).ok).toBe(true);
    expect(await grantOf({ kind: 'refresh', refreshToken: refreshToken ?? '' })).toEqual({ kind: 'denied', code: 'invalid_grant' });
  });

  it.each([
    ['s', 'seconds'],
    ['ms', 'milliseconds'],
    ['min', 'minutes'],
  ] as const)('OA-expires-in: %s is learned from the token itself', async (given, unit) => {
    const own = await startTestService({ expiresInSeconds: 1_800, expiresInUnit: given, tokenType: false });
    const [person] = people(own.service);
    if (!person) throw new Error('nobody');
    const { clientId, clientSecret } = own.service.credentials;
    const outcome = await signIn({
      world: realWorld(),
      transport: own.transport,
      baseUrl: own.service.baseUrl,
      application: { clientId, clientSecret },
      redirectPort: 0,
      openExternal: (url) => Promise.resolve(void signInAs(own.service, url, person)),
    });
    expect(outcome.kind === 'signedIn' && learnUnit(outcome.tokens)).toBe(unit);
    await own.close();
  });
});
