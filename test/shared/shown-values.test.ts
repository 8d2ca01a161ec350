import { expect, it } from 'vitest';
import { wordsOf } from '#renderer/parts/value-words.ts';
import { listColumns } from '#shared/records/list-columns.ts';

const turned = 'PT50 \u202E4321\u202C \u2067x\u2069';

it('a text that would turn the figures beside it around is shown without that power, and a value says that something was there', () => {
  const { title } = listColumns('vendor', { vendorId: 'v', name: turned });
  expect(title).toBe('PT50 4321 x');
  expect(wordsOf(turned, 'text', null, 'en').text).toBe('PT50 \uFFFD4321\uFFFD \uFFFDx\uFFFD');
  expect(wordsOf([turned], 'array', null, 'en').text).not.toContain('\u202E');
  expect(wordsOf('שלום Zoë', 'text', null, 'en').text).toBe('שלום Zoë');
});

it('an amount that is no whole number of minor units is shown as it came', () => {
  expect(wordsOf(12.5, 'money', 'EUR', 'en').text).toBe('12.5');
  expect(wordsOf(1250, 'money', 'EUR', 'en').text).toBe('12.50 EUR');
});
