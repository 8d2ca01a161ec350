import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { Gate } from '#main/host/browser/gate.ts';
import { lineLimits } from '#main/host/browser/line.ts';
import { prove } from '#main/host/browser/line-secrets.ts';
import { limits, serveBrowser, type BrowserServer } from '#main/host/browser/server.ts';
import { routed } from '#main/host/browser/routed.ts';
import { echoRouter } from '#test/host/echo.ts';
import { ask, builtWindow, launchOf, offerOf, openTab } from '#test/host/windows.ts';

// P23: the browser host serves only the page that it opened.

type Headers = Record<string, string | string[]>;

let server: BrowserServer;
let files: ReturnType<typeof builtWindow>;
let session: string;
const host = (): string => `127.0.0.1:${server.port}`;
const upgrade = (): Headers => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
});
const launch = (): string => launchOf(server.gate.launchUrl());
const offer = (key: string): string => offerOf(key).protocols.join(', ');

beforeAll(async () => {
  files = builtWindow();
  server = await serveBrowser({ open: routed(echoRouter().router), files: files.folder, port: 0 });
});
beforeEach(async () => {
  const tab = await openTab(server, launch());
  tab.socket.terminate();
  session = tab.session;
});
afterAll(async () => {
  await server.close();
  files.remove();
});

test('the opened page gets its files and its connection', async () => {
  expect((await ask(server.port, '/', { host: host() })).status).toBe(200);
  const script = await ask(server.port, '/assets/main-1a2b.js', { host: host() });
  expect(script.headers['cache-control']).toContain('immutable');
  expect((await ask(server.port, '/', { host: host() }, 'HEAD')).body).toBe('');
  const headers = { ...upgrade(), host: host(), origin: server.gate.origin, 'sec-websocket-protocol': offer(session) };
  const socket = await ask(server.port, '/ipc', headers);
  expect(socket.status).toBe(101);
  expect(socket.headers['sec-websocket-protocol']).toBe('layover');
});

test('the page may be opened from a file or another page, and is nothing without its secret', async () => {
  const opening = { host: host(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await ask(server.port, '/', opening)).status).toBe(200);
});

test('a launch opens one line, once; the session goes on, and no cookie is ever set', async () => {
  const key = launch();
  const tab = await openTab(server, key);
  await expect(openTab(server, key)).rejects.toThrow();
  await openTab(server, tab.session);
  expect((await ask(server.port, '/', { host: host() })).headers['set-cookie']).toBeUndefined();
});

test('of two that begin with one launch only one gets a line', async () => {
  const key = launch();
  const both = await Promise.all([openTab(server, key), openTab(server, key)]);
  const ends = both.map(({ socket }) => new Promise((resolve) => socket.once('close', () => resolve('closed'))));
  expect(await Promise.race(ends)).toBe('closed');
  const again = await Promise.allSettled(both.map((tab) => openTab(server, tab.session)));
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an owner’s question is over after ten seconds', () => {
  let now = 0;
  const gate = new Gate(1, () => now);
  const asking = 'a'.repeat(43);
  const asked = (given: string) => {
    const headers: Headers = { host: '127.0.0.1:1', 'x-layover-owner': given };
    const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    return gate.judge({ method: 'GET', url: '/again', headers, headersDistinct: distinct } as unknown as IncomingMessage);
  };
  const answered = (afterMs: number) => {
    const question = asked(asking);
    const [number = ''] = question.kind === 'owner' ? question.text.split('.') : [];
    now += afterMs;
    return asked(`${asking}.${number}.${prove(gate.ownerKey, 'owner', asking, number)}`).kind;
  };
  expect([answered(10_000), answered(10_001)]).toEqual(['owner', 'refuse']);
});

test('a connection that never authenticates is closed, and frees its place', async () => {
  const [usual, before] = [lineLimits.proofMs, server.windows()];
  lineLimits.proofMs = 50;
  const key = launch();
  const silent = new WebSocket(`ws://${host()}/ipc`, offerOf(key).protocols, { origin: server.gate.origin });
  const closed = new Promise((resolve) => silent.once('close', () => resolve('closed')).on('error', () => undefined));
  expect(await closed).toBe('closed');
  lineLimits.proofMs = usual;
  await expect.poll(() => server.windows()).toBeLessThanOrEqual(before);
});

