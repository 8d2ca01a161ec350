import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureOfWire } from '#main/api/judge.ts';
import type { PriorityClass, Transport, WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import type { Network } from '#main/api/network/network.ts';
import { signOf } from '#main/sync/answer/verdict.ts';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startProxy, through, type LabProxy, type ProxyManner } from '#test/api/proxy-lab.ts';
import { realWorld } from '#test/world.ts';
import { fullTest } from '#test/full-test.ts';

// The engine's law through a company's proxy: before the tunnel stands no byte left, whatever the proxy said; after it, as always.

let pems: { key: string; cert: string };
let service: LabServer;
const opened: (LabProxy | Transport)[] = [];
let cases = 0;

beforeAll(async () => {
  pems = await makeCertificate();
  service = await startServer(
    (seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ method: seen.method }));
    },
    { pems },
  );
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  service.seen.length = 0;
});
afterAll(async () => {
  await service.close();
  console.log(`proxy lab: ${cases} exchanges through proxies`);
  expect(cases).toBeGreaterThanOrEqual(200);
});

async function proxy(manner: ProxyManner, secure = false): Promise<LabProxy> {
  const started = await startProxy(manner, secure ? pems : undefined);
  opened.push(started);
  return started;
}

function transportOver(network: Network): Transport {
  const transport = createUndiciTransport({ world: realWorld(), trust: { kind: 'pinned', ca: pems.cert }, network });
  opened.push(transport);
  const exchange: Transport['exchange'] = (...given) => {
    cases += 1;
    return transport.exchange(...given);
  };
  return { ...transport, exchange };
}

const requests: { priority: PriorityClass; method: WireRequest['method'] }[] = [
  { priority: 'read', method: 'GET' },
  { priority: 'document', method: 'GET' },
  { priority: 'read', method: 'OPTIONS' },
  { priority: 'write', method: 'PATCH' },
  { priority: 'write', method: 'PUT' },
  { priority: 'write', method: 'POST' },
  { priority: 'payment', method: 'POST' },
];

function request({ priority, method }: (typeof requests)[number], limits: Partial<WireRequest> = {}): WireRequest {
  const body =
    method === 'GET' || method === 'OPTIONS' ? null : new TextEncoder().encode(JSON.stringify({ amountInInvoiceCurrency: 4711 }));
  return {
    method,
    url: `${service.origin}/v1/x`,
    headers: [
      ['Authorization', 'Basic canary-of-the-service'],
      ['Content-Type', 'application/json;charset=UTF-8'],
    ],
    body,
    priority,
    connectTimeoutMs: 5_000,
    totalTimeoutMs: 20_000,
    ...limits,
  };
}

