import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsHold } from '#test/shared/amounts-hold.ts';
import { currencyCodes } from '#shared/values/currencies.ts';
import {
  decimalOf,
  exponentOf,
  formatAmount,
  formatDecimal,
  formatFigures,
  parseAmount,
  readPlainDecimal,
  sumByCurrency,
} from '#shared/values/money.ts';
import { fullTest } from '#test/full-test.ts';

const amount = (minor: bigint) => ({ kind: 'amount', minor });
const asked = (minor: bigint) => ({ kind: 'ambiguous', choices: [minor] });

describe('decimals', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['ISK', 0],
    ['XAU', null],
    ['eur', null],
    [null, null],
  ])('%s has %s', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
  });

  it('agrees with the platform, where that follows ISO 4217', () => {
    // CLDR shows fewer decimals than ISO 4217 gives for these.
    const shownOtherwise = new Set(
      'AFN ALL COP CRC HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLE SOS SYP TZS UZS YER SLL ZWL MRU ANG CUC HRK BGN UYW TWD MUR GYD MNT NOK SEK CZK'.split(
        ' ',
      ),
    );
    for (const code of currencyCodes.filter((each) => !shownOtherwise.has(each))) {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions();
      expect([code, exponentOf(code)]).toEqual([code, maximumFractionDigits]);
    }
    expect(currencyCodes.length).toBeGreaterThan(160);
  });
});