test('a request that is being answered keeps its connection, whatever comes meanwhile', async () => {
  const agent = connect({ host: '127.0.0.1', port: server.port });
  await new Promise((resolve) => agent.once('connect', resolve));
  const said: string[] = [];
  agent.setEncoding('latin1').on('data', (text: string) => void said.push(text));
  // Its answer waits in the pipe while others come.
  agent.pause();
  agent.write(`GET /assets/main-1a2b.js HTTP/1.1\r\nhost: ${host()}\r\nconnection: close\r\n\r\n`);
  const idle = Array.from({ length: limits.connections * 2 }, () =>
    connect({ host: '127.0.0.1', port: server.port }).on('error', () => undefined),
  );
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))));
  agent.resume();
  await new Promise((resolve) => agent.once('close', resolve));
  expect(said.join('')).toMatch(/^HTTP\/1.1 200/);
  for (const socket of idle) socket.destroy();
});

test('a launch is over after a minute', async () => {
  let now = 0;
  const gate = new Gate(1, () => now);
  const opening = (key: string) => {
    const headers: Headers = { host: '127.0.0.1:1', origin: gate.origin, 'sec-websocket-protocol': offer(key) };
    const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    return gate.judgeSocket({ method: 'GET', url: '/ipc', headers, headersDistinct: distinct } as unknown as IncomingMessage).kind;
  };
  const key = launchOf(gate.launchUrl());
  now = 60_000;
  expect(opening(key)).toBe('greet');
  now = 60_001;
  expect(opening(key)).toBe('refuse');
});

test('a client that names the secret and cannot prove it gets no connection, and no second try', async () => {
  const headers = { origin: server.gate.origin };
  const socket = new WebSocket(`ws://${host()}/ipc`, offerOf(session).protocols, { headers });
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send('x'.repeat(43));
  await new Promise((resolve) => socket.once('close', resolve));
});

