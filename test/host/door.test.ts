import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDoor, openEarly } from '#main/host/browser/door.ts';
import { forgetRunning } from '#main/host/running.ts';
import { until } from '#test/until.ts';
import { builtWindow, launchOf, openTab } from '#test/host/windows.ts';

// The browser host shows its door before the core is there.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-door-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('requests before the core is ready wait, and are answered in order; the core learns the number of open windows', async () => {
  const files = builtWindow();
  const door = await openDoor(files.folder, 0);
  const { socket } = await openTab(door.server, launchOf(door.server.gate.launchUrl()));
  const answers: string[] = [];
  const all = new Promise<void>((resolve) =>
    socket.on('message', (data: Buffer) => {
      if (answers.push(data.toString()) === 4) resolve();
    }),
  );
  for (const question of ['one', 'two', 'three']) socket.send(question);
  // what was sent before it was heard by the other side
  await new Promise((resolve) => {
    socket.once('pong', resolve);
    socket.ping();
  });
  expect(answers).toEqual([]);
  const windows: number[] = [];
  door.answer(
    (line, { windowId }) => {
      line.on('message', (data: Buffer) => {
        line.send(`${data.toString()} ${String(windowId)}`);
      });
    },
    (open) => windows.push(open),
  );
  socket.send('four');
  await all;
  expect(answers.map((answer) => answer.split(' ')[0])).toEqual(['one', 'two', 'three', 'four']);
  expect(windows).toEqual([1]);
  await door.server.close();
  files.remove();
});

test('a browser that is there has its page before the core is read; the core waits for none that is not', async () => {
  const files = builtWindow();
  writeFileSync(path.join(folder, 'registry.db'), '');
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const opening = openEarly(['--data', folder, '--no-open'], files.folder, 2 ** 31 - 1);
  const address = await until(() => /http:[^#]*/.exec(String(said.mock.lastCall?.[0]))?.[0]);
  const page = await fetch(address ?? '');
  expect(page.status).toBe(200);
  const door = await opening;
  await door?.server.close();
  forgetRunning(folder);
  const alone = await openEarly(['--data', folder, '--no-open'], files.folder, 0);
  expect(alone).not.toBeNull();
  await alone?.server.close();
  said.mockRestore();
  files.remove();
});

test('a start that fails behind its door says why, exits with 1 and keeps no note; a folder of a living process shows no door', async () => {
  const used = path.join(folder, 'used');
  mkdirSync(path.join(used, 'registry.db'), { recursive: true });
  const failed = await run(used);
  expect(failed.output).toMatch(/^Layover: http:.*\n.*Next: make .* writable/);
  expect(failed.code).toBe(1);
  expect(existsSync(path.join(used, 'host.json'))).toBe(false);
  const held = path.join(folder, 'held');
  mkdirSync(path.join(held, 'registry.db'), { recursive: true });
  writeFileSync(path.join(held, 'host.json'), JSON.stringify({ kind: 'electron', pid: process.pid, port: 0, ownerKey: '' }));
  const late = await run(held);
  expect(late.output).not.toContain('#launch=');
  expect(late.code).toBe(1);
});

function run(dataFolder: string): Promise<{ output: string; code: number | null }> {
  const program = path.resolve(import.meta.dirname, '../../out/host/browser.mjs');
  const child = spawn(process.execPath, [program, '--data', dataFolder, '--no-open', '--without-service']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ output, code })));
}