/** Failures of a proxy before its tunnel is open, with their reports. */
const before: [string, ProxyManner, string][] = [
  ['asks for a password', { kind: 'asks', user: 'anna', password: 'right' }, 'proxyPassword'],
  ['does not know the password', { kind: 'asks', user: 'anna', password: 'another' }, 'proxyPassword'],
  ['asks for NTLM', { kind: 'asks', user: 'anna', password: 'right', scheme: 'NTLM' }, 'proxyUnsupported'],
  ['answers 403', { kind: 'answers', head: 'HTTP/1.1 403 Forbidden' }, 'proxyRefused'],
  ['answers 429', { kind: 'answers', head: 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5' }, 'proxyRefused'],
  ['answers 500', { kind: 'answers', head: 'HTTP/1.1 500 Internal Server Error' }, 'proxyRefused'],
  ['answers 502', { kind: 'answers', head: 'HTTP/1.1 502 Bad Gateway' }, 'proxyRefused'],
  [
    'answers 502 with the service’s own words',
    { kind: 'answers', head: 'HTTP/1.1 502 Bad Gateway\r\nContent-Type: application/json', body: '{"type":"CONFLICT","errors":[]}' },
    'proxyRefused',
  ],
  ['answers 504', { kind: 'answers', head: 'HTTP/1.1 504 Gateway Timeout' }, 'proxyRefused'],
  [
    'answers 401',
    { kind: 'answers', head: 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json', body: '{"type":"UNAUTHORIZED"}' },
    'proxyRefused',
  ],
  [
    'answers 403 with HTML',
    { kind: 'answers', head: 'HTTP/1.1 403 Forbidden\r\nContent-Type: text/html', body: '<html>blocked</html>' },
    'proxyRefused',
  ],
  ['leads elsewhere', { kind: 'answers', head: 'HTTP/1.1 302 Found\r\nLocation: https://portal.example/' }, 'proxyPortal'],
  ['wants a sign-in', { kind: 'answers', head: 'HTTP/1.1 511 Network Authentication Required' }, 'proxyPortal'],
  ['cuts at CONNECT', { kind: 'cutsAtConnect' }, 'proxyUnreachable'],
  ['cuts in its answer', { kind: 'cutsHalfAnHead' }, 'proxyUnreachable'],
  ['speaks HTML into the tunnel', { kind: 'speaksHtml' }, 'tls'],
];

describe.each(requests)('$method at the priority of $priority', (one) => {
  test.each(before)('a proxy that %s: nothing left, and nothing is believed of it', async (_name, manner, cause) => {
    for (const secure of [false, true]) {
      const lab = await proxy(manner, secure);
      const outcome = await transportOver(through(lab.address)).exchange(request(one));
      expect(outcome).toMatchObject({ kind: 'failure', cause, bytesWritten: false });
      expect(service.seen).toEqual([]);
      expect(outcome.kind === 'failure' && failureOfWire(outcome, false).kind).toBe('notSent');
      for (const head of lab.heads) expect(head).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1/);
      expect(lab.heads.join('\n')).not.toMatch(/canary|4711|authorization: basic canary/i);
    }
  });

  test('a proxy that tunnels, also over TLS and with a password: the answer is the service’s own', async () => {
    for (const secure of [false, true]) {
      const lab = await proxy({ kind: 'asks', user: 'anna', password: 'pä:ss' }, secure);
      const network = through(lab.address, { user: 'anna', password: 'pä:ss' });
      const outcome = await transportOver(network).exchange(request(one));
      expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
      expect(network.told).toEqual(['open']);
    }
    expect(service.seen.map(({ method }) => method)).toEqual([one.method, one.method]);
  });

  test('a tunnel cut in the handshake: nothing left', async () => {
    const lab = await proxy({ kind: 'cutsAfter', bytes: 1 });
    const outcome = await transportOver(through(lab.address)).exchange(request(one));
    expect(outcome).toMatchObject({ kind: 'failure', bytesWritten: false });
    expect(service.seen).toEqual([]);
  });

  test('a tunnel cut behind the handshake: what left may have arrived, so nobody says that it did not', async () => {
    const whole = await proxy({ kind: 'tunnels' });
    await transportOver(through(whole.address)).exchange(request(one));
    const lab = await proxy({ kind: 'cutsAfter', bytes: whole.tunnelled() - 10 });
    const outcome = await transportOver(through(lab.address)).exchange(request(one));
    if (outcome.kind === 'answer') return void expect(outcome.status).toBe(200);
    expect(outcome.bytesWritten).toBe(true);
  });
});

test('distinguishes a wrong password from none; a redirect to sign-in pages is a captive portal', async () => {
  const asking = await proxy({ kind: 'asks', user: 'anna', password: 'right' });
  const wrong = through(asking.address, { user: 'anna', password: 'wrong' });
  await transportOver(wrong).exchange(request(requests[0]!));
  expect(wrong.told).toEqual(['refusesPassword']);
  const nobody = through(asking.address);
  await transportOver(nobody).exchange(request(requests[0]!));
  expect(nobody.told).toEqual(['asksPassword']);
  const portal = await proxy({ kind: 'answers', head: 'HTTP/1.1 302 Found\r\nLocation: https://portal.example/' });
  const outcome = await transportOver(through(portal.address)).exchange(request(requests[0]!));
  expect(outcome.kind === 'failure' && signOf({ ok: false, failure: failureOfWire(outcome, false) })).toEqual({ kind: 'captivePortal' });
});

test('prepared connections use the proxy too, and a wrong password is reported once', async () => {
  const lab = await proxy({ kind: 'asks', user: 'anna', password: 'right' });
  const right = transportOver(through(lab.address, { user: 'anna', password: 'right' }));
  const before = service.connections();
  right.makeReady?.(`${service.origin}/`, 3);
  await right.exchange(request(requests[0]!));
  await expect.poll(service.connections, { timeout: 20_000 }).toBe(before + 4);
  expect(lab.heads).toHaveLength(4);
  const network = through(lab.address, { user: 'anna', password: 'wrong' });
  const wrong = transportOver(network);
  wrong.makeReady?.(`${service.origin}/`, 3);
  expect(await wrong.exchange(request(requests[0]!))).toMatchObject({ cause: 'proxyPassword', bytesWritten: false });
  // Asked for one after the other: whatever the first question began is over.
  await wrong.exchange(request(requests[0]!));
  expect([lab.heads.length, network.told]).toEqual([6, ['refusesPassword', 'refusesPassword']]);
  expect(service.connections()).toBe(before + 4);
});

fullTest('a silent proxy is given up at the connect time-out, before any byte', async () => {
  const lab = await proxy({ kind: 'silent' });
  const outcome = await transportOver(through(lab.address)).exchange(
    request(requests[5]!, { connectTimeoutMs: 300, totalTimeoutMs: 4_000 }),
  );
  expect(outcome).toMatchObject({ kind: 'failure', bytesWritten: false });
  expect(service.seen).toEqual([]);
});

test('a missing proxy leads to the next one, and never to a direct connection', async () => {
  const gone = await startProxy({ kind: 'tunnels' });
  await gone.close();
  const only: Network = {
    waysTo: () => Promise.resolve([{ kind: 'proxy', proxy: gone.address }]),
    credentials: () => Promise.resolve(null),
  };
  expect(await transportOver(only).exchange(request(requests[3]!))).toMatchObject({ cause: 'proxyUnreachable', bytesWritten: false });
  expect(service.seen).toEqual([]);
  const second = await proxy({ kind: 'tunnels' });
  const both: Network = {
    ...only,
    waysTo: () =>
      Promise.resolve([
        { kind: 'proxy', proxy: gone.address },
        { kind: 'proxy', proxy: second.address },
      ]),
  };
  expect(await transportOver(both).exchange(request(requests[3]!))).toMatchObject({ kind: 'answer', status: 200 });
});

fullTest('a hang behind the handshake ends at the total time-out, with bytes that left', async () => {
  const whole = await proxy({ kind: 'tunnels' });
  await transportOver(through(whole.address)).exchange(request(requests[6]!));
  const lab = await proxy({ kind: 'hangsAfter', bytes: whole.tunnelled() - 10 });
  const outcome = await transportOver(through(lab.address)).exchange(request(requests[6]!, { totalTimeoutMs: 1_500 }));
  expect(outcome).toMatchObject({ kind: 'failure', cause: 'timeout', bytesWritten: true });
});
