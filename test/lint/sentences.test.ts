import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runsOf, sentencesOf, wordsOf } from './read-sentences.ts';

// docs/sentences.md names every sentence of the window about money, identity or other people's work, and the tests that show when it is said
// and when not. A new one is red here until it has its row.

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Words by which a sentence may claim what became of money or work, who somebody is, or what somebody else did. */
const claims =
  /\b(?:sent|twice|refused|rejected|applied|in doubt|recorded|confirmed|overwr\w+|replace[sd]?|begun|lost|held|hold everything|released?|settled|leaves?|left (?:before|this time)|may have|still arrive|paid|payments? (?:wait|need|in|is|becomes)|signed (?:in|out)|sign-in|somebody|someone|belongs|your name|yours|theirs|colleague|merged?|merges|meanwhile|changed (?:on|in|the|since|from|outside|other)|bank (?:data|details)|nothing (?:was|is|more|leaves|goes)|everything (?:is|was|of|open|in)|approved?|puts? back|undone|never (?:sends|sent|again|lost))\b/i;
const isClaim = (sentence: string) => claims.test(sentence) && wordsOf(sentence.replaceAll('…', ' ')).trim().split(' ').length >= 4;

const said = new Map<string, string>();
for (const file of globSync('{shared,main,renderer}/**/*.{ts,svelte}', { cwd: root }).filter((each) => !each.endsWith('.d.ts'))) {
  const text = read(file);
  // Most files have no such word at all and need no parser.
  if (claims.test(text.replace(/\s+/g, ' '))) for (const sentence of sentencesOf(file, text)) said.set(sentence, file);
}

const [claimed = '', notClaimed = ''] = read('docs/sentences.md').split('\n## Not a claim\n');
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !/^\| (?:sentence|text) \|/.test(line))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
const rows = rowsOf(claimed);
const others = rowsOf(notClaimed);

test('every sentence of the tables is still said somewhere, and stands there once', () => {
  const named = [...rows, ...others].map(([sentence = '']) => sentence);
  expect(named.filter((sentence) => !said.has(sentence))).toEqual([]);
  expect(named.filter((sentence, at) => named.indexOf(sentence) !== at)).toEqual([]);
});

test('each row says when, and its tests speak of the sentence', () => {
  const tests = new Map<string, string>();
  const textOf = (file: string) => {
    if (!tests.has(file)) tests.set(file, existsSync(path.join(root, file)) ? wordsOf(read(file)) : '');
    return tests.get(file) ?? '';
  };
  const bad = rows.filter(([sentence = '', when = '', files = '']) => {
    const named = files.match(/test\/[\w./-]+\.ts/g) ?? [];
    const runs = runsOf(sentence);
    return when === '' || named.length === 0 || named.some((file) => !runs.some((run) => textOf(file).includes(run)));
  });
  expect(bad).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test('every sentence that may claim something about money, identity or other people’s work stands in one of the tables', () => {
  const named = new Set([...rows, ...others].map(([sentence]) => sentence));
  const missing = [...said].filter(([sentence]) => isClaim(sentence) && !named.has(sentence));
  expect(missing.map(([sentence, file]) => `${file}: ${sentence}`)).toEqual([]);
});

test('what is no claim says why', () => {
  expect(others.filter(([, why = '']) => why.length < 8)).toEqual([]);
});