describe('entry', () => {
  it.each([
    ['1,234.56', 'EUR', 'en', amount(123456n)],
    ['1.234,56', 'EUR', 'de', amount(123456n)],
    ['1.234,56', 'EUR', 'en', asked(123456n)],
    ['1,234.56', 'EUR', 'de', asked(123456n)],
    ['12,50', 'EUR', 'en', asked(1250n)],
    ['1.234', 'EUR', 'en', asked(123400n)],
    ['1 234,56', 'SEK', 'sv', amount(123456n)],
    ['1 234,56', 'EUR', 'fr', amount(123456n)],
    ["1'234.50", 'CHF', 'de-CH', amount(123450n)],
    ['12,34,567.1', 'INR', 'en-IN', amount(123456710n)],
    ['12,34,567.1', 'INR', 'en', { kind: 'invalid', why: 'INR has 2 decimals.' }],
    ['1.234', 'KWD', 'en', amount(1234n)],
    // With the decimal separator ٫ a Latin comma separates thousands.
    ['١٬٢٣٤٫٥', 'KWD', 'ar-KW', amount(1234500n)],
    ['1,234', 'KWD', 'ar-KW', amount(1234000n)],
    ['1,234.5', 'KWD', 'fa', amount(1234500n)],
    ['1٫5', 'KWD', 'ar-KW', amount(1500n)],
    ['1,5', 'KWD', 'ar-KW', asked(1500n)],
    ['€ 1 234,56', 'EUR', 'fr', amount(123456n)],
    ['-€1.234,56', 'EUR', 'de', amount(-123456n)],
    ['1 234,56\u202f€', 'EUR', 'fr', amount(123456n)],
    ['\uffe512,345', 'JPY', 'ja', amount(12345n)],
    ['1 234,56 kr', 'SEK', 'sv', amount(123456n)],
    ['$1,234.56', 'EUR', 'en', { kind: 'invalid', why: 'Write the amount in figures.' }],
    ['1.234,56 €', 'USD', 'de', { kind: 'invalid', why: 'Write the amount in figures.' }],
    ['1000', 'JPY', 'ja', amount(1000n)],
    ['1.000', 'JPY', 'en', asked(1000n)],
    ['1.5', 'JPY', 'en', { kind: 'invalid', why: 'JPY has no decimals.' }],
    ['1.2345', 'CLF', 'en', amount(12345n)],
    ['.5', 'EUR', 'en', amount(50n)],
    ['5.', 'EUR', 'en', amount(500n)],
    ['EUR 12.5', 'EUR', 'en', amount(1250n)],
    ['12.5 eur', 'EUR', 'en', amount(1250n)],
    ['−12,50', 'SEK', 'sv', amount(-1250n)],
    ['-12.50', 'EUR', 'en', amount(-1250n)],
    ['١٢٬٣٤٥٫٥٠', 'EGP', 'ar-EG', amount(1234550n)],
    ['１２', 'JPY', 'ja', amount(12n)],
    ['92233720368547758.07', 'EUR', 'en', amount(2n ** 63n - 1n)],
    ['12', 'XQQ', 'en', amount(12n)],
    ['5', 'EUR', 'no such locale!', amount(500n)],
    // Nobody writes thousands that begin with a zero: these are decimals, too many or in the other locale's way.
    ['0.001', 'EUR', 'en', { kind: 'invalid', why: 'EUR has 2 decimals.' }],
    ['0,001', 'EUR', 'en', { kind: 'invalid', why: 'EUR has 2 decimals.' }],
    ['-0.001', 'EUR', 'de', { kind: 'invalid', why: 'EUR has 2 decimals.' }],
    ['0,100', 'JPY', 'en', { kind: 'invalid', why: 'JPY has no decimals.' }],
    ['0,001', 'KWD', 'en', asked(1n)],
    ['0.001', 'KWD', 'en', amount(1n)],
    ['1,000.00', 'EUR', 'en', amount(100000n)],
    ['00012', 'EUR', 'en', amount(1200n)],
    ['٣5', 'EUR', 'en', { kind: 'invalid', why: 'Write all figures in one script.' }],
    ['1٬234.5٠', 'EUR', 'en', { kind: 'invalid', why: 'Write all figures in one script.' }],
    ['٣۵', 'KWD', 'ar-KW', { kind: 'invalid', why: 'Write all figures in one script.' }],
    ['٣٥', 'KWD', 'en', amount(35000n)],
    // As wide as an ideograph, and the same figures.
    ['１2', 'JPY', 'ja', amount(12n)],
  ])('reads %s %s in %s', (text, currency, locale, entry) => {
    expect(parseAmount(text, currency, locale)).toEqual(entry);
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    ',',
    'abc',
    '1e3',
    '0x10',
    '1.2.3',
    '1,2,3',
    '1 2',
    '$5',
    'USD 5',
    '--5',
    '5-',
    '1.234,5.6',
    '∞',
    '½',
    '92233720368547758.08',
  ])('does not read %j as euros in English', (text) => {
    expect(parseAmount(text, 'EUR', 'en').kind).toBe('invalid');
  });

  it('says so when the decimals of a currency are not known', () => {
    const entry = parseAmount('1.2', 'XQQ', 'en');
    expect(entry.kind === 'invalid' && entry.why).toContain('XQQ');
    expect(parseAmount('1.2', null, 'en').kind).toBe('invalid');
  });

  fullTest('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('EUR', 'JPY', 'XQQ', null),
        fc.constantFrom('en', 'de', 'fa'),
        (text, currency, locale) => {
          expect(['amount', 'ambiguous', 'invalid']).toContain(parseAmount(text, currency, locale).kind);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('display', () => {
  it.each([
    [2n ** 63n - 1n, 'EUR', 'en', '92,233,720,368,547,758.07 EUR'],
    [2n ** 63n - 1n, 'EUR', 'de', '92.233.720.368.547.758,07 EUR'],
    [9007199254740993n, 'JPY', 'en', '9,007,199,254,740,993 JPY'],
    [-5n, 'KWD', 'en', '-0.005 KWD'],
    [0n, 'EUR', 'en', '0.00 EUR'],
    [123456n, 'XQQ', 'en', '123,456 XQQ minor units'],
    [123456n, null, 'en', '123,456 minor units'],
  ])('shows %s %s in %s as %s', (minor, currency, locale, shown) => {
    expect(formatAmount(minor, currency, locale)).toBe(shown);
  });

  it('has plain decimals for exports', () => {
    expect(decimalOf(-123456n, 'EUR')).toBe('-1234.56');
    expect(decimalOf(5n, 'KWD')).toBe('0.005');
    expect(decimalOf(5n, 'JPY')).toBe('5');
    expect(formatFigures(123456n, 'EUR', 'en')).toBe('1,234.56');
    expect(formatDecimal({ digits: -5n, scale: 2 }, 'en')).toBe('-0.05');
  });
});

describe('sums', () => {
  it('never mixes currencies and stays exact beyond 2⁵³', () => {
    const big = 2n ** 62n;
    const rows = [
      { amountMinor: big, currency: 'EUR' },
      { amountMinor: big + 1n, currency: 'EUR' },
      { amountMinor: 5n, currency: 'JPY' },
      { amountMinor: null, currency: 'EUR' },
      { amountMinor: 7n, currency: null },
    ];
    expect(sumByCurrency(rows)).toEqual([
      { currency: 'EUR', amountMinor: 2n ** 63n + 1n, count: 2 },
      { currency: 'JPY', amountMinor: 5n, count: 1 },
    ]);
  });
});

describe('P14: amounts are exact', () => {
  it('text → store → wire → text, 3,000 amounts', async () => {
    const result = await amountsHold({ seed: 20260312, size: 3000, report: () => undefined });
    expect(result.violations).toEqual([]);
    expect(result.ran).toBe(3000);
  });
});

it.for(['85¹', '1250²', '85₁', '85①', '85 ❶', '⑴85', '85½', '85⒈', '85🄂'])('%s has a mark that is no figure of the amount', (text) => {
  expect(parseAmount(text, 'EUR', 'en-GB')).toMatchObject({ kind: 'invalid', why: expect.stringContaining('footnote') });
});

it.each([
  ['7.25', '7,25'],
  ['-0.5', '-0,5'],
  ['12345678901234567890.1', '12.345.678.901.234.567.890,1'],
  ['3', '3'],
])('writes the quantity %s the German way, exactly', (plain, german) => {
  const decimal = readPlainDecimal(plain);
  expect(decimal && formatDecimal(decimal, 'de-DE')).toBe(german);
});

it.each(['1e3', '', '7,25', '1.2.3', 'NaN'])('%j is no plain number', (text) => {
  expect(readPlainDecimal(text)).toBeNull();
});
