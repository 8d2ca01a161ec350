import { expect, test } from 'vitest';
import { wordsOfFileProblem } from '#shared/messages/files/file-problem-words.ts';
import { formatCount } from '#shared/values/language.ts';
import { fileProblem, type FileProblem } from '#shared/messages/files/file-problem.ts';

/** One of each, made from the schema itself: a new one without words cannot hide. */
const facts = { line: 7, other: 3, most: 1_000, count: 12, quoted: 'Net amount', cell: 'date', form: 'zip', text: 'DE89\u200B' };
const problems = fileProblem.options.flatMap(({ shape }) =>
  ('options' in shape.what ? shape.what.options : [...shape.what.values]).map((what) => {
    const about: Record<string, unknown> = { ...facts, what, expected: 'quoted' in shape ? 'string' : 9 };
    return fileProblem.parse(Object.fromEntries(Object.keys(shape).map((key) => [key, about[key]])));
  }),
);

test.each(problems)('$what is explained with its subject', (problem: FileProblem) => {
  const words = wordsOfFileProblem(problem);
  expect(words).toMatch(/^[A-Z“].*\.$/);
  if ('quoted' in problem) expect(words).toContain(problem.quoted);
  if ('other' in problem) expect(words).toContain('3');
  if ('most' in problem) expect(words).toContain(formatCount(1_000));
  if ('count' in problem) expect(words).toContain('12');
});

test('a record of another company is named as such, and no two problems read alike', () => {
  expect(wordsOfFileProblem({ line: 1, what: 'otherCompany' })).toBe('This record belongs to another company.');
  expect(new Set(problems.map(wordsOfFileProblem)).size).toBe(problems.length);
});
