import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectApiKey, connectOauth, signInAgain } from '#main/accounts/connect.ts';
import type { ConnectParts } from '#main/accounts/connect-parts.ts';
import { networkOf, tlsTrustOf } from '#main/accounts/oauth/open-sign-in.ts';
import { sessionSecrets } from '#main/accounts/keychain/session-secrets.ts';
import { requestTokens } from '#main/accounts/oauth/token-endpoint.ts';
import { directNetwork } from '#main/api/network/network.ts';
import type { Transport, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import type { UndiciTransportOptions } from '#main/api/transport/undici-transport.ts';
import { openRegistry, type Registry } from '#main/registry/registry.ts';
import { makeCertificate } from '#test/api/lab.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';
import { atPlace } from '#main/accounts/placed-secrets.ts';

// Connecting an account, against a service that answers as the test says: what is asked, what is kept, and what a user is told.

const json: WireAnswer['headers'] = [['content-type', 'application/json']];
const shaped = (status: number, type: string): WireAnswer => {
  const body = new TextEncoder().encode(JSON.stringify({ type, errors: [] }));
  return { kind: 'answer', status, headers: json, body, afterMs: 1 };
};
const fails = (cause: WireFailure['cause'], bytesWritten = false): WireFailure => {
  return { kind: 'failure', cause, bytesWritten, status: null, detail: `detail of ${cause}`, afterMs: 1 };
};

let world: FakeWorld;
let registry: Registry;
let keychain: MemorySecrets;
beforeEach(() => {
  world = fakeWorld();
  const opened = openRegistry(tempFolder(), world);
  if (opened.kind !== 'open') throw new Error(opened.kind);
  registry = opened.registry;
  keychain = new MemorySecrets();
});
afterEach(() => registry.close());

/** Everything that connecting needs, over a service that says this. */
function at(answers: (request: WireRequest) => WireAnswer | WireFailure, more: Partial<ConnectParts> = {}) {
  const sent: WireRequest[] = [];
  const opened: UndiciTransportOptions[] = [];
  let closed = 0;
  const openTransport = (options: UndiciTransportOptions): Transport => {
    opened.push(options);
    return { exchange: async (request) => (sent.push(request), answers(request)), close: async () => void (closed += 1) };
  };
  const browsed: string[] = [];
  const parts: ConnectParts = {
    ...{ world, registry, openTransport, secrets: sessionSecrets(keychain) },
    openExternal: async (url) => void browsed.push(url),
    confirm: async () => true,
    ...more,
  };
  return { parts, sent, opened, browsed, closed: () => closed };
}
const key = { name: 'Books', baseUrl: 'https://service.test', apiKey: ' key-1 ' };
const app = { name: 'Books', baseUrl: 'https://service.test', clientId: 'c', clientSecret: 's', redirectPort: 0 };
const known = () => shaped(404, 'NOT_FOUND');

test('a key is tried once, without the spaces around it, and kept with the account that it is', async () => {
  const { parts, sent, opened, closed } = at(known);
  const connected = await connectApiKey(parts, { ...key, ca: '  ' });
  if (connected.kind === 'failed') throw new Error(connected.reason);
  expect(connected.entry).toMatchObject({ name: 'Books', baseUrl: 'https://service.test', auth: 'apiKey', ca: null, embedded: false });
  expect(sent.map(({ method, headers }) => [method, headers[0]])).toEqual([['GET', ['Authorization', 'Basic key-1']]]);
  expect(await atPlace(keychain, connected.entry).read(`key:${connected.entry.id}`)).toEqual({ kind: 'found', secret: 'key-1' });
  expect(opened).toMatchObject([{ trust: { kind: 'system', extraCa: null } }]);
  expect(closed()).toBe(1);
});

test('an account’s own certificate and the company’s are believed, and only a certificate is one', async () => {
  const { cert } = await makeCertificate();
  const { parts, opened } = at(known, { managedCa: 'the company’s', network: directNetwork });
  expect(await connectApiKey(parts, { ...key, ca: cert })).toMatchObject({ kind: 'connected', entry: { ca: cert } });
  expect(opened).toMatchObject([{ trust: { kind: 'system', extraCa: `${cert}\nthe company’s` }, network: directNetwork }]);
  expect(await connectApiKey(parts, { ...key, ca: 'x' })).toEqual({ kind: 'failed', reason: 'badCertificate', detail: null });
  expect(opened).toHaveLength(1);
});

test.each<[WireAnswer | WireFailure, string, string | null]>([
  [shaped(401, 'UNAUTHORIZED'), 'keyRefused', null],
  [fails('tls'), 'tls', 'detail of tls'],
  [fails('refused'), 'unreachable', 'refused'],
  [fails('timeout', true), 'unreachable', 'timeout'],
  [shaped(500, 'X'), 'unreachable', 'serviceTrouble'],
  [{ ...shaped(511, 'X') }, 'captivePortal', null],
])('a service that answers %o', async (message, reason, detail) => {
  const { parts, sent, closed } = at(() => message);
  expect(await connectApiKey(parts, key)).toEqual({ kind: 'failed', reason, detail });
  expect(registry.accounts()).toEqual([]);
  expect(keychain.entries.size).toBe(0);
  // Once more only where a network may be in between; a refused key is believed at once.
  expect(sent.length).toBe(reason === 'captivePortal' ? 2 : 1);
  expect(closed()).toBe(1);
});

test('a record of nobody’s that is there all the same proves the key too', async () => {
  const there: WireAnswer = { kind: 'answer', status: 200, headers: json, body: new TextEncoder().encode('{"id":"x"}'), afterMs: 1 };
  expect(await connectApiKey(at(() => there).parts, key)).toMatchObject({ kind: 'connected' });
});

test('a browser opens only for a service that answers', async () => {
  const { parts, browsed, sent, closed } = at(() => fails('dns'));
  expect(await connectOauth(parts, app)).toEqual({ kind: 'failed', reason: 'unreachable', detail: 'dns' });
  expect(browsed).toEqual([]);
  expect(sent.map(({ headers }) => headers.map(([name]) => name))).toEqual([['Accept']]);
  expect(closed()).toBe(1);
  expect(await connectOauth(at(known).parts, { ...app, baseUrl: 'http://service.test' })).toMatchObject({ reason: 'plainHttp' });
});

test('cancelled while the browser is open, a sign-in ends, the first one and one more', async () => {
  for (const again of [false, true]) {
    const caller = new AbortController();
    const { parts, browsed } = at(() => shaped(401, 'UNAUTHORIZED'), {
      openExternal: async (url) => {
        browsed.push(url);
        caller.abort();
      },
    });
    const entry = registry.add({
      ...{ id: world.uuid(), name: 'Books', baseUrl: app.baseUrl, auth: 'oauth', embedded: false, companyId: null, userId: null },
      ...{ ca: null, clientId: 'c', redirectPort: 0 },
    });
    await atPlace(keychain, entry).write(`client:${entry.id}`, 's');
    const ended = await (again ? signInAgain(parts, entry, caller.signal) : connectOauth(parts, app, caller.signal));
    expect(ended).toEqual({ kind: 'failed', reason: 'cancelled', detail: null });
    expect(browsed).toHaveLength(1);
  }
});

test('signing in again needs the application’s secret, and says what the keychain said', async () => {
  const { parts, browsed } = at(known);
  const entry = registry.add({
    ...{ id: world.uuid(), name: 'Books', baseUrl: app.baseUrl, auth: 'oauth', embedded: false, companyId: null, userId: null },
    ...{ ca: null, clientId: 'c', redirectPort: 0 },
  });
  expect(await signInAgain(parts, entry)).toEqual({ kind: 'failed', reason: 'noSecret', detail: 'absent' });
  keychain.locked = true;
  expect(await signInAgain(parts, entry)).toEqual({ kind: 'failed', reason: 'noSecret', detail: 'locked' });
  expect(browsed).toEqual([]);
});

test('an application with a secret proves itself by it, one without says only who it is', async () => {
  for (const [clientSecret, told] of [
    ['s', 's'],
    ['', null],
  ] as const) {
    const forms: URLSearchParams[] = [];
    const sent: WireRequest[] = [];
    const transport: Transport = {
      exchange: async (request) => {
        sent.push(request);
        forms.push(new URLSearchParams(new TextDecoder().decode(request.body ?? undefined)));
        return shaped(400, 'BAD_REQUEST');
      },
      close: async () => undefined,
    };
    const options = { transport, baseUrl: 'https://service.test/base', application: { clientId: 'c', clientSecret } };
    expect(await requestTokens(options, { kind: 'refresh', refreshToken: 'r' })).toMatchObject({ kind: 'trouble', cause: 'status 400' });
    expect([forms[0]?.get('client_id'), forms[0]?.get('client_secret'), forms[0]?.get('refresh_token')]).toEqual(['c', told, 'r']);
    const length = String(sent[0]?.body?.byteLength);
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://service.test/base/oauth/token', priority: 'write' });
    expect(sent[0]?.headers).toEqual([
      ['Accept', 'application/json'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Content-Length', length],
    ]);
  }
});

test('the sandbox is believed by its own certificate alone and reached straight; every other service as the network asks', () => {
  const network = { ...directNetwork };
  expect([networkOf({ embedded: true }, network), networkOf({ embedded: false }, network), networkOf({ embedded: false })]).toEqual([
    ...[directNetwork, network, directNetwork],
  ]);
  expect(networkOf({ embedded: false }, network)).toBe(network);
  expect(tlsTrustOf({ ca: 'own', embedded: true }, 'company')).toEqual({ kind: 'pinned', ca: 'own' });
  expect(tlsTrustOf({ ca: 'own', embedded: false }, null)).toEqual({ kind: 'system', extraCa: 'own' });
  expect(tlsTrustOf({ ca: null, embedded: true }, null)).toEqual({ kind: 'system', extraCa: null });
});