test('every answer carries the strict headers, refusals too', async () => {
  for (const target of ['/', '/nothing']) {
    for (const headers of [{ host: host() }, { host: 'evil.example' }] as Headers[]) {
      const answer = await ask(server.port, target, headers);
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  }
});

/** Hosts that a rebinding name, a proxy or another interface would bring. */
const wrongHosts = (): (string | string[])[] => [
  'evil.example',
  `evil.example:${server.port}`,
  '127.0.0.1',
  `localhost:${server.port}`,
  `127.0.0.1.evil.example:${server.port}`,
  `127.0.0.1:${server.port + 1}`,
  `127.1:${server.port}`,
  `0.0.0.0:${server.port}`,
  `[::1]:${server.port}`,
  `2130706433:${server.port}`,
  `user@127.0.0.1:${server.port}`,
  '',
  [`127.0.0.1:${server.port}`, 'evil.example'],
];
const wrongOrigins = (): (string | string[])[] => [
  'http://evil.example',
  'https://evil.example',
  'null',
  'file://',
  'app://layover',
  'chrome-extension://abcdefghijklmnop',
  `http://localhost:${server.port}`,
  `https://127.0.0.1:${server.port}`,
  `http://127.0.0.1:${server.port + 1}`,
  `http://127.0.0.1:${server.port}.evil.example`,
  `http://127.0.0.1:${server.port}/`,
  'http://127.0.0.1',
];

interface Refusal {
  name: string;
  target: string;
  headers: Headers;
  method?: string;
}

function refusals(): Refusal[] {
  const good = { host: host() };
  const opening = { ...upgrade(), ...good, origin: server.gate.origin };
  const socket = { ...opening, 'sec-websocket-protocol': offer(session) };
  const [, word = ''] = offerOf(session).protocols;
  return [
    ...wrongHosts().flatMap((wrong) => [
      { name: `page, Host ${String(wrong)}`, target: '/', headers: { ...good, host: wrong } },
      { name: `socket, Host ${String(wrong)}`, target: '/ipc', headers: { ...socket, host: wrong } },
    ]),
    ...wrongOrigins().flatMap((origin) => [
      { name: `page, Origin ${String(origin)}`, target: '/', headers: { ...good, origin } },
      { name: `socket, Origin ${String(origin)}`, target: '/ipc', headers: { ...socket, origin } },
    ]),
    { name: 'socket without Origin', target: '/ipc', headers: { ...upgrade(), ...good } },
    ...[
      undefined,
      '',
      'layover',
      word,
      `layover, ${word.slice(0, -1)}`,
      `layover, ${word}x`,
      `layover, ${word.toUpperCase()}`,
      `layover, ${word}, ${word}`,
      `x, ${word}`,
      `layover, ${session}.${word.split('.')[1] ?? ''}`,
      offer('guess'),
      offer(server.gate.ownerKey),
    ].map((protocols) => ({
      name: `socket, offering ${String(protocols)}`,
      target: '/ipc',
      headers: { ...opening, ...(protocols === undefined ? {} : { 'sec-websocket-protocol': protocols }) },
    })),
    { name: 'socket by a cookie', target: '/ipc', headers: { ...opening, cookie: `layover-${server.port}=${session}` } },
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({
      name: method,
      target: '/',
      headers: good,
      method,
    })),
    ...['cross-site', 'same-site', 'other'].flatMap((site) => [
      { name: `page, Sec-Fetch-Site ${site}`, target: '/', headers: { ...good, 'sec-fetch-site': site } },
      { name: `socket, Sec-Fetch-Site ${site}`, target: '/ipc', headers: { ...socket, 'sec-fetch-site': site } },
    ]),
    ...[
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ].map((how) => ({
      name: `page as ${how['sec-fetch-dest']}`,
      target: '/',
      headers: { ...good, 'sec-fetch-site': 'cross-site', ...how },
    })),
    {
      name: 'a file opened by another site',
      target: '/assets/main-1a2b.js',
      headers: { ...good, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    },
    ...['guess', 'x'.repeat(43), [43, 43, 43].map((length) => 'x'.repeat(length)).join('.'), server.gate.ownerKey.slice(1)]
      .filter((word) => word.length !== 43)
      .map((word) => ({ name: `again with ${word}`, target: '/again', headers: { ...good, 'x-layover-owner': word } })),
    { name: 'again without a word', target: '/again', headers: good },
    { name: 'again from a page', target: '/again', headers: { ...good, origin: server.gate.origin, 'x-layover-owner': 'x'.repeat(43) } },
    {
      name: 'again from a tab',
      target: '/again',
      headers: { ...good, 'sec-fetch-site': 'same-origin', 'x-layover-owner': 'x'.repeat(43) },
    },
    { name: 'a body', target: '/', headers: { ...good, 'content-length': '5' } },
    { name: 'a streamed body', target: '/', headers: { ...good, 'transfer-encoding': 'chunked' } },
    ...[
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../etc/passwd',
      '/index.html%00',
      '//evil.example/',
      '/assets/',
      '/assets/main-1a2b.js.map',
      '/?x=1',
      '/IPC',
      '/ipc',
    ].map((target) => ({ name: `path ${target}`, target, headers: good })),
    { name: 'absolute form', target: `http://evil.example/`, headers: good },
    { name: 'socket on another path', target: '/', headers: socket },
    { name: 'socket by POST', target: '/ipc', headers: socket, method: 'POST' },
  ];
}

test('everything else is refused and learns nothing', async () => {
  const cases = refusals();
  const served: string[] = [];
  for (const { name, target, headers, method } of cases) {
    const answer = await ask(server.port, target, headers, method);
    if (answer.status < 400 || answer.body.includes('<title>') || answer.headers['set-cookie']) served.push(`${name}: ${answer.status}`);
  }
  expect(served).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(60);
  console.log(`P23: ${cases.length} requests refused`);
});

describe('limits', () => {
  test('a header that never ends is cut off', async () => {
    const answer = await ask(server.port, '/', { host: host(), filler: 'x'.repeat(limits.headers) });
    expect(answer.status).toBe(431);
  });

  test('only the loopback interface listens', async () => {
    const refused = await new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: server.port });
      socket.on('connect', () => {
        resolve('connected');
        socket.destroy();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? '');
      });
    });
    expect(refused).toBe('ECONNREFUSED');
  });

  test('a port in use is an error, not a surprise', async () => {
    await expect(serveBrowser({ open: routed(echoRouter().router), files: files.folder, port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('connections that say nothing keep nobody out', async () => {
    const idle = Array.from({ length: 70 }, () => connect({ host: '127.0.0.1', port: server.port }).on('error', () => undefined));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))));
    expect((await ask(server.port, '/', { host: host() })).status).toBe(200);
    const tab = await openTab(server, session);
    expect(tab.socket.readyState).toBe(tab.socket.OPEN);
    for (const socket of idle) socket.destroy();
  });
});
