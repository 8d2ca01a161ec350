import { expect, test } from 'vitest';
import { coverageOf, isUpToDate } from '#renderer/pages/bank-lines/coverage.ts';

const german = 'DE89370400440532013000';
const kuwaiti = 'KW81CBKU0000000000001234560101';

// 7 and 8 March 2026 are a Saturday and a Sunday.
test.each([
  ['the day before', german, '2026-03-11', '2026-03-12', true],
  ['today', german, '2026-03-12', '2026-03-12', true],
  ['two bank days ago', german, '2026-03-10', '2026-03-12', false],
  ['Friday, on a Monday', german, '2026-03-06', '2026-03-09', true],
  ['Thursday, on a Monday', german, '2026-03-05', '2026-03-09', false],
  ['Thursday, on a Sunday in Kuwait', kuwaiti, '2026-03-05', '2026-03-08', true],
  ['half a year ago', german, '2025-09-10', '2026-03-12', false],
])('statements up to %s are complete or not', (_which, account, to, today, complete) => {
  expect(isUpToDate(account, to, today)).toBe(complete);
});

test('the strip has 60 days up to today: covered, of a weekend, missing between two statements, and not here yet', () => {
  const covered = [
    { from: '2026-02-02', to: '2026-02-13' },
    { from: '2026-02-18', to: '2026-03-10' },
  ];
  const days = coverageOf(german, covered, '2026-03-12');
  const kinds = Object.fromEntries(days.map(({ day, kind }) => [day, kind]));
  expect([days.length, days.at(-1)?.day]).toEqual([60, '2026-03-12']);
  expect(['2026-01-30', '2026-02-02', '2026-02-14', '2026-02-16', '2026-03-10', '2026-03-11'].map((day) => kinds[day])).toEqual([
    ...['notYet', 'covered', 'weekend', 'missing', 'covered', 'notYet'],
  ]);
});
