import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { handsOn, neverRan, whyNoSandbox, whyNoWindow } from '#scripts/electron/electron-possible.mjs';

// The choice of `npm start`: Electron, or the browser host with the reason in one line.

const root = path.resolve(import.meta.dirname, '../..');
const runtime = "/opt/o'hara/dist/electron";

/** A Linux desktop where everything works, but for what is given. */
const linux = (given: { env?: NodeJS.ProcessEnv; uid?: number; works?: boolean; setuid?: boolean }) => ({
  platform: 'linux' as NodeJS.Platform,
  env: given.env ?? { DISPLAY: ':0' },
  uid: given.uid ?? 1000,
  userNamespaceWorks: () => given.works ?? true,
  isSetuidRoot: () => given.setuid ?? false,
});

test('a window needs a display and a user; Windows and macOS always have both', () => {
  expect(whyNoWindow(linux({}))).toBeNull();
  expect(whyNoWindow(linux({ env: { WAYLAND_DISPLAY: 'wayland-0' } }))).toBeNull();
  expect(whyNoWindow(linux({ env: {} }))).toBe('there is no display');
  expect(whyNoWindow(linux({ uid: 0 }))).toMatch(/as root/);
  for (const platform of ['win32', 'darwin'] as const) {
    expect(whyNoWindow({ ...linux({ env: {} }), platform, uid: -1 })).toBeNull();
    expect(whyNoSandbox(runtime, { ...linux({ works: false }), platform })).toBeNull();
  }
});

test('without user namespaces one line says so with the command that allows them', () => {
  const ubuntu = linux({ works: false });
  const why = whyNoSandbox(runtime, ubuntu);
  expect(why).toContain(`sudo chmod 4755 '/opt/o'\\''hara/dist/chrome-sandbox'`);
  expect(why).not.toContain('\n');
  expect(why).not.toContain('--no-sandbox');
  expect(whyNoSandbox(runtime, { ...ubuntu, isSetuidRoot: () => true })).toBeNull();
  // an AppArmor profile for unshare, or for us, makes the try succeed
  expect(whyNoSandbox(runtime, { ...ubuntu, userNamespaceWorks: () => true })).toBeNull();
});

test('a runtime that was killed or could not be executed never ran; an app that said no did', () => {
  for (const [code, signal] of [
    [null, 'SIGTRAP'],
    [null, 'SIGSEGV'],
    [127, null],
    [133, null],
  ] as const)
    expect(neverRan(code, signal)).toBe(true);
  for (const [code, signal] of [
    [0, null],
    [1, null],
    [null, 'SIGINT'],
    [null, 'SIGTERM'],
  ] as const)
    expect(neverRan(code, signal)).toBe(false);
});

test('Ctrl+C in a terminal is not forwarded: every process there receives it', () => {
  expect([handsOn('SIGINT', true), handsOn('SIGINT', false), handsOn('SIGTERM', true)]).toEqual([false, true, true]);
});

/** `npm start` with a runtime that is a script, on a display that nobody looks at, as somebody who is not root. */
function startWith(script: string, flags: string[]): Promise<{ code: number | null; output: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-runtime-'));
  const dist = path.join(folder, 'with space');
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'electron'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(dist, 'electron'), 0o755);
  // where no program may make its own sandbox (a container, a changed root), the older one does
  writeFileSync(path.join(dist, 'chrome-sandbox'), '');
  if (process.getuid?.() === 0) chmodSync(path.join(dist, 'chrome-sandbox'), 0o4755);
  const notRoot = `data:text/javascript,${encodeURIComponent('process.getuid = () => 1000;')}`;
  const child = spawn(
    process.execPath,
    ['--import', notRoot, path.join(root, 'scripts/start.mjs'), '--no-build', '--data', path.join(folder, 'data'), ...flags],
    { cwd: root, env: { ...process.env, DISPLAY: ':99', ELECTRON_OVERRIDE_DIST_PATH: dist }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ code, output });
    }),
  );
}

test.runIf(process.platform === 'linux')(
  'a runtime that dies at its start: why in one line, and how to open it in the browser',
  async () => {
    const { code, output } = await startWith('kill -TRAP $$', ['--host', 'electron']);
    expect(output).toMatch(/Electron cannot open: its runtime ended at once \(SIGTRAP\)\. Next: npm start -- --host browser/);
    expect(code).toBe(1);
  },
);

test.runIf(process.platform === 'linux')('without --host the same app opens in the browser host', async () => {
  // the browser host refuses a port that is none, after it was chosen
  const { output } = await startWith('kill -SEGV $$', ['--no-open', '--port', '99999']);
  expect(output).toMatch(/its runtime ended at once \(SIGSEGV\)\. Opening the same app in your browser\./);
  expect(output).toContain('--port is a whole number from 0 to 65535');
});

test.runIf(process.platform === 'linux')('an app that said why it does not open has the last word', async () => {
  const { code, output } = await startWith('echo "the folder is in use" >&2; exit 1', []);
  expect([code, output.includes('the folder is in use'), output.includes('browser')]).toEqual([1, true, false]);
});
