import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDataFolder } from '#main/host/data-folder.ts';
import { policyInFile } from '#main/host/policy/policy-places.ts';
import { asNeighbour, mayBecomeNobody, nobody } from './neighbour.ts';

// P28: what another user can make first, put in the place of ours, or read.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-folders-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const unix = process.platform !== 'win32';

test.runIf(unix)('every file that the app makes is the user’s alone, whoever made it', () => {
  const data = path.join(folder, 'data');
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'made-files-child.ts'), data], { stdio: 'ignore' });
  const open = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(path.join(data, name)).mode & 0o077) !== 0,
  );
  expect(readdirSync(data)).toContain('records.sqlite');
  expect(open).toEqual([]);
});

describe.runIf(mayBecomeNobody)('somebody else’s folder', () => {
  test('is not taken for the data, also where it leads into our own', () => {
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs);
    chownSync(theirs, nobody, nobody);
    expect(() => prepareDataFolder(theirs)).toThrow(/is not safe/);
    expect(() => prepareDataFolder(path.join(theirs, 'inside'))).toThrow(/is not safe/);
    symlinkSync(theirs, path.join(folder, 'link'));
    expect(() => prepareDataFolder(path.join(folder, 'link'))).toThrow(/is not safe/);
  });

  test('in which everybody may rename is not taken either', () => {
    const shared = path.join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    expect(() => prepareDataFolder(path.join(shared, 'data'))).toThrow(/is not safe/);
    chmodSync(shared, 0o1777);
    prepareDataFolder(path.join(shared, 'data'));
    expect(asNeighbour('ls', path.join(shared, 'data'))).toBe(null);
  });

  test('is not taken either when a group of others may rename it, or it belongs to nobody', () => {
    const grouped = path.join(folder, 'grouped');
    mkdirSync(grouped);
    chmodSync(grouped, 0o775);
    prepareDataFolder(path.join(grouped, 'own'));
    chownSync(grouped, 0, nobody);
    expect(() => prepareDataFolder(path.join(grouped, 'data'))).toThrow(/is not safe/);
    chownSync(grouped, 0, 0);
    chownSync(grouped, 65_534, 0);
    const mapped = !/^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'));
    if (!mapped) expect(() => prepareDataFolder(path.join(grouped, 'data'))).toThrow(/is not safe/);
  });

  test('gives no rules: neither its policy nor one that everybody may change', () => {
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, '{"updates":false}');
    expect(policyInFile(file)).toEqual([{ place: file, values: { updates: false } }]);
    chownSync(file, nobody, nobody);
    expect(() => policyInFile(file)).toThrow(/can be changed by others/);
    chownSync(file, 0, 0);
    chmodSync(file, 0o666);
    expect(() => policyInFile(file)).toThrow(/can be changed by others/);
    chmodSync(file, 0o644);
    chownSync(folder, nobody, nobody);
    expect(() => policyInFile(file)).toThrow(/can be changed by others/);
  });
});
