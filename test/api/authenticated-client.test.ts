import { expect, test } from 'vitest';
import { createClient } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import { connectTimeoutMs, priorityLimits } from '#main/api/transport/limits.ts';
import type { HostTrust } from '#main/api/redirects.ts';
import type { Transport, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { labAccount } from '#test/api/client-account.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

// Requests of the client: their sign-in, their retries, and their results.

const origin = 'https://service.test';
const json: [string, string] = ['content-type', 'application/json'];
const answer = (status: number, body = '', headers: WireAnswer['headers'] = [json]): WireAnswer => {
  return { kind: 'answer', status, headers, body: new TextEncoder().encode(body), afterMs: 1 };
};
const shaped = (status: number, type: string, headers: WireAnswer['headers'] = []) =>
  answer(status, JSON.stringify({ type, errors: [] }), [json, ...headers]);
const good = answer(200, '{"id":"x"}');
const to = (location: string, status = 302) => answer(status, '', [['location', location]]);
const refused: WireFailure = { kind: 'failure', cause: 'refused', bytesWritten: false, status: null, detail: 'd', afterMs: 1 };

type Heard = WireAnswer | WireFailure;
type Answers = (request: WireRequest, world: FakeWorld) => Heard | Promise<Heard>;

/** A client of a service that says this; `sent` is what left, `told` what the account heard. */
function at(answers: Answers, more: Partial<ClientAccount> & { trust?: Record<string, HostTrust> } = {}, off = false) {
  const world = fakeWorld();
  const sent: WireRequest[] = [];
  const told: string[] = [];
  const transport: Transport = {
    exchange: async (request) => (sent.push(request), answers(request, world)),
    isOff: () => off,
    close: async () => undefined,
  };
  const account = labAccount(origin, {
    onUnauthorized: async () => (told.push('unauthorized'), false),
    refused: () => void told.push('refused'),
    asks: (host) => void told.push(`asks ${host}`),
    ...more,
  });
  return { client: createClient({ world, transport, account }), world, sent, told };
}
const read = { method: 'GET', family: 'A', path: '/expenses/x', accept: 'json' } as const;
const write = { ...read, method: 'PATCH', body: { a: 'b' }, priority: 'write' } as const;
const payment = { ...read, method: 'POST', path: '/x/payments', body: { a: 'b' }, priority: 'payment' } as const;
const signInOf = ({ headers }: WireRequest) => headers.find(([name]) => name === 'Authorization')?.[1] ?? null;

/** An account whose tokens are these, one after each refresh. */
function tokens(...values: string[]): Partial<ClientAccount> {
  let now = 0;
  return {
    authorization: async () => ({ kind: 'header', value: values[now] ?? '' }),
    onUnauthorized: async () => ((now += 1), now < values.length),
  };
}

test('working offline, not even the sign-in is asked for', async () => {
  const { client, sent } = at(() => good, { authorization: () => Promise.reject(new Error('asked')) }, true);
  expect(await client.read(read)).toEqual({
    ok: false,
    failure: { kind: 'notSent', cause: 'workingOffline', detail: 'workingOffline' },
  });
  expect(sent).toEqual([]);
});

test('a sign-in that has to wait, or was called off, sends nothing', async () => {
  const waits = at(() => good, { authorization: async () => ({ kind: 'later' }) });
  expect(await waits.client.send(write)).toMatchObject({ failure: { kind: 'notSent', cause: 'signInTrouble' } });
  const calledOff = at(() => good);
  expect(await calledOff.client.send(write, AbortSignal.abort())).toEqual({
    ok: false,
    failure: { kind: 'cancelled', bytesWritten: false },
  });
  expect([...waits.sent, ...calledOff.sent]).toEqual([]);
});

test('the sign-in travels first, in front of what was prepared', async () => {
  const { client, sent } = at(() => good);
  await client.send(write);
  expect(sent[0]?.headers).toEqual([['Authorization', 'Basic lab-key-7f3a'], ...client.prepare(write).headers]);
});

test('reports the request’s subject: a record, a document, an unknown response', async () => {
  const { client, sent } = at(() => shaped(404, 'NOT_FOUND'));
  await client.read(read);
  await client.document('x', null);
  await client.probe();
  const signIn = ['Authorization', 'Basic lab-key-7f3a'];
  expect(sent.map(({ headers, priority }) => [priority, headers])).toEqual([
    ['read', [signIn, ['Accept', 'application/json'], ['Accept-Encoding', 'gzip'], ['Cache-Control', 'no-cache']]],
    ['document', [signIn, ['Accept', 'application/pdf'], ['Accept-Encoding', 'gzip'], ['Cache-Control', 'no-cache']]],
    ['read', [['Accept', 'application/json']]],
  ]);
});

test('the service’s clock is the service’s: another host’s says nothing, and an answer without one changes nothing', async () => {
  const dated = (ms: number): [string, string] => ['date', new Date(ms).toUTCString()];
  let hour = 1;
  const { client } = at(
    ({ url }, world) => {
      if (url.includes('bare')) return good;
      if (url.startsWith('https://mirror.test')) return answer(200, '{"id":"x"}', [json, dated(0)]);
      return { ...to('https://mirror.test/x'), headers: [['location', 'https://mirror.test/x'], dated(world.now() + hour * 3_600_000)] };
    },
    { trust: { 'mirror.test': 'withSignIn' } },
  );
  expect(client.clockOffsetMs()).toBe(null);
  await client.read(read);
  expect(client.clockOffsetMs()).toBe(3_600_000);
  hour = 2;
  await client.read(read);
  await client.read({ ...read, path: '/expenses/bare' });
  expect(client.clockOffsetMs()).toBe(7_200_000);
});

test('a connection may take the rest of the waiting time, and never nothing', async () => {
  const given: [number, number][] = [];
  const { client } = at(async ({ connectTimeoutMs: connect, totalTimeoutMs: total }, world) => {
    given.push([connect, total]);
    await world.advance(given.length === 1 ? 25_000 : 10_000);
    return to(`/v1/${given.length}`);
  });
  await client.read(read);
  const whole = priorityLimits.read.totalTimeoutMs;
  expect(given.slice(0, 3)).toEqual([
    [connectTimeoutMs, whole],
    [whole - 25_000, whole - 25_000],
    [1, 1],
  ]);
});

test('a read that meets a closed door further on was not sent; a write may have been', async () => {
  const away: Answers = ({ url }) => (url.endsWith('/away') ? refused : to('/away', 307));
  expect(await at(away).client.read(read)).toMatchObject({ failure: { kind: 'notSent' } });
  expect(await at(away).client.send(write)).toMatchObject({ failure: { kind: 'noAnswer' } });
});

test('a key that the service still takes for other records refuses one record; its answer is kept', async () => {
  const { client, told, sent } = at(({ url }) => (url.endsWith('/x') ? shaped(401, 'UNAUTHORIZED') : shaped(404, 'NOT_FOUND')));
  const result = await client.read(read);
  expect(result).toMatchObject({ failure: { kind: 'refused', status: 401, error: { type: 'UNAUTHORIZED' }, retryAfterMs: null } });
  expect(told).toEqual([]);
  expect(sent.map(signInOf)).toEqual(['Basic lab-key-7f3a', 'Basic lab-key-7f3a']);
});

test('a token is refreshed before the probe', async () => {
  const { client, sent } = at(
    (request) => (signInOf(request) === 'Bearer 2' ? good : shaped(401, 'UNAUTHORIZED')),
    tokens('Bearer 1', 'Bearer 2'),
  );
  expect(await client.send(write)).toMatchObject({ ok: true });
  expect(sent.map(({ url }) => url)).toEqual([sent[0]?.url, sent[0]?.url]);
});

test('a refusal of the new token too is the record’s if the sign-in works elsewhere, else a sign-out', async () => {
  const only =
    (where: WireAnswer): Answers =>
    ({ url }) =>
      url.endsWith('/x') ? shaped(401, 'UNAUTHORIZED') : where;
  const stands = at(only(shaped(404, 'NOT_FOUND')), tokens('Bearer 1', 'Bearer 2'));
  expect(await stands.client.send(write)).toMatchObject({ failure: { kind: 'refused', status: 401 } });
  expect(stands.told).toEqual([]);
  const fallen = at(only(shaped(401, 'UNAUTHORIZED')), tokens('Bearer 1', 'Bearer 2'));
  expect(await fallen.client.send(write)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
  expect(fallen.told).toEqual(['refused']);
});

test('another failure of the repetition is that failure', async () => {
  const { client, told } = at(
    (request) => (signInOf(request) === 'Bearer 2' && request.method === 'PATCH' ? shaped(409, 'CONFLICT') : shaped(401, 'UNAUTHORIZED')),
    tokens('Bearer 1', 'Bearer 2'),
  );
  expect(await client.send(write)).toMatchObject({ failure: { kind: 'refused', status: 409 } });
  expect(told).toEqual([]);
});

test('a sign-out between refusal and repetition keeps the refusal', async () => {
  let signedIn = true;
  const { client, sent } = at(() => shaped(401, 'UNAUTHORIZED'), {
    authorization: async () => (signedIn ? { kind: 'header', value: 'Bearer 1' } : { kind: 'signedOut', why: 'expired' }),
    onUnauthorized: async () => ((signedIn = false), true),
  });
  expect(await client.send(write)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
  expect(sent).toHaveLength(1);
});

test('called off while the sign-in is refreshed, a write is not repeated', async () => {
  const caller = new AbortController();
  const { client, sent } = at(() => (caller.abort(), shaped(401, 'UNAUTHORIZED')), tokens('Bearer 1', 'Bearer 2'));
  expect(await client.send(write, caller.signal)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: true } });
  expect(sent).toHaveLength(1);
});

test('a payment whose second token is refused too signs out, and no third one is fetched', async () => {
  const { client, sent, told } = at(() => shaped(401, 'UNAUTHORIZED'), tokens('Bearer 1', 'Bearer 2', 'Bearer 3'));
  expect(await client.send(payment)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: true } });
  expect(told).toEqual([]);
  expect(await client.send(payment)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
  expect(told).toEqual(['refused']);
  expect(sent.map(signInOf)).toEqual(['Bearer 1', 'Bearer 2']);
});

