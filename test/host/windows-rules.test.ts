import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renameHeld } from '#main/storage/rename-held.ts';
import { closeOnWindows } from '#main/host/data-folder.ts';
import { fileLog } from '#main/host/log-file.ts';

// Windows' rules, as far as they can be tried on another system.

/** A system where somebody holds the file for the first `holds` tries. */
function holding(holds: number, code: string) {
  const tried: [string, string][] = [];
  const paused: number[] = [];
  const rename = (from: unknown, to: unknown): void => {
    tried.push([String(from), String(to)]);
    if (tried.length <= holds) throw Object.assign(new Error(code), { code });
  };
  return { tried, paused, system: { rename, pause: (ms: number) => void paused.push(ms) } };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('a rename that a scanner holds (%s) is tried again, for about a second', (code) => {
  const short = holding(5, code);
  renameHeld('a', 'b', short.system);
  expect(short.tried).toEqual(Array(6).fill(['a', 'b']));
  const long = holding(1_000, code);
  expect(() => {
    renameHeld('a', 'b', long.system);
  }).toThrow(code);
  const waited = long.paused.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(800);
  expect(waited).toBeLessThan(2_000);
});

test('another error is reported at once', () => {
  const gone = holding(1_000, 'ENOENT');
  expect(() => {
    renameHeld('a', 'b', gone.system);
  }).toThrow('ENOENT');
  expect(gone.paused).toEqual([]);
});

test('a log that cannot be rotated continues in the same file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-log-'));
  // a folder of that name cannot be replaced by a file, on any system
  mkdirSync(path.join(folder, 'layover.1.log/x'), { recursive: true });
  const log = fileLog(folder, () => undefined);
  for (let line = 0; line < 3; line++) log.info(`line ${line}`, { text: 'x'.repeat(900_000) });
  expect(readFileSync(path.join(folder, 'layover.log'), 'utf8').trim().split('\n')).toHaveLength(3);
  rmSync(folder, { recursive: true, force: true });
});

test('a folder outside the profile is closed to everybody else; the profile is closed already', () => {
  const env = { USERPROFILE: 'C:\\Users\\Ana Díaz', USERNAME: 'Ana Díaz', USERDOMAIN: 'FIN', SystemRoot: 'D:\\Win' };
  expect(closeOnWindows('C:\\Users\\ana díaz\\AppData\\Roaming\\Layover', env)).toBeNull();
  expect(closeOnWindows('E:\\shared data\\Layover', env)).toEqual({
    command: 'D:\\Win\\System32\\icacls.exe',
    args: ['E:\\shared data\\Layover', '/inheritance:r', '/grant:r', 'FIN\\Ana Díaz:(OI)(CI)F'],
  });
  expect(closeOnWindows('C:\\Users\\Ana Díaz 2\\x', env)).not.toBeNull();
});
