import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

// `npm start` from outside: what it prints, and what it leaves behind.

const root = path.resolve(import.meta.dirname, '../..');
let dataFolder: string;
const running: ChildProcess[] = [];
test.beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-start-'));
});
test.afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  // whatever they started is gone with them
  await expect.poll(() => existsSync(path.join(dataFolder, 'host.json'))).toBe(false);
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

function start(flags: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs'), '--no-build', '--data', dataFolder, ...flags], {
    cwd: root,
    env: { ...process.env, LAYOVER_NO_DOWNLOAD: '1', DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return { child, output: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

test('says in one line why there is no Electron, prints the address, and ends cleanly on Ctrl+C', async () => {
  const started = start(['--no-open']);
  await expect.poll(started.output).toMatch(/Layover: http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{43}\n/);
  expect(started.output()).toMatch(/^\[start\] Electron cannot open: there is no display\. Opening the same app in your browser\.$/m);
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
  expect(started.output()).toContain('Everything is sent.');
});

test('a second start with the same data opens another window of the first', async () => {
  const first = start(['--no-open', '--host', 'browser', '--without-service']);
  await expect.poll(first.output).toContain('/#launch=');
  const second = start(['--no-open', '--host', 'browser']);
  expect(await second.ended).toBe(0);
  expect(second.output()).toContain('Layover is open already with this data folder; here is another window of it.');
  expect(second.output().match(/:\d+\/#launch=/)?.[0]).toBe(first.output().match(/:\d+\/#launch=/)?.[0]);
});

test('a port in use: what, and what next', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as AddressInfo;
  const started = start(['--no-open', '--host', 'browser', '--without-service', '--port', String(port)]);
  expect(await started.ended).toBe(1);
  expect(started.output()).toContain(`Port ${port} is in use by another program. Next: choose another, --port ${port + 1}`);
  blocker.close();
});

for (const [flags, words] of [
  [['--help'], /--without-service.*--help/s],
  [['--hots', 'x'], /Unknown option '--hots'.*npm start -- \[flags\]/s],
  [['--host', 'tv'], /--host is electron or browser, not tv/],
  [['--port', 'x'], /--port is a number from 0 to 65535, not x/],
  [['--host', 'electron'], /Electron cannot open: there is no display\. Next: npm start -- --host browser/],
] as const) {
  test(`${flags.join(' ')} is answered in words`, async () => {
    const started = start([...flags]);
    expect(await started.ended).toBe(flags[0] === '--help' ? 0 : 1);
    expect(started.output()).toMatch(words);
  });
}

test('the host’s own --help tells its flags, starts nothing and writes nothing', async () => {
  const folder = path.join(dataFolder, 'never made');
  const child = spawn(process.execPath, [path.join(root, 'out/host/browser.mjs'), '--data', folder, '--help'], { cwd: root });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(text).toContain('--without-service');
  expect(existsSync(folder)).toBe(false);
});

test('no system browser: the address is there to be opened by hand', async () => {
  const started = start(['--host', 'browser', '--without-service'], { PATH: '/nonexistent' });
  await expect.poll(started.output).toContain('No browser could be opened. Next: open the address below yourself');
});
