import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { editKinds } from '#shared/edits/edit-kinds.ts';

// A further operation is one file or one small folder, and one line in the list of kinds: nothing else may know a kind by its name.

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('{shared,main,renderer}/**/*.{ts,svelte}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));
const named = (name: string) => new RegExp(`\\b${name}\\b`);

test('no kind of edit is named outside its own file or folder and the list of kinds', () => {
  expect(editKinds.length).toBeGreaterThan(0);
  const elsewhere = editKinds.flatMap(({ kind }) => {
    const home = `shared/edits/${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return sources
      .filter(({ file, text }) => named(kind).test(text) && !file.startsWith(`${home}.ts`) && !file.startsWith(`${home}/`))
      .map(({ file }) => `${kind} in ${file}`);
  });
  expect(elsewhere).toEqual(editKinds.map(({ kind }) => `${kind} in shared/edits/edit-kinds.ts`));
});

test('nothing is decided by how a kind’s name begins', () => {
  const deciding = /\bkind\)?\.(startsWith|endsWith|includes|match)\(/;
  expect(sources.filter(({ text }) => deciding.test(text)).map(({ file }) => file)).toEqual([]);
});