test('a token that a write had refreshed is no payment’s: refused with it, the payment gets one of its own', async () => {
  let asked = 0;
  const { client, told } = at(() => ((asked += 1) === 2 ? good : shaped(401, 'UNAUTHORIZED')), tokens('Bearer 1', 'Bearer 2', 'Bearer 3'));
  expect(await client.send(write)).toMatchObject({ ok: true });
  expect(await client.send(payment)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: true } });
  expect(told).toEqual([]);
});

test('a way that a 303 opened and a strange answer closed says where, and no more', async () => {
  const { client } = at(({ method }) => (method === 'GET' ? shaped(404, 'NOT_FOUND') : to('/v1/done?key=secret', 303)));
  const failure = { kind: 'redirected', status: 303, to: `${origin}/v1/done`, host: 'service.test', why: 'afterWrite303' };
  expect(await client.send({ ...write, expects: () => true })).toMatchObject({ ok: false, failure, answer: { status: 404 } });
});

test('a raw response keeps its status, headers and text', async () => {
  const { client } = at(() => answer(202, 'wörds', [['x-thing', 'a']]));
  expect(await client.options({ ...read, method: 'OPTIONS' })).toEqual({
    ok: true,
    value: { status: 202, headers: [['x-thing', 'a']], text: 'wörds' },
  });
});

