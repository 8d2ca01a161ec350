import { expect, test } from 'vitest';
import { changeWords } from '#shared/change-words.ts';
import type { EditRow } from '#shared/contract/views.ts';
import { changedCharacters, groupedNumber, ibanFits, isMisfit, numberChangeWords } from '#shared/account-number.ts';

test('account numbers are grouped by four, other texts stay as they are', () => {
  expect(groupedNumber('PT50000201231234567890154')).toBe('PT50 0002 0123 1234 5678 9015 4');
  expect(groupedNumber('PT50 0002-0123 1234 5678 9015 4')).toBe('PT50 0002 0123 1234 5678 9015 4');
  expect(groupedNumber('5050-1055')).toBe('5050-1055');
  expect(groupedNumber('account of the café')).toBe('account of the café');
});

test('an account number stands by four in lists and in the history, however it was typed, and no other field', () => {
  const changes = [
    { path: ['bankAccountNumber'], base: 'PT50000201231234567890154', mine: 'DE89 3704-0044 0532 0130 00' },
    { path: ['vatNumber'], base: 'KW0643401877', mine: '' },
  ];
  expect(changeWords({ kind: 'vendor.update', changes } as unknown as EditRow).map(({ old, now }) => [old, now])).toEqual([
    ['PT50 0002 0123 1234 5678 9015 4', 'DE89 3704 0044 0532 0130 00'],
    ['KW0643401877', 'empty'],
  ]);
});

test('check digits: the examples of the registry fit, one wrong figure does not', () => {
  for (const iban of ['GB29 NWBK 6016 1331 9268 19', 'DE89 3704 0044 0532 0130 00', 'KW81CBKU0000000000001234560101'])
    expect(ibanFits(iban)).toBe(true);
  expect(ibanFits('DE89 3704 0044 0532 0130 01')).toBe(false);
  expect(ibanFits('5050-1055')).toBeNull();
  const number = ['bankAccountNumber'];
  expect(['DE89370400440532013001', 'DE89370400440532013000', '5050-1055', null].map((each) => isMisfit(number, each))).toEqual([
    ...[true, false, false, false],
  ]);
  expect(isMisfit(['description'], 'DE89370400440532013001')).toBe(false);
});

test('which characters changed: one by one in the same length, else what stands between', () => {
  const marks = (flags: boolean[]) => flags.map((flag) => (flag ? '^' : '.')).join('');
  const same = changedCharacters('KW7900610081', 'KW9800160081');
  expect(marks(same.now)).toBe('..^^..^^....');
  const longer = changedCharacters('12345', '129945');
  expect([marks(longer.old), marks(longer.now)]).toEqual(['..^..', '..^^..']);
  expect(numberChangeWords('DE89370400440532013000', 'DE89370400440532013001')).toBe('1 of 22 characters changed.');
  expect(numberChangeWords('DE89370400440532013001', 'DE89370400440532013000')).toBe('1 of 22 characters changed. Check digits fit.');
});
