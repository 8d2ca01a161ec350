import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type SignInOptions, type SignInOutcome } from '#main/accounts/oauth/sign-in.ts';
import type { Transport } from '#main/api/transport/transport.ts';
import { knock, type Knock } from '#test/accounts/browser.ts';
import { labTransport, makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { fakeWorld, realWorld } from '#test/world.ts';

const pems = await makeCertificate();
let service: LabServer;
let stranger: LabServer;
let transport: Transport;
const good = { access_token: 'acc', refresh_token: 'ref', expires_in: 60 };
const answerTokens = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(good));
let token: (response: ServerResponse) => void = answerTokens;

beforeAll(async () => {
  service = await startServer((_seen, response) => token(response), { pems });
  stranger = await startServer((_seen, response) => answerTokens(response), { pems, address: '127.0.0.2' });
  transport = labTransport(pems.cert);
});
afterEach(() => {
  service.seen.length = 0;
  token = answerTokens;
});
afterAll(async () => {
  await transport.close();
  await Promise.all([service.close(), stranger.close()]);
});

/** A sign-in under way, as the browser sees it. */
interface UnderWay {
  authorize: URL;
  redirectUri: URL;
  port: number;
  state: string;
  outcome: Promise<SignInOutcome>;
  knock(more: Knock): ReturnType<typeof knock>;
}

async function begin(more: Partial<SignInOptions> = {}): Promise<UnderWay> {
  const opened = Promise.withResolvers<string>();
  const application = { clientId: 'client-1', clientSecret: 'client-secret-9c' };
  const outcome = signIn({
    world: realWorld(),
    transport,
    baseUrl: `${service.origin}/base`,
    application,
    redirectPort: 0,
    openExternal: (url) => Promise.resolve(opened.resolve(url)),
    ...more,
  });
  const authorize = new URL(
    await Promise.race([opened.promise, outcome.then((early) => Promise.reject(new Error(JSON.stringify(early))))]),
  );
  const redirectUri = new URL(authorize.searchParams.get('redirect_uri') ?? '');
  const port = Number(redirectUri.port);
  return { authorize, redirectUri, port, state: authorize.searchParams.get('state') ?? '', outcome, knock: (one) => knock(port, one) };
}
const back = ({ redirectUri, state }: UnderWay, query: Record<string, string> = {}) => ({
  path: `${redirectUri.pathname}?${new URLSearchParams({ code: 'code-1', state, ...query }).toString()}`,
});

