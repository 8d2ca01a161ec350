import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from 'node:net';
import { limits, serveBrowser, type BrowserServer } from '#main/host/browser/server.ts';
import { echoRouter } from '#test/host/echo.ts';
import { ask, builtWindow, launchCookie } from '#test/host/windows.ts';

// P23: the browser host serves only the page that it opened.

type Headers = Record<string, string | string[]>;

let server: BrowserServer;
let files: ReturnType<typeof builtWindow>;
let cookie: string;
const host = (): string => `127.0.0.1:${server.port}`;
const upgrade = (): Headers => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
});
const launchPath = (): string => new URL(server.gate.launchUrl()).pathname;

beforeAll(async () => {
  files = builtWindow();
  server = await serveBrowser({ router: echoRouter().router, files: files.folder, port: 0 });
});
beforeEach(async () => {
  cookie = await launchCookie(server);
});
afterAll(async () => {
  await server.close();
  files.remove();
});

test('the page that was opened gets the page, its files and the socket', async () => {
  expect((await ask(server.port, '/', { host: host(), cookie })).status).toBe(200);
  const script = await ask(server.port, '/assets/main-1a2b.js', { host: host(), cookie });
  expect(script.headers['cache-control']).toContain('immutable');
  expect((await ask(server.port, '/', { host: host(), cookie }, 'HEAD')).body).toBe('');
  const socket = await ask(server.port, '/ipc', { ...upgrade(), host: host(), cookie, origin: server.gate.origin });
  expect(socket.status).toBe(101);
});

test('a launch address works once and moves on to a page without it', async () => {
  const path = launchPath();
  const first = await ask(server.port, path, { host: host() });
  expect(first.status).toBe(303);
  expect(first.headers.location).toBe('/');
  expect(first.headers['set-cookie']).toMatch(/^layover-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  expect((await ask(server.port, path, { host: host() })).status).toBe(403);
});

test('every answer carries the strict headers, refusals too', async () => {
  for (const target of ['/', '/nothing']) {
    for (const headers of [{ host: host(), cookie }, { host: 'evil.example' }] as Headers[]) {
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
  const good = { host: host(), cookie };
  const socket = { ...upgrade(), ...good, origin: server.gate.origin };
  const name = cookie.slice(0, cookie.indexOf('='));
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
      `${name}=`,
      `${name}=guess`,
      cookie.slice(0, -1),
      `${cookie}x`,
      cookie.toUpperCase(),
      `x${cookie}`,
      `${cookie}; ${cookie}`,
    ].flatMap((wrong) => {
      const headers = wrong === undefined ? { host: host() } : { host: host(), cookie: wrong };
      return [
        { name: `page, cookie ${String(wrong)}`, target: '/', headers },
        { name: `socket, cookie ${String(wrong)}`, target: '/ipc', headers: { ...upgrade(), ...headers, origin: server.gate.origin } },
      ];
    }),
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
    { name: 'launch asked by another site', target: launchPath(), headers: { host: host(), 'sec-fetch-site': 'cross-site' } },
    { name: 'launch as a picture', target: launchPath(), headers: { host: host(), 'sec-fetch-dest': 'image' } },
    { name: 'launch in a frame', target: launchPath(), headers: { host: host(), 'sec-fetch-dest': 'iframe' } },
    { name: 'launch with a guess', target: '/launch/guess', headers: { host: host() } },
    { name: 'launch with nothing', target: '/launch/', headers: { host: host() } },
    { name: 'launch by HEAD', target: launchPath(), headers: { host: host() }, method: 'HEAD' },
    { name: 'launch under another name', target: launchPath(), headers: { host: `localhost:${server.port}` } },
    { name: 'again without the key', target: '/again', headers: good },
    { name: 'again with a guess', target: '/again', headers: { ...good, 'x-layover-owner': 'guess' } },
    {
      name: 'again from a page',
      target: '/again',
      headers: { ...good, origin: server.gate.origin, 'x-layover-owner': server.gate.ownerKey },
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
    const answer = await ask(server.port, '/', { host: host(), cookie, filler: 'x'.repeat(limits.headers) });
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
    await expect(serveBrowser({ router: echoRouter().router, files: files.folder, port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test('the owner gets a fresh address that works once', async () => {
    const answer = await ask(server.port, '/again', { host: host(), 'x-layover-owner': server.gate.ownerKey });
    expect(answer.status).toBe(200);
    const path = new URL(answer.body).pathname;
    expect((await ask(server.port, path, { host: host() })).status).toBe(303);
    expect((await ask(server.port, path, { host: host() })).status).toBe(403);
  });
});
