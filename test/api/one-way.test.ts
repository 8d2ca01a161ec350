import { expect, test } from 'vitest';
import { createClient } from '#main/api/client.ts';
import type { ClientAccount } from '#main/api/client-account.ts';
import { priorityLimits } from '#main/api/transport/limits.ts';
import type { HostTrust } from '#main/api/redirects.ts';
import type { Transport, WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { labAccount } from '#test/api/client-account.ts';
import { fakeWorld } from '#test/world.ts';

const origin = 'https://service.test';
const id = '00000000-0000-4000-8000-000000000001';
const answer = (status: number, headers: [string, string][], body = ''): WireAnswer => ({
  kind: 'answer',
  status,
  headers,
  body: new TextEncoder().encode(body),
  afterMs: 1,
});
const json: [string, string] = ['content-type', 'application/json;charset=UTF-8'];
const unauthorized = answer(401, [json], '{"name":"UnauthorizedError","type":"UNAUTHORIZED","errors":[]}');

/** A service whose documents lie at a mirror. */
function atMirror(trust: HostTrust, mirror: (request: WireRequest) => WireAnswer, more: Partial<ClientAccount> = {}) {
  const world = fakeWorld();
  const sent: WireRequest[] = [];
  const asked: string[] = [];
  const signedOut: string[] = [];
  const transport: Transport = {
    exchange: (request) => {
      sent.push(request);
      const there = new URL(request.url).host === 'mirror.test';
      const unsigned = !request.headers.some(([name]) => name === 'Authorization');
      if (!there && unsigned) return Promise.resolve(unauthorized);
      return Promise.resolve(there ? mirror(request) : answer(302, [['location', `https://mirror.test${new URL(request.url).pathname}`]]));
    },
    close: () => Promise.resolve(),
  };
  const account = labAccount(origin, {
    trust: { 'mirror.test': trust },
    asks: (host) => void asked.push(host),
    onUnauthorized: (used) => Promise.resolve((signedOut.push(used), false)),
    refused: () => void signedOut.push('refused'),
    ...more,
  });
  return { client: createClient({ world, transport, account }), sent, asked, signedOut };
}

test('a mirror that wants a sign-in, asked without ours, does not end ours', async () => {
  const { client, sent, signedOut } = atMirror('withoutSignIn', () => unauthorized);
  expect(await client.document(id, null)).toMatchObject({ ok: false, failure: { kind: 'refused', status: 401 } });
  expect(sent.at(-1)?.headers.map(([name]) => name)).not.toContain('Authorization');
  expect(signedOut).toEqual([]);
});

test('a document that lies at a strange host is asked about, once the network was found to be no portal’s', async () => {
  const { client, asked } = atMirror('ask', () => answer(200, []));
  expect(await client.document(id, null)).toMatchObject({
    ok: false,
    failure: { kind: 'redirected', why: 'untrusted', host: 'mirror.test' },
  });
  expect(asked).toEqual(['mirror.test']);
});

test('a host that was refused is neither asked about nor followed, and costs no second question', async () => {
  const { client, sent, asked } = atMirror('no', () => answer(200, []));
  expect(await client.document(id, null)).toMatchObject({ ok: false, failure: { kind: 'redirected' } });
  expect(asked).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('one waiting time holds for the whole way', async () => {
  const world = fakeWorld();
  const given: number[] = [];
  const transport: Transport = {
    exchange: async (request) => {
      given.push(request.totalTimeoutMs);
      await world.sleep(10_000);
      return answer(302, [['location', `${new URL(request.url).pathname}/on`]]);
    },
    close: () => Promise.resolve(),
  };
  const reading = createClient({ world, transport, account: labAccount(origin) }).read({
    ...{ method: 'GET', family: 'A', path: '/expenses/x', accept: 'json' },
  });
  await world.advance(100_000);
  await reading;
  const whole = priorityLimits.read.totalTimeoutMs;
  expect(given.slice(0, 3)).toEqual([whole, whole - 10_000, whole - 20_000].map((ms) => Math.max(1, ms)));
});
