import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSignatures } from '#scripts/signatures.mjs';

// What runs while the dependencies are installed: only scripts that are named, and none that fetches what no lock covers.

const root = path.resolve(import.meta.dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const manifest = readJson('package.json') as { allowScripts: Record<string, boolean> };
interface Named {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const lock = readJson('package-lock.json') as {
  packages: Record<string, { hasInstallScript?: boolean; resolved?: string; integrity?: string } & Named>;
};
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package with an install script is decided on, and only keytar’s runs', () => {
  const scripted = Object.entries(lock.packages).flatMap(([place, facts]) => (facts.hasInstallScript ? [nameOf(place)] : []));
  const decided = Object.keys(manifest.allowScripts);
  // Its script only compiles on macOS, and is nothing there but a rebuild of what the package brings.
  const harmless = new Set(['fsevents']);
  expect([...new Set(scripted)].filter((name) => !decided.includes(name) && !harmless.has(name))).toEqual([]);
  expect(decided.filter((name) => manifest.allowScripts[name])).toEqual(['keytar']);
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
])('what npm says of signatures, %s, is read as nothing better than it is', (said, answer) => {
  expect(readSignatures(said)).toEqual(answer);
});
