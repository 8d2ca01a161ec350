import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speak } from '#shared/messages/speak.ts';
import { languageNames, languages } from '#shared/values/language.ts';
import {
  addDays,
  dateOfEpoch,
  epochOf,
  formatDate,
  formatEpoch,
  formatEvidenceTime,
  formatInstant,
  isCalendarDate,
  isInstant,
  parseDate,
  weekdayOf,
} from '#shared/values/dates.ts';

describe.each(languageNames)('in %s', (language) => {
  it('every day is written and read back', () => {
    speak(language, languages[language].tag);
    const days = Array.from({ length: 20_000 }, (_, day) => addDays('1990-01-01', day) ?? '');
    expect(days.filter((day) => !isDeepStrictEqual(parseDate(formatDate(day), '2026-11-28'), date(day)))).toEqual([]);
  });

  it('what no user typed reads the same', () => {
    speak(language, languages[language].tag);
    expect([parseDate('03/12/2026').kind, parseDate('12 mars 2026').kind, parseDate('12 March 2026').kind]).toEqual([
      'ambiguous',
      'invalid',
      'date',
    ]);
  });
});

const date = (text: string) => ({ kind: 'date', date: text });

describe('calendar dates', () => {
  it.each(['2026-03-12', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-3-12',
    '12/03/2026',
    '2026-03-12T00:00:00Z',
    '',
    '0000-01-01',
  ])('%s is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('are shown unmistakably, and as they came when they are none', () => {
    expect(formatDate('2026-03-12')).toBe('12 Mar 2026');
    expect(formatDate('2026-12-01')).toBe('1 Dec 2026');
    expect(formatDate('someday')).toBe('someday');
  });

  it('never shift, whatever the zone: what is shown reads back as the same date', () => {
    const anyDay = fc.integer({ min: 0, max: 3_000_000 }).map((days) => addDays('0001-01-01', days) ?? '');
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(isCalendarDate(day)).toBe(true);
        expect(parseDate(formatDate(day))).toEqual(date(day));
        expect(parseDate(day)).toEqual(date(day));
      }),
      { numRuns: 2000 },
    );
  });

  it('are added to over months, leap days and centuries', () => {
    expect(addDays('2026-01-31', 30)).toBe('2026-03-02');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
    expect(addDays('9999-12-31', 1)).toBeNull();
    expect(addDays('someday', 1)).toBeNull();
  });
});

describe('typed dates', () => {
  it.each([
    ['2026-03-12', date('2026-03-12')],
    ['12 Mar 2026', date('2026-03-12')],
    ['12. march 2026', date('2026-03-12')],
    ['March 12, 2026', date('2026-03-12')],
    ['12.3.2026', date('2026-03-12')],
    ['13/03/2026', date('2026-03-13')],
    ['03/13/2026', date('2026-03-13')],
    ['03/03/2026', date('2026-03-03')],
    ['12/03/2026', { kind: 'ambiguous', choices: ['2026-03-12', '2026-12-03'] }],
  ])('%s is read', (text, entry) => {
    expect(parseDate(text)).toEqual(entry);
  });

  it.each(['31.2.2026', '30 Feb 2026', '12 Mai 2026x', 'Ma 12 2026', '12/03', '', '12-03.2026', '13/13/2026'])('%s is not', (text) => {
    expect(parseDate(text).kind).toBe('invalid');
  });
});

describe('moments', () => {
  it.each(['2026-03-12T14:02:11Z', '2026-03-12T14:02:11.123456+01:00', '2026-03-12T14:02Z', '2026-03-12T14:02:11'])('%s is one', (text) => {
    expect(isInstant(text)).toBe(true);
  });

  it.each(['2026-03-12', '2026-02-30T00:00:00Z', '2026-03-12T25:00:00Z', 'now', '2026-03-12 14:02:11Z'])('%s is none', (text) => {
    expect(isInstant(text)).toBe(false);
  });

  it('are shown in local time, and untouched when they have no offset', () => {
    expect(formatInstant('2026-03-12T12:02:11Z', 'Europe/Lisbon')).toBe('12 Mar 2026, 12:02');
    expect(formatInstant('2026-03-12T23:30:00Z', 'Asia/Tokyo')).toBe('13 Mar 2026, 08:30');
    expect(formatInstant('2026-03-12T14:02:11', 'Asia/Tokyo')).toBe('2026-03-12T14:02:11');
    expect(formatInstant('soon')).toBe('soon');
    expect(epochOf('2026-03-12T14:02:11')).toBeNull();
  });

  it('are shown as evidence with UTC beside them, and the other day where it is another', () => {
    const at = Date.UTC(2026, 2, 12, 12, 2, 11);
    expect(formatEvidenceTime(at, 'Europe/Helsinki')).toBe('14:02:11 (12:02:11 UTC), 12 Mar 2026');
    expect(formatEvidenceTime(at + 43_200_000, 'Asia/Tokyo')).toBe('09:02:11 (00:02:11 UTC), 13 Mar 2026');
    expect(formatEvidenceTime(at + 10_800_000, 'Asia/Tokyo')).toBe('00:02:11 (15:02:11 UTC on 12 Mar 2026), 13 Mar 2026');
    expect(formatEpoch(at, 'UTC')).toBe('12 Mar 2026, 12:02');
    expect(dateOfEpoch(at + 10_800_000, 'Asia/Tokyo')).toBe('2026-03-13');
    expect(dateOfEpoch(at + 10_800_000, 'UTC')).toBe('2026-03-12');
    expect(dateOfEpoch(at + 86_400_000, 'UTC')).toBe('2026-03-13');
  });
});

it.each([
  ['today', '2026-11-21'],
  ['yesterday', '2026-11-20'],
  ['Tomorrow', '2026-11-22'],
  ['+30', '2026-12-21'],
  ['-7', '2026-11-14'],
  ['12 mar', '2027-03-12'],
  ['12 Dec', '2026-12-12'],
  ['March 12', '2027-03-12'],
  ['12.3.', '2027-03-12'],
  ['5.11', '2026-11-05'],
  ['29.2.', null],
])('%s, said on 21 Nov 2026, is %s', (text, date) => {
  expect(parseDate(text, '2026-11-21')).toMatchObject(date === null ? { kind: 'invalid' } : { kind: 'date', date });
  expect(parseDate(text).kind).toBe('invalid');
});

it('a day without its year is the nearest one', () => {
  expect(parseDate('31 dec', '2026-01-02')).toEqual({ kind: 'date', date: '2025-12-31' });
  expect(weekdayOf('2026-11-05')).toBe('Thu');
});

it.each([
  ['12.3.', '2026-03-12'],
  ['1 feb', '2026-02-01'],
  ['31.12.', '2025-12-31'],
  ['25 nov', '2026-11-25'],
  ['26.11.', '2025-11-26'],
  ['+30', '2026-12-25'],
  ['tomorrow', '2026-11-26'],
  ['12 Mar 2027', '2027-03-12'],
])('%s, said on 25 Nov 2026 of something that has happened, is %s', (text, date) => {
  expect(parseDate(text, '2026-11-25', true)).toEqual({ kind: 'date', date });
});

it('a weekday is that of its own century, whatever the year', () => {
  expect([weekdayOf('1950-03-12'), weekdayOf('0050-03-12')]).toEqual(['Sun', 'Sat']);
});
