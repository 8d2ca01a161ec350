import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { policyKeys } from '#main/host/policy/policy-keys.ts';
import { policyFiles } from '#scripts/policy/files.mjs';

// The files for IT's tools are generated from the schema and valid for these tools.

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const files = policyFiles() as Record<string, string>;
const schema = (name: string): string => path.join(import.meta.dirname, 'policy-schemas', `${name}.xsd`);
const xmllint = (...args: string[]): string =>
  execFileSync('xmllint', ['--nonet', ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });

test.each(Object.keys(files))('%s is up to date (npm run policy)', async (file) => {
  const made = files[file] ?? '';
  expect(read(file)).toBe(file.endsWith('.json') ? await format(made, { parser: 'json' }) : made);
});

describe.runIf(process.platform === 'linux')('by their schemas', () => {
  test.each([
    ['build/policy/Layover.admx', 'policy-definitions'],
    ['build/policy/en-US/Layover.adml', 'policy-definitions'],
    ['build/policy/Layover.mobileconfig', 'property-list'],
  ])('%s', (file, name) => {
    xmllint('--noout', '--schema', schema(name), file);
    // the schema is no formality: with one element gone it is red
    const broken = read(file).replace(/<(parentCategory|description|key)[^]*?(\/>|<\/(description|key)>)/, '');
    expect(() =>
      execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema(name), '-'], { input: broken, stdio: 'pipe' }),
    ).toThrow();
  });
});

test('every text and every field that the policies name is in the resources', () => {
  const [admx = '', adml = ''] = [files['build/policy/Layover.admx'], files['build/policy/en-US/Layover.adml']];
  const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found).sort();
  expect([...new Set(all(admx, /\$\(string\.([\w-]+)\)/g))]).toEqual([...new Set(all(adml, /<string id="([\w-]+)"/g))]);
  expect(all(admx, /\$\(presentation\.([\w-]+)\)/g)).toEqual(all(adml, /<presentation id="([\w-]+)"/g));
  expect(all(admx, / id="([\w-]+_value)"/g)).toEqual(all(adml, /refId="([\w-]+)"/g));
});

test('each key is in each file', () => {
  for (const { name } of policyKeys) {
    for (const file of Object.keys(files).filter((one) => !one.endsWith('.adml')))
      expect([file, name, files[file]?.includes(name)]).toEqual([file, name, true]);
  }
});
