import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findRuntime } from '#scripts/electron/electron-runtime.mjs';
import { ends } from '#test/fakes/contract-app/endings.mjs';
import { permissions } from '#test/fakes/contract-app/permissions.mjs';
import { early, ready } from '#test/fakes/contract-app/questions.mjs';

// The real Electron gives the answers that unit tests take from the fake one (test/host/electron-contract.test.ts asks the fake).

const app = path.resolve(import.meta.dirname, '../fakes/contract-app');
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'contract-'));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The lines that the real Electron notes until it has ended. */
async function asked(name: string): Promise<unknown[]> {
  const file = path.join(folder, 'answers');
  const child = spawn(findRuntime()!, [app, `--user-data-dir=${folder}`, `--answers=${file}`, name], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  if (!existsSync(file)) throw new Error(`it ended with ${String(code)}: ${said}`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

test('answers what unit tests take from the fake', { tag: '@quick' }, async () => {
  const rows = [...early, ...ready].map(({ name, answer }) => [name, answer]);
  expect(await asked('all')).toEqual(rows);
});

test('calls permissions what unit tests call them', { tag: '@quick' }, async () => {
  expect(await asked('permissions')).toEqual([Object.keys(permissions)]);
});

for (const { name, answer } of ends)
  test(`ends as the fake does: ${name}`, { tag: '@quick' }, async () => {
    expect(await asked(name)).toEqual(answer);
  });
