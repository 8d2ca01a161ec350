import { expect, test } from 'vitest';
import { above, readSums, sumOf } from '#shared/edits/confirm-above.ts';

test.each([
  ['', 'en-GB', []],
  ['10,000 EUR', 'en-GB', ['10000 EUR']],
  ['10.000 eur; 1.250,500 KWD', 'de-DE', ['10000 EUR', '1250.500 KWD']],
  ['10,000 EUR, 100 000 SEK', 'en-GB', ['10000 EUR', '100000 SEK']],
  ['10,000', 'en-GB', null],
  ['much EUR', 'en-GB', null],
  ['10,000 EUR and more', 'en-GB', null],
  ['1.5 JPY', 'en-GB', null],
  ['5 ZZZ', 'en-GB', null],
])('reads %s in %s', (typed, locale, sums) => expect(readSums(typed, locale)).toEqual(sums));

test('a total is above the sum of its own currency only, and never when it equals it', () => {
  const totals = [
    { currency: 'EUR', amountMinor: 1_000_001n, count: 2 },
    { currency: 'KWD', amountMinor: 10_000_000n, count: 1 },
    { currency: 'SEK', amountMinor: 9_999_999_999n, count: 1 },
  ];
  expect(above(totals, ['10000 EUR', '10000 KWD']).map(({ currency }) => currency)).toEqual(['EUR']);
  expect(sumOf('10000')).toBeNull();
});
