import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readingOf } from '#main/library/documents/document-facts.ts';
import { testReading } from '#test/reading.ts';

const of = (...lines: string[]) => {
  const { totalMinor, currency } = readingOf(lines.join('\n'), 1);
  return totalMinor === null ? null : `${totalMinor} ${currency}`;
};

it.for([
  ['p20-total-with-vat', '4500 EUR'],
  ['p21-total-by-date', '125000 USD'],
  ['p23-tunisia', null],
  ['p24-credit-note', '-123450 EUR'],
  ['p27-yen-or-yuan', '1250000 CNY'],
] as const)('reads the total of %s', async ([name, expected]) => {
  const bytes = new Uint8Array(readFileSync(new URL(`../documents/${name}.pdf`, import.meta.url)));
  const answer = await testReading.read('pdfText', bytes, null);
  expect(of(answer.ok ? (answer.portions[0]?.text ?? '') : '')).toBe(expected);
});

it.for([
  [['Total incl. VAT 19%: 1,190.00 EUR'], '119000 EUR'],
  [['Total 1,190.00 EUR incl. VAT 190.00 EUR'], '119000 EUR'],
  [['Total incl. VAT 190.00 EUR 1,190.00 EUR'], null],
  [['Total due 15 April 2026 USD 1,250.00'], '125000 USD'],
  [['Total payable within 30 days 1,250.00 EUR'], '125000 EUR'],
  [['Total 3 pages', 'EUR'], null],
  [['Total due 1,250 KWD'], null],
  [['Total due 1,250.500 KWD'], '1250500 KWD'],
  [['Gutschrift', 'Gesamtbetrag (1.234,50) EUR'], '-123450 EUR'],
  [['Credit note', 'Total -€1,234.50'], '-123450 EUR'],
  [['Total - 1,234.50 EUR'], null],
  [["Total CHF 1'250.-"], '125000 CHF'],
  [['Att betala 38 400,00 kr', 'Valuta SEK'], '3840000 SEK'],
  [['Total 1,500.00 EUR', 'Paid 300.00 EUR', 'Balance due 1,200.00 EUR'], '120000 EUR'],
  [['Total 1,500.00 EUR', 'Total 1,200.00 EUR'], null],
  [['Total 1,000.00 190.00 1,190.00', 'EUR'], null],
  [['Total ¥12,500'], null],
  [['合計', 'Total ¥12,500', '円'], '12500 JPY'],
  [['Total $1,250.00'], null],
  [['Total 1,250.00 EUR (1,360.00 USD)'], null],
  [['Total excl. VAT 1,000.00 EUR', 'Total VAT 190.00 EUR'], null],
  [['Total', '1,250.00 EUR'], '125000 EUR'],
  [['Total', 'VAT 19% 190.00 EUR'], null],
] as const)('reads %j as the total or as none', ([lines, expected]) => {
  expect(of(...lines)).toBe(expected);
});

/** Each spelling with the number of decimals that it prints, from the digits of the amount alone. */
const spellings: [string, string, string][] = [
  ['en', ',', '.'],
  ['de', '.', ','],
  ['fr', '\u202F', ','],
  ['sv', ' ', ','],
  ['ch', '’', '.'],
];
const names = [
  'Total',
  'Grand total',
  'Amount due',
  'Gesamtbetrag',
  'Zu zahlen',
  'Att betala',
  'Net à payer',
  'Importe total',
  'Totale',
  'Te betalen',
];
const leads = [
  '',
  ': ',
  ' incl. VAT 19%: ',
  ' (inkl. 25 % moms) ',
  ' by 12/03/2026: ',
  ' within 30 days: ',
  ' due 3 Nov 2026: ',
  ' 2 pages ',
];
const tails = ['', ' incl. 7.5% tax', ' until 2026-03-12', ' (page 1 of 2)', ', 14 days net'];
const currencies: [string, number][] = [
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['TND', 3],
  ['SEK', 2],
];

it('reads 10,000 written totals as they were written, or not at all', () => {
  const wrong: string[] = [];
  let [read, made] = [0, 0];
  for (const [at, name] of names.entries())
    for (const [, group, decimal] of spellings)
      for (const [currency, decimals] of currencies)
        for (const lead of leads)
          for (const tail of tails) {
            const digits = String(1_000_000 + ((made * 7_919) % 8_999_999));
            const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, group);
            const written = decimals === 0 ? whole : whole + decimal + digits.slice(-decimals);
            const [sign, shown] = [
              ['', `${written} ${currency}`],
              ['-', `${currency} -${written}`],
              ['-', `${written}- ${currency}`],
            ][made % 3]!;
            const line = `${name}${lead || ' '}${shown}${tail}`;
            made += 1;
            const got = of(`Invoice ${at}`, line);
            if (got === null) continue;
            read += 1;
            if (got !== `${sign}${digits} ${currency}`) wrong.push(`${line} was read as ${got}`);
          }
  expect(made).toBe(10_000);
  expect(wrong).toEqual([]);
  expect(read / made).toBeGreaterThan(0.95);
});