test.each([
  ['a read', (client: ReturnType<typeof at>['client']) => client.read(read)],
  ['an OPTIONS', (client: ReturnType<typeof at>['client']) => client.options({ ...read, method: 'OPTIONS' })],
  ['a document', (client: ReturnType<typeof at>['client']) => client.document('x', null)],
] as const)('%s that is led to a stranger: a portal where all is led there, else a question about that host', async (_what, act) => {
  const portal = at(() => to('https://portal.test/'));
  expect(await act(portal.client)).toMatchObject({ failure: { kind: 'captivePortal' } });
  expect(portal.told).toEqual([]);
  const away: Answers = (request) => (signInOf(request) === null ? shaped(401, 'UNAUTHORIZED') : to('https://mirror.test/x'));
  const one = at(away);
  expect(await act(one.client)).toMatchObject({ failure: { kind: 'redirected', why: 'untrusted', host: 'mirror.test' } });
  expect(one.told).toEqual(['asks mirror.test']);
});

test.each([
  ['cannot answer', shaped(500, 'INTERNAL_ERROR'), 'serviceTrouble'],
  ['cannot be reached', refused, 'notSent'],
  ['says something else', answer(200, '{"status":"ok"}'), 'unreadable'],
] as const)('a read that is led to a stranger while the service %s ends with that trouble, and asks nobody', async (_what, down, kind) => {
  const one = at(({ url }) => (url.endsWith('/x') ? to('https://mirror.test/x') : down));
  expect(await one.client.read(read)).toMatchObject({ failure: { kind } });
  expect(one.told).toEqual([]);
});

