import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSignatures } from '#scripts/packages/signatures.mjs';
import { fullTest } from '#test/full-test.ts';

// While the dependencies are installed no script runs; the set-up then builds the one package that it names.

const root = path.resolve(import.meta.dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
interface Named {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const lock = readJson('package-lock.json') as {
  packages: Record<string, { resolved?: string; integrity?: string } & Named>;
};

/** A package of a registry, as npm gets it, whose install scripts leave a mark. */
function markingPackage(folder: string): string {
  const source = path.join(folder, 'marking');
  mkdirSync(source);
  const mark = (name: string) => `node -e "require('node:fs').writeFileSync(process.env.MARKS + '/${name}', '')"`;
  const scripts = Object.fromEntries(['preinstall', 'install', 'postinstall'].map((name) => [name, mark(name)]));
  writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name: 'marking', version: '1.0.0', scripts }));
  npm(folder, ['pack', './marking']);
  return 'file:marking-1.0.0.tgz';
}

function npm(folder: string, words: string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  execFileSync('npm', [...words, '--offline', '--loglevel=error'], {
    cwd: folder,
    env: { ...env, MARKS: folder },
    shell: process.platform === 'win32',
  });
}

fullTest('no package’s install script runs with the project’s settings, and one runs that is rebuilt by name', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { allowScripts } = readJson('package.json') as { allowScripts?: unknown };
  const dependencies = { marking: markingPackage(folder) };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', allowScripts, dependencies }));
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
  const marks = () => ['preinstall', 'install', 'postinstall'].filter((name) => existsSync(path.join(folder, name)));
  npm(folder, ['install']);
  expect(existsSync(path.join(folder, 'node_modules/marking/package.json'))).toBe(true);
  expect(marks()).toEqual([]);
  npm(folder, ['ci']);
  expect(marks()).toEqual([]);
  npm(folder, ['rebuild', 'marking', '--ignore-scripts=false']);
  expect(marks()).toContain('install');
});

test('every package of the lock is named by its content', () => {
  const unnamed = Object.entries(lock.packages).filter(([place, facts]) => place.includes('node_modules/') && !facts.integrity);
  expect(unnamed.map(([place]) => place)).toEqual([]);
});

test('the lock holds every package that one of it names, other systems’ too: with a gap npm installs nothing', () => {
  const holds = (place: string, name: string): boolean =>
    `${place}node_modules/${name}` in lock.packages || (place !== '' && holds(place.slice(0, place.lastIndexOf('node_modules/')), name));
  const gaps = Object.entries(lock.packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !holds(place === '' ? '' : `${place}/`, name)),
  );
  expect(gaps).toEqual([]);
});

test.each([
  ['{"invalid":[],"missing":[]}', { kind: 'signed' }],
  [
    '{"invalid":[{"name":"a","version":"1.0.0","code":"EINTEGRITYSIGNATURE"}],"missing":[{"name":"@b/c","version":"2.0.0"}]}',
    { kind: 'wrong', packages: ['a@1.0.0 is signed wrongly', '@b/c@2.0.0 is not signed'] },
  ],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', { kind: 'unanswered', why: 'request failed' }],
  ['{"invalid":[]}', { kind: 'unanswered', why: 'npm said nothing of signatures' }],
  ['null', { kind: 'unanswered', why: 'npm said nothing of signatures' }],
  ['', { kind: 'unanswered', why: 'npm said nothing that can be read' }],
])('npm’s report on signatures, %s, is read as nothing better than it is', (said, answer) => {
  expect(readSignatures(said)).toEqual(answer);
});
