import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linuxOnly } from '#test/linux-only.ts';

// `npm start` and `npm test` are for three systems: what only one of them has is under a question which system this is.

const root = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const self = 'test/lint/systems.test.ts';
const programs = tracked
  .filter((file) => /^(?:main|scripts|service|lint|test)\/.*\.(?:ts|mjs|js)$|^[^/]+\.(?:ts|js)$/.test(file) && file !== self)
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const filesWith = (pattern: RegExp, among = programs) => among.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

test('a test that needs one kind of system checks which one it is on, or is on the list with its pair', () => {
  // proofs and benches are of one machine, by their own words
  const tests = programs.filter(({ file }) => /^test\/(?!proofs|bench).*\.(?:test|spec)\.ts$/.test(file));
  const posix = /#!\/bin\/sh.*mode: 0o7|spawn\('sh'|'dbus-run-session'|\/proc\/|chownSync|\.mode & 0o|process\.getuid\(\)|package\.mjs'/;
  const asks = /process\.platform|onlyOurs/;
  const bad = tests.filter(({ file, text }) => posix.test(text) && !asks.test(text) && !(file in linuxOnly)).map(({ file }) => file);
  expect(bad).toEqual([]);
  for (const file of Object.keys(linuxOnly)) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
});

test('the pairs that the list names are there', () => {
  const named = Object.values(linuxOnly).flatMap((words) => words.match(/test\/[\w./-]+\.ts/g) ?? []);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a file becomes an address by its own rules, never by glueing: C:\\, spaces and # are in paths', () => {
  expect(filesWith(/file:\/\/\$\{/)).toEqual([]);
  expect(filesWith(/import\.meta\.url\)\.pathname/)).toEqual([]);
});

test('a shell is asked only where Windows needs one for a .cmd, and every word for it is quoted there', () => {
  expect(filesWith(/shell: true/)).toEqual(['scripts/stages.mjs', 'test/host/stages.test.ts']);
  expect(filesWith(/\bexecSync\(/)).toEqual([]);
});

test('the lines of package.json mean the same to every shell', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const ofOneShell = /'|;\s|\$|`|\\|^[A-Z_]+=|&& [A-Z_]+=|\b(?:rm|cp|mv|mkdir|cat|export|sh) /;
  const lines = Object.entries(scripts).map(([name, line]) => [name, line.replace(/"[^"]*"/g, '')] as const);
  expect(lines.filter(([, line]) => ofOneShell.test(line))).toEqual([]);
});

test('no two files differ by case alone, and every name is one that Windows takes', () => {
  const lower = tracked.map((file) => file.toLowerCase());
  expect(tracked.filter((file, at) => lower.indexOf(file.toLowerCase()) !== at)).toEqual([]);
  const refused = /[<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;
  expect(tracked.filter((file) => refused.test(file))).toEqual([]);
});