test('plain HTTP is nobody’s host to ask about; a write asks nobody anything', async () => {
  const away =
    (location: string): Answers =>
    (request) =>
      signInOf(request) === null ? shaped(401, 'UNAUTHORIZED') : to(location);
  const plain = at(away('http://mirror.test/x'));
  expect(await plain.client.read(read)).toMatchObject({ failure: { kind: 'redirected', why: 'plainHttp' } });
  expect([plain.sent.length, plain.told]).toEqual([2, []]);
  const writing = at(away('https://mirror.test/v1/expenses/x'));
  expect(await writing.client.send(write)).toMatchObject({ failure: { kind: 'redirected', why: 'untrusted' } });
  expect([writing.sent.length, writing.told]).toEqual([1, []]);
});

test('one question answers for all that is refused together; the next refusal asks again', async () => {
  const gates: (() => void)[] = [];
  const { client, sent, world } = at(async ({ url }) => {
    if (url.endsWith('/x')) return shaped(401, 'UNAUTHORIZED');
    await new Promise<void>((resolve) => gates.push(resolve));
    return shaped(404, 'NOT_FOUND');
  });
  const both = Promise.all([client.read(read), client.read(read)]);
  await world.settle();
  expect(gates).toHaveLength(1);
  gates[0]?.();
  expect((await both).map((one) => !one.ok && one.failure.kind)).toEqual(['refused', 'refused']);
  const third = client.read(read);
  await world.settle();
  expect(gates).toHaveLength(2);
  gates[1]?.();
  await third;
  expect(sent).toHaveLength(5);
});

test('a question that gets no answer, or none in the service’s own words, keeps nobody’s sign-in standing', async () => {
  for (const message of [refused, answer(404, '{}'), good]) {
    const { client, told } = at(({ url }) => (url.endsWith('/x') ? shaped(401, 'UNAUTHORIZED') : message));
    expect(await client.read(read)).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(told).toEqual(['unauthorized']);
  }
});

test('the very question, refused, is not asked a second time', async () => {
  const { client, sent, told } = at(() => shaped(401, 'UNAUTHORIZED'));
  await client.read({ ...read, path: '/expenses/00000000-0000-0000-0000-000000000000' });
  expect([sent.length, told]).toEqual([1, ['unauthorized']]);
});

test('permission to send is checked after the sign-in and before a repetition, and holds for the first byte only', async () => {
  const left = [500, 0];
  const answers: Answers = ({ url }) => (url.endsWith('/there') ? good : to('/there', 307));
  const redirected = at(answers);
  expect(await redirected.client.send({ ...write, leavesWithinMs: () => 500 })).toMatchObject({ ok: true });
  expect(redirected.sent.map(({ leaves }) => leaves)).toEqual([{ at: redirected.world.now(), withinMs: 500 }, undefined]);
  const repeated = at(() => shaped(401, 'UNAUTHORIZED'), tokens('a', 'b'));
  expect(await repeated.client.send({ ...write, leavesWithinMs: () => left.shift() ?? 0 })).toMatchObject({ failure: { kind: 'tooLate' } });
  expect(repeated.sent).toHaveLength(1);
  const unlimited = at(() => good);
  await unlimited.client.send({ ...write, leavesWithinMs: () => Number.POSITIVE_INFINITY });
  expect(unlimited.sent[0]).not.toHaveProperty('leaves');
});

test('an API key that prevents a redirect is in no stored part of it', async () => {
  const { client } = at(() => to('https://elsewhere.test/login/lab-key-7f3a/next', 307));
  const heard = await client.send(write);
  expect(heard).toMatchObject({ ok: false, failure: { kind: 'redirected', to: 'https://elsewhere.test/login/************/next' } });
  expect(JSON.stringify(heard)).not.toContain('lab-key-7f3a');
});
