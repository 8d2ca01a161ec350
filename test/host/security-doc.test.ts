import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// docs/security.md names code and tests: each of them is where it says.

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const document = read('docs/security.md');

/** The cells of a table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = document.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
}

/** Titles of the tests of a file, and of their groups. */
const titlesIn = (file: string): string[] =>
  Array.from(read(file).matchAll(/\b(?:test|describe|it)\('([^']+)'/g), ([, title = '']) => title);

const placesOf = (file: string): string[] => [file, `main/host/${file}`, `test/${file}`, `test/host/${file}`];
const isThere = (file: string): boolean => placesOf(file).some((place) => existsSync(path.join(root, place)));
const filesIn = (cell: string): string[] => Array.from(cell.matchAll(/[\w./-]+\.(?:spec\.ts|test\.ts|ts|yml|json)\b/g), ([file]) => file);

const points = rowsUnder("Electron's security checklist");

test('every point of the checklist has a row', () => {
  const named = points.flatMap(([point = '']) => (/^[\d, ]+/.exec(point)?.[0] ?? '').split(',').map(Number));
  expect(named.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

describe.each(points)('%s', (_point, code = '', proof = '') => {
  test('its code is where the row says', () => {
    expect(filesIn(code).filter((file) => !isThere(file))).toEqual([]);
    expect(filesIn(code).length + Number(code === 'none are named')).toBeGreaterThan(0);
  });

  test('its test exists by that name', () => {
    if (proof.startsWith('none: ')) return void expect(proof).toBe('none: a person looks');
    const [, suite = '', names = ''] = /^(security|package): ("[^"]+"|[\d, ]+)/.exec(proof) ?? [];
    const wanted = names.replaceAll('"', '');
    const titles = titlesIn(suite === 'package' ? 'test/host/package.slow.test.ts' : 'test/host/security.test.ts');
    expect(
      titles.filter((title) => title.startsWith(/^\d/.test(wanted) ? `${wanted}:` : wanted) || title.startsWith(`${wanted} `)),
    ).not.toEqual([]);
    expect(filesIn(proof).filter((file) => !isThere(file))).toEqual([]);
  });
});

test('the tests that stand against each attacker exist', () => {
  const rows = rowsUnder('Who attacks');
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const proof = row.at(-1) ?? '';
    const named = Array.from(proof.matchAll(/test\/[\w./-]*\w/g), ([place]) => place);
    expect(named, row[0]).not.toEqual([]);
    expect(named.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  }
});

test('every section that promises something names tests, and each of them is there', () => {
  const sections = document.split(/^## /m).slice(1);
  // Sections without a promise to test.
  const silent = ['What is worth protecting', 'Found something?'];
  for (const section of sections.filter((each) => !silent.some((name) => each.startsWith(name)))) {
    const named = Array.from(section.matchAll(/\btest\/[\w./-]*\w/g), ([place]) => place);
    expect(named, section.slice(0, 60)).not.toEqual([]);
    expect(named.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  }
});

test('every promise that is named by its number is proven by a test that names it', () => {
  const folders = ['test/host', 'test/accounts', 'test/api', 'test/e2e', 'test/security'];
  const files = folders.flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`));
  const texts = files.filter((file) => /\.(test|spec)\.ts$/.test(file)).map(read);
  const named = new Set(Array.from(document.matchAll(/\bP2\d\b/g), ([promise]) => promise));
  expect(named.size).toBeGreaterThan(3);
  for (const promise of named)
    expect(
      texts.some((text) => new RegExp(`\\b${promise}\\b`).test(text)),
      promise,
    ).toBe(true);
});
