import { describe, expect, it } from 'vitest';
import { readEntry, textOfValue } from '#renderer/pages/edit-form/entry.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { JsonDecimal } from '#shared/json/json.ts';

const quantity = editKind('createInvoiceLine')?.form.find(({ input }) => input === 'number');
if (!quantity) throw new Error('no quantity field');
const read = (text: string, locale: string) => {
  const entry = readEntry(quantity, text, { currency: null, locale });
  if (entry.kind === 'choose') return entry.choices.map(({ text: choice }) => choice);
  return entry.kind === 'value' ? String(entry.value) : entry.kind;
};

describe('a quantity', () => {
  it.each([
    ['2', 'en', '2'],
    ['1.5', 'en', '1.5'],
    ['1,5', 'en', '1.5'],
    ['1,5', 'de', '1.5'],
    ['1.5', 'de', '1.5'],
    ['-3', 'en', '-3'],
    ['0.125', 'en', '0.125'],
    ['0,125', 'de', '0.125'],
    ['1,234.5', 'en', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1 234', 'fr', '1234'],
    ['1,234,567', 'en', '1234567'],
    ['0.12345678901234567890', 'en', '0.12345678901234567890'],
    ['1,23,4', 'en', 'invalid'],
    ['two', 'en', 'invalid'],
    ['', 'en', 'undefined'],
  ])('%j in %s is %s', (text, locale, meant) => {
    expect(read(text, locale)).toEqual(meant);
  });

  it.each([
    ['1,500', 'en', ['1500', '1.5000']],
    ['1.500', 'en', ['1500', '1.5000']],
    ['1,500', 'de', ['1500', '1.5000']],
    ['-1.234', 'de', ['-1234', '-1.2340']],
  ])('%j in %s may be thousands or decimals: the user is asked, and each choice reads one way', (text, locale, choices) => {
    expect(new Set(read(text, locale))).toEqual(new Set(choices));
    expect(choices.map((choice) => Number(read(choice, locale)))).toEqual(choices.map(Number));
  });

  it('returns into its field unchanged after it was recorded', () => {
    for (const value of [1.234, 1500, 2, 0.125, new JsonDecimal('123.450000000000000000001')]) {
      expect(read(textOfValue(quantity, value, { currency: null, locale: 'de' }), 'de')).toBe(String(value));
    }
  });
});
