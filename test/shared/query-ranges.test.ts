import { expect, it } from 'vitest';
import { parseQuery } from '#shared/query/parse-query.ts';
import { wordsOfProblem } from '#shared/messages/query-words.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

const read = (text: string, kind: RecordKind = 'invoiceReceivable', locale = 'en') =>
  parseQuery(text, kind, { locale, today: '2026-11-21' });

it.each([
  ['total:500..100', 'total:100..500', 'total'],
  ['total=1,250.5..1,250.45', 'total=1,250.45..1,250.5', 'total'],
  ['-total : 3..-3', '-total:-3..3', 'total'],
  ['due:2026-12-01..2026-01-01', 'due:2026-01-01..2026-12-01', 'due'],
  ['due:+30..today', 'due:today..+30', 'due'],
  ['date:nov,"10 mar 2026..3 jan 2026"', 'date:nov,"3 jan 2026".."10 mar 2026"', 'date'],
])('%s is the wrong way round, and is turned by one press', (typed, turned, column) => {
  const { terms, problems } = read(typed);
  expect(terms).toEqual([]);
  expect(problems).toMatchObject([{ why: 'backwards', repair: turned, span: { start: 0, end: typed.length } }]);
  expect(read(turned)).toMatchObject({ terms: [{ column }], problems: [] });
});

it('a count is explained too, in a sentence; a number as its reader writes it', () => {
  const [problem] = read('lines:5..2', 'expense').problems;
  expect(problem).toMatchObject({ why: 'backwards', text: '5..2', repair: 'lines:2..5' });
  expect(wordsOfProblem(problem!)).toBe('5..2 is the wrong way round.');
  expect(read('total:"1 000,5..999"', 'invoiceReceivable', 'fr').problems).toMatchObject([{ repair: 'total:999.."1 000,5"' }]);
});

it.each(['total:100..100.00', 'total:5..', 'total:..5', 'due:nov..2026-11-10', 'due:..today', 'due:today..today', 'total:-5..-4'])(
  '%s is not',
  (text) => expect(read(text).problems).toEqual([]),
);
