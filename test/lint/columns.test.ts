import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { columnTables } from '#shared/columns/columns.ts';
import { recordKinds } from '#shared/records/record-kind.ts';

// A further column, with its filter, its head, its sorting and its place in the cache, is one line in its kind's table: nothing else may name it.

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync(
  '{main/{storage,records,outbox,names,documents,projections},main/app,shared/query,shared/contract,renderer/pages/records}/**/*.{ts,svelte}',
  { cwd: root },
).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));

test('no column is named outside its kind’s table but the day on which something is due', () => {
  const names = recordKinds.flatMap((kind) => columnTables[kind].columns.filter(({ slot }) => slot === undefined).map(({ name }) => name));
  expect(names.length).toBeGreaterThan(15);
  const named = (name: string) =>
    sources.filter(({ text }) => new RegExp(`(name|columnOf\\(\\w+,|facts\\[?)\\W{1,6}'${name}'`).test(text)).map(({ file }) => file);
  const elsewhere = [...new Set(names)].flatMap((name) => named(name).map((file) => `${name} in ${file}`));
  expect(elsewhere.toSorted()).toEqual([
    'due in main/projections/query/plan-terms.ts',
    'due in main/projections/search/record-hits.ts',
    'due in renderer/pages/records/query/FilterMenus.svelte',
    'due in shared/query/parse-query.ts',
  ]);
});