describe('a successful sign-in', () => {
  it('asks for a code with state and PKCE, and redeems it with the form of the specification', async () => {
    const way = await begin();
    expect(way.authorize.pathname).toBe('/base/oauth/authorize');
    expect(Object.fromEntries(way.authorize.searchParams)).toMatchObject({
      client_id: 'client-1',
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    expect(way.redirectUri.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(way.state.length).toBeGreaterThanOrEqual(40);
    const page = await way.knock(back(way));
    expect(await way.outcome).toEqual({ kind: 'signedIn', tokens: { accessToken: 'acc', refreshToken: 'ref', expiresIn: 60 } });
    expect(page).toMatchObject({ status: 200, page: expect.stringContaining('You are signed in') as string });
    const [seen] = service.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/base/oauth/token' });
    expect(seen?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const form = new URLSearchParams(seen?.body);
    const verifier = form.get('code_verifier') ?? '';
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      redirect_uri: way.redirectUri.href,
      client_id: 'client-1',
      client_secret: 'client-secret-9c',
      code_verifier: verifier,
    });
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(way.authorize.searchParams.get('code_challenge'));
    expect(way.authorize.href).not.toContain('client-secret-9c');
  });

  it('answers the browser with a page that holds nothing of the request', async () => {
    const way = await begin();
    const page = await way.knock(back(way, { extra: 'canary-41' }));
    if (typeof page === 'string') throw new Error(page);
    for (const secret of ['canary-41', 'code-1', way.state, 'acc']) expect(page.page).not.toContain(secret);
    expect(page.page).not.toMatch(/<script|href=|src=/);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(await way.knock(back(way))).toBe('ECONNREFUSED');
  });

  it('listens on the registered port when there is one', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as { port: number };
    const taken = await signIn({
      world: realWorld(),
      transport,
      baseUrl: service.origin,
      application: { clientId: 'c', clientSecret: '' },
      redirectPort: port,
      openExternal: () => Promise.reject(new Error('opened')),
    });
    expect(taken).toEqual({ kind: 'failed', reason: 'portInUse', detail: String(port) });
    await new Promise((resolve) => free.close(resolve));
    const way = await begin({ redirectPort: port });
    expect(way.port).toBe(port);
    await way.knock(back(way));
    expect((await way.outcome).kind).toBe('signedIn');
  });
});

/** P26: whoever else on the machine, or any page in the browser, knocks at the listener. */
describe('P26: rejected, and the sign-in continues', () => {
  const right = '/callback?code=evil&state=';
  const strangers: [string, (way: UnderWay) => Knock, number][] = [
    ['the root', () => ({ path: '/' }), 404],
    ['a path below', () => ({ path: '/callback/x?code=evil' }), 404],
    ['a path above', () => ({ path: '/callbac?code=evil' }), 404],
    ['another case', () => ({ path: '/Callback?code=evil' }), 404],
    ['an encoded path', () => ({ path: '/call%62ack?code=evil' }), 404],
    ['two slashes', () => ({ path: '//callback?code=evil' }), 404],
    ['a trailing slash', () => ({ path: '/callback/?code=evil' }), 404],
    ['favicon', () => ({ path: '/favicon.ico' }), 404],
    ['an absolute address', ({ state }) => ({ path: `http://127.0.0.1/callback?code=evil&state=${state}` }), 404],
    ['another name as Host', ({ state, port }) => ({ path: right + state, host: `evil.example:${port}` }), 421],
    ['localhost as Host', ({ state, port }) => ({ path: right + state, host: `localhost:${port}` }), 421],
    ['a Host without the port', ({ state }) => ({ path: right + state, host: '127.0.0.1' }), 421],
    ['a Host with another port', ({ state }) => ({ path: right + state, host: '127.0.0.1:1' }), 421],
    ['a Host that begins alike', ({ state, port }) => ({ path: right + state, host: `127.0.0.1:${port}.evil.example` }), 421],
    ['no Host', ({ state }) => ({ path: right + state, host: null }), 400],
    ['POST', ({ state }) => ({ path: right + state, method: 'POST' }), 405],
    ['PUT', ({ state }) => ({ path: right + state, method: 'PUT' }), 405],
    ['HEAD', ({ state }) => ({ path: right + state, method: 'HEAD' }), 405],
    ['OPTIONS', ({ state }) => ({ path: right + state, method: 'OPTIONS' }), 405],
    ['DELETE', ({ state }) => ({ path: right + state, method: 'DELETE' }), 405],
  ];
  it.each(strangers)('%s', async (_name, make, status) => {
    const way = await begin();
    const answer = await way.knock(make(way));
    expect(typeof answer === 'string' ? answer : answer.status).toBe(status);
    expect(service.seen).toEqual([]);
    await way.knock(back(way));
    expect((await way.outcome).kind).toBe('signedIn');
    expect(service.seen[0]?.body).toContain('code=code-1');
  });
});

describe('P26: ignored, and the sign-in continues', () => {
  const strange: [string, (way: UnderWay) => string][] = [
    ['no state', () => '?code=c'],
    ['an empty state', () => '?code=c&state='],
    ['another state', () => '?code=c&state=other'],
    ['a state cut short', ({ state }) => `?code=c&state=${state.slice(0, -1)}`],
    ['a state and more', ({ state }) => `?code=c&state=${state}x`],
    [
      'the state in another case',
      ({ state }) => `?code=c&state=${state === state.toLowerCase() ? state.toUpperCase() : state.toLowerCase()}`,
    ],
    ['the state twice', ({ state }) => `?code=c&state=${state}&state=${state}`],
    ['the right state and another', ({ state }) => `?code=c&state=x&state=${state}`],
    ['nothing at all', () => ''],
    ['a refusal with another state', () => `?error=access_denied&state=other`],
    ['a refusal without a state', () => `?error=access_denied`],
  ];
  it.each(strange)('%s', async (_name, query) => {
    const way = await begin();
    expect(await way.knock({ path: `/callback${query(way)}` })).toMatchObject({ status: 403 });
    expect(service.seen).toEqual([]);
    await way.knock(back(way));
    expect((await way.outcome).kind).toBe('signedIn');
  });
});

describe('P26: over, without a token request', () => {
  const bad: [string, (way: UnderWay) => string, string][] = [
    ['no code', ({ state }) => `?state=${state}`, 'missingCode'],
    ['an empty code', ({ state }) => `?code=&state=${state}`, 'missingCode'],
    ['two codes', ({ state }) => `?code=a&code=b&state=${state}`, 'malformedCallback'],
    ['a token in the address', ({ state }) => `?token=t&code=c&state=${state}`, 'malformedCallback'],
    ['an id token in the address', ({ state }) => `?id_token=t&code=c&state=${state}`, 'malformedCallback'],
    ['another issuer', ({ state }) => `?code=c&iss=https%3A%2F%2Fevil.example&state=${state}`, 'otherIssuer'],
    ['a wrapped response', ({ state }) => `?response=x&state=${state}`, 'malformedCallback'],
    ['a refusal', ({ state }) => `?error=access_denied&state=${state}`, 'refused'],
    ['the service in trouble', ({ state }) => `?error=server_error&state=${state}`, 'serviceError'],
    ['an error and a code', ({ state }) => `?error=invalid_scope&code=c&state=${state}`, 'serviceError'],
  ];
  it.each(bad)('%s', async (_name, query, reason) => {
    const way = await begin();
    const page = await way.knock({ path: `/callback${query(way)}` });
    expect(await way.outcome).toMatchObject({ kind: 'failed', reason });
    expect(page).toMatchObject({ page: expect.stringContaining('did not work') as string });
    expect(service.seen).toEqual([]);
  });

  it('does not take the state of an earlier sign-in', async () => {
    const first = await begin();
    await first.knock(back(first));
    await first.outcome;
    service.seen.length = 0;
    const second = await begin();
    await second.knock({ path: `/callback?code=c&state=${first.state}` });
    expect(service.seen).toEqual([]);
    await second.knock(back(second));
    expect((await second.outcome).kind).toBe('signedIn');
  });

  it('takes one callback; a second one changes nothing', async () => {
    const held = Promise.withResolvers<ServerResponse>();
    token = (response) => held.resolve(response);
    const way = await begin();
    const first = way.knock(back(way));
    const response = await held.promise;
    expect(await way.knock({ path: `/callback?code=evil&state=${way.state}` })).toMatchObject({
      status: 410,
      page: expect.stringContaining('is over') as string,
    });
    expect(await way.knock(back(way))).toMatchObject({ status: 410 });
    answerTokens(response);
    expect((await way.outcome).kind).toBe('signedIn');
    expect(await first).toMatchObject({ status: 200 });
    expect(service.seen).toHaveLength(1);
  });
});

describe('other ends', () => {
  it('cancel, at once and while the browser is open', async () => {
    const caller = new AbortController();
    const way = await begin({ signal: caller.signal });
    caller.abort();
    expect(await way.outcome).toMatchObject({ reason: 'cancelled' });
    expect(await way.knock(back(way))).toBe('ECONNREFUSED');
    const never = await signIn({
      world: realWorld(),
      transport,
      baseUrl: service.origin,
      application: { clientId: 'c', clientSecret: '' },
      redirectPort: 0,
      openExternal: () => Promise.reject(new Error('opened')),
      signal: caller.signal,
    });
    expect(never).toMatchObject({ reason: 'cancelled' });
  });

  it('cancel while the code is being redeemed', async () => {
    const caller = new AbortController();
    token = () => caller.abort();
    const way = await begin({ signal: caller.signal });
    void way.knock(back(way));
    expect(await way.outcome).toMatchObject({ reason: 'cancelled' });
  });

  it('five minutes', async () => {
    const world = fakeWorld();
    const way = await begin({ world });
    await world.advance(299_999);
    await world.advance(1);
    expect(await way.outcome).toMatchObject({ reason: 'timedOut' });
    expect(await way.knock(back(way))).toBe('ECONNREFUSED');
  });

  it('a browser that does not open', async () => {
    const options = {
      world: realWorld(),
      transport,
      baseUrl: service.origin,
      application: { clientId: 'c', clientSecret: '' },
      redirectPort: 0,
    };
    expect(await signIn({ ...options, openExternal: () => Promise.reject(new Error('no browser')) })).toMatchObject({
      reason: 'browserDidNotOpen',
    });
  });

  it.each([
    [400, { error: 'invalid_grant' }, 'codeRefused'],
    [401, { error: 'invalid_client' }, 'applicationRefused'],
    [400, { error: 'unauthorized_client' }, 'applicationRefused'],
    [422, { type: 'BAD_REQUEST', errors: [] }, 'unreachable'],
    [403, { message: 'blocked by policy' }, 'unreachable'],
    [200, { error: 'invalid_grant' }, 'serviceError'],
    [200, { refresh_token: 'r' }, 'noTokens'],
    [200, [], 'noTokens'],
    [500, {}, 'unreachable'],
    [429, {}, 'unreachable'],
  ])('a token endpoint that answers %i %j', async (status, body, reason) => {
    token = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const way = await begin();
    await way.knock(back(way));
    expect(await way.outcome).toMatchObject({ kind: 'failed', reason });
  });

  it('a token endpoint that repeats the form in its error: only codes that look like codes are told on', async () => {
    for (const [error, reason, detail] of [
      ['client_secret=s3cret-of-the-client', 'unreachable', 'status 400'],
      ['temporarily_unavailable', 'serviceError', 'temporarily_unavailable'],
    ] as const) {
      token = (response) => response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      const way = await begin();
      await way.knock(back(way));
      expect(await way.outcome).toEqual({ kind: 'failed', reason, detail });
    }
  });

  it('a token endpoint that sends the form elsewhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      token = (response) => response.writeHead(status, { location: `${stranger.origin}/oauth/token` }).end();
      const way = await begin();
      await way.knock(back(way));
      expect(await way.outcome).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    }
    expect(stranger.seen).toEqual([]);
  });
});
