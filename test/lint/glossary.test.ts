import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

// docs/glossary.md names one word for one thing; the words that it replaced do not come back as identifiers.

const retired =
  /^(?:House|Courier|[eE]rrands?|errandFor|Shelf|TokenShelf|DocumentShelf|shelf|shelvesOf|Curtain\w*|curtain\w*|keepUp|Trail\w+|trail|useDesk|FakeDesk|Mailbox|Folding|sceneOf|Scene|keptForms|[sS]ays|Act|ImportLook|SheetLook|NameLook|tone|lane|lanes|sieve)$/;
const root = path.resolve(import.meta.dirname, '../..');

function identifiersOf(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('one.ts', text, ts.ScriptTarget.Latest));
  return found;
}

test('no retired word is an identifier', () => {
  const rooms = ['main', 'renderer', 'shared', 'service', 'scripts', 'lint', 'test', 'lab'];
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...rooms], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|mjs)$/.test(file) && file !== 'test/lint/glossary.test.ts');
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    identifiersOf(readFileSync(path.join(root, file), 'utf8'))
      .filter((name) => retired.test(name) || (name === 'Desk' && !/^(?:test|lab)\//.test(file)))
      .map((name) => `${file}: ${name}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

test('no comment begins with a relative clause', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|mts|js|mjs|cjs|svelte|css|sql)$/.test(file) && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(1_000);
  const opening = /^\s*(?:\/\/+|\/\*\*?|\*|<!--)\s*(?:What|Who|Whose|Whether|Where|How|That|Those|One that)\b/;
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => opening.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 80)}`),
  );
  expect(found).toEqual([]);
});
