import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openInSystemBrowser } from '#main/host/open-external.ts';
import { openingFolder } from '#main/host/opening-folder.ts';
import { openPrivately, sweepOpenings } from '#main/host/redirect-file.ts';
import { askRunning, noteRunning } from '#main/host/running.ts';
import { openLine } from '#renderer/state/connection/line.ts';
import { asNeighbour, mayBecomeNobody } from './neighbour.ts';

// P28: a neighbour on the same computer gets nothing. Each test is an attack that another user's program can make.

let folder: string;
const closers: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-neighbour-'));
  // A folder that others may enter: what protects a file must be the file's own rights.
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform !== 'linux')('the process list shows no address of ours while the browser is started', async () => {
  const seen = path.join(folder, 'seen');
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  // The system's opener, slow enough to be looked at.
  writeFileSync(path.join(programs, 'xdg-open'), `#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline > ${seen}.part && mv ${seen}.part ${seen}\n`, {
    mode: 0o755,
  });
  const before = process.env['PATH'];
  process.env['PATH'] = `${programs}:${before}`;
  closers.push(() => (process.env['PATH'] = before));
  const secret = 'state-that-nobody-else-may-see';
  await openPrivately(`https://service.test/oauth/authorize?state=${secret}`, folder, openInSystemBrowser);
  await expect.poll(() => readdirSync(folder)).toContain('seen');
  const commandLine = readFileSync(seen, 'utf8');
  expect(commandLine).toMatch(/file:\/\/.*\.html/);
  expect(commandLine).not.toContain(secret);
});

test('the redirect file is the user’s alone, and shows nothing outside it', async () => {
  const targets: string[] = [];
  await openPrivately('http://127.0.0.1:1/#launch=<&">', folder, (target) => Promise.resolve(void targets.push(target)));
  const [file = ''] = readdirSync(path.join(folder, 'opening')).map((name) => path.join(folder, 'opening', name));
  expect(targets).toHaveLength(1);
  expect(targets[0]).not.toContain('launch');
  expect(readFileSync(file, 'utf8')).toContain('url=http://127.0.0.1:1/#launch=%3C&amp;%22%3E"');
  if (mayBecomeNobody) {
    expect(asNeighbour('cat', file)).toBe(null);
    expect(asNeighbour('ls', path.dirname(file))).toBe(null);
  }
});

test.skipIf(process.platform !== 'linux')(
  'a browser of a snap or a flatpak reads no hidden folder: the file lies where it may read',
  async () => {
    const [data, downloads] = [path.join(folder, '.config/Layover'), path.join(folder, 'Téléchargements')];
    for (const one of [data, downloads]) mkdirSync(one, { recursive: true });
    expect(openingFolder(data, 'linux', folder)).toBe(path.join(data, 'opening'));
    writeFileSync(path.join(folder, '.config/user-dirs.dirs'), '# desktop\nXDG_DOWNLOAD_DIR="$HOME/Téléchargements"\n');
    const place = openingFolder(data, 'linux', folder);
    expect([place, openingFolder(data, 'darwin', folder), openingFolder(path.join(folder, 'data'), 'linux', folder)]).toEqual([
      downloads,
      path.join(data, 'opening'),
      path.join(folder, 'data/opening'),
    ]);
    writeFileSync(path.join(downloads, 'bill.html'), 'the person’s own');
    const targets: string[] = [];
    await openPrivately('https://service.test/', data, (target) => Promise.resolve(void targets.push(target)), place);
    const names = readdirSync(downloads).sort();
    expect(names).toEqual(['bill.html', expect.stringMatching(/^layover-[0-9a-f]{32}\.html$/)]);
    if (mayBecomeNobody) expect(asNeighbour('cat', path.join(downloads, names[1]!))).toBe(null);
    chmodSync(downloads, 0o777);
    expect(openingFolder(data, 'linux', folder)).toBe(path.join(data, 'opening'));
  },
);

test('the file is gone after a minute, whoever left it, and at the end; what else lies there stays', async () => {
  const place = path.join(folder, 'opening');
  const open = () => openPrivately('https://service.test/', folder, () => Promise.resolve());
  const there = () => readdirSync(place).filter((name) => name !== 'bill.html');
  await open();
  writeFileSync(path.join(place, 'bill.html'), 'the person’s own');
  const [left = ''] = there();
  const aMinuteAgo = new Date(Date.now() - 60_000);
  for (const name of [left, 'bill.html']) utimesSync(path.join(place, name), aMinuteAgo, aMinuteAgo);
  await open();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  closers.push(() => vi.useRealTimers());
  const end = sweepOpenings(folder);
  const [young = '', ...others] = there();
  expect([young, others]).toEqual([expect.not.stringContaining(left), []]);
  utimesSync(path.join(place, young), aMinuteAgo, aMinuteAgo);
  vi.advanceTimersByTime(10_000);
  expect(there()).toEqual([]);
  await open();
  end();
  expect(readdirSync(place)).toEqual(['bill.html']);
});

test('a text that must not leave is not written either', async () => {
  await expect(openPrivately('file:///etc/passwd', folder, () => Promise.resolve())).rejects.toThrow('Only https');
  expect(readdirSync(folder)).toEqual([]);
});

/** Listens where the app listened before it crashed, believes everybody, and keeps every byte that it is told. */
async function squat(): Promise<{ port: number; heard: string[]; server: Server }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url}\n${request.rawHeaders.join('\n')}`);
    response.end(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#launch=${'x'.repeat(43)}`);
  });
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'layover' });
  sockets.on('connection', (socket, request) => {
    heard.push(`${request.url}\n${request.rawHeaders.join('\n')}`);
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    socket.send(`${'x'.repeat(43)}.${'y'.repeat(43)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => sockets.close(),
  );
  return { port: (server.address() as AddressInfo).port, heard, server };
}

test('on the port of a crashed app, a neighbour is neither believed by the next start nor told the key', async () => {
  const { port, heard } = await squat();
  const ownerKey = 'k'.repeat(43);
  noteRunning(folder, { kind: 'browser', pid: process.pid, port, ownerKey });
  expect(await askRunning(folder)).toBe(null);
  expect(heard).toHaveLength(1);
  expect(heard.join()).not.toContain(ownerKey);
});

test('a note of a process that is gone is not even asked', async () => {
  const { port, heard } = await squat();
  noteRunning(folder, { kind: 'browser', pid: 2 ** 22 + 1, port, ownerKey: 'k'.repeat(43) });
  expect(await askRunning(folder)).toBe(null);
  expect(heard).toEqual([]);
});

test('on the port of a crashed app, the old tab offers its session to nobody', async () => {
  const { port, heard } = await squat();
  const session = 's'.repeat(43);
  const origin = `http://127.0.0.1:${port}`;
  class TabSocket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers: { origin } });
    }
  }
  vi.stubGlobal('location', { host: `127.0.0.1:${port}` });
  vi.stubGlobal('sessionStorage', { getItem: () => session });
  vi.stubGlobal('WebSocket', TabSocket);
  closers.push(() => vi.unstubAllGlobals());
  await expect(openLine('window')).rejects.toThrow('not Layover');
  expect(heard).toHaveLength(1);
  expect(heard.join()).not.toContain(session);
});
