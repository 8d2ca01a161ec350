import { expect, it } from 'vitest';
import { propertyTexts } from '#shared/records/property-texts.ts';
import { wordsOf } from '#renderer/parts/values/value-words.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';

const turned = 'PT50 \u202E4321\u202C \u2067x\u2069';

it('a text that would turn the figures beside it around is shown with a mark in the place of each such character', () => {
  const { title } = listColumns('vendor', { vendorId: 'v', name: turned });
  expect(title).toBe('PT50 [U+202E]4321[U+202C] [U+2067]x[U+2069]');
  expect(wordsOf(turned, 'text', null, 'en').text).toBe('PT50 [U+202E]4321[U+202C] [U+2067]x[U+2069]');
  expect(wordsOf([turned], 'array', null, 'en').text).not.toContain('\u202E');
  expect(wordsOf('שלום Zoë', 'text', null, 'en').text).toBe('שלום Zoë');
});

it('an amount that is no whole number of minor units is shown as it came', () => {
  expect(wordsOf(12.5, 'money', 'EUR', 'en').text).toBe('12.5');
  expect(wordsOf(1250, 'money', 'EUR', 'en').text).toBe('12.50 EUR');
});

it('a country is named, and a word that is no country’s code stays as it came', () => {
  const named = ['KW', 'PT', 'UNDEFINED', 'ZZ9', 'xx'].map((code) => wordsOf(code, 'country', null, 'en').text);
  expect(named).toEqual(['Kuwait', 'Portugal', 'Undefined', 'ZZ9', 'xx']);
});

it('custom properties are said as the record page says them, name and values, without their ids', () => {
  const properties = [
    {
      groupId: 'd0f1c2b3-0000-4000-8000-000000000001',
      groupInternalName: 'project',
      values: [
        { id: 'v1', label: 'Harbour' },
        { id: 'v2', label: 'Quay' },
      ],
    },
    { groupId: 'd0f1c2b3-0000-4000-8000-000000000002', groupInternalName: 'cost_type', values: [] },
  ];
  expect(propertyTexts(properties).map(({ name, text }) => [name, text])).toEqual([
    ['Project', 'Harbour, Quay'],
    ['Cost type', ''],
  ]);
  expect(wordsOf(properties, 'array', null, 'en').text).toBe('Project: Harbour, Quay · Cost type: –');
});
