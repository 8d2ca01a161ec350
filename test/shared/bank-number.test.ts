import { describe, expect, test } from 'vitest';
import { changeLine, changeWords } from '#shared/messages/change-words.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import {
  bankNumberText,
  bankNumberWarning,
  changedCharacters,
  groupedNumber,
  isBankNumber,
  numberChangeWords,
  readBankNumber,
  sameAt,
} from '#shared/bank-number.ts';

const account = ['bankAccountNumber'];
const domestic = ['domesticBankAccountNumber'];
const whyOf = (path: string[], text: string) => {
  const read = readBankNumber(path, text);
  return read.ok ? null : read.why;
};

test('bank numbers are those five fields of a vendor, and no others', () => {
  const names = ['bankAccountNumber', 'bankAccountBic', 'domesticBankAccountNumber', 'domesticBankAccountCode', 'swedishBankgiroNumber'];
  expect(names.every((name) => isBankNumber([name]))).toBe(true);
  expect(['bankName', 'bankAccountId', 'accountCode', 'vatId', 'senderBankAccountId'].some((name) => isBankNumber([name]))).toBe(false);
});

test.each([
  [account, 'de89 3704-0044\u00A00532 0130 00', 'DE89370400440532013000'],
  [account, '19-2000145399/0800', '19-2000145399/0800'],
  [domestic, ' 19-2000145399/0800', '19-2000145399/0800'],
  [['bankAccountBic'], 'deut de ff', 'DEUTDEFF'],
  [['domesticBankAccountCode'], '12-34-56', '123456'],
  [['swedishBankgiroNumber'], '50501055', '5050-1055'],
  [['swedishBankgiroNumber'], '505-1055', '505-1055'],
])('%j: %j has one form, %j, and keeps it', (path, typed, form) => {
  expect(readBankNumber(path, typed)).toEqual({ ok: true, number: form });
  expect(readBankNumber(path, form)).toEqual({ ok: true, number: form });
  expect(sameAt(path, typed, form)).toBe(true);
});

test.each([
  ['DE8937040044\u200B0532013000', 'It contains an invisible space (U+200B) after “0044”. Type it again without that.'],
  ['\u202EDE89', 'It contains a mark that turns the direction (U+202E) at its beginning. Type it again without that.'],
  ['DE\u041E9', 'It contains the Cyrillic letter “О” (U+041E) after “DE”. Type it again without that.'],
  ['DE8９', 'It contains “９”, which looks like “9” (U+FF19) after “DE8”. Type it again without that.'],
  ['DE8\u03019', 'It contains an accent of its own (U+0301) after “DE8”. Type it again without that.'],
  ['DE89\u0663', 'It contains the Arabic figure “٣” (U+0663) after “DE89”. Type it again without that.'],
  ['DE89\u2013', 'It contains “–” (U+2013) after “DE89”. Type it again without that.'],
  ['DE89\u2028', 'It contains an invisible character (U+2028) after “DE89”. Type it again without that.'],
  ['DE89\uD835\uDFD8', 'It contains “𝟘”, which looks like “0” (U+1D7D8) after “DE89”. Type it again without that.'],
  ['IBAN DE89', 'It begins with the word IBAN. Type it without the word.'],
])('%j is refused by its character', (typed, why) => {
  expect(whyOf(account, typed)).toBe(why);
});

describe('an account number with an IBAN’s beginning', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', null],
    ['GB29 NWBK 6016 1331 9268 19', null],
    ['KW81CBKU0000000000001234560101', null],
    ['DE89 3704 0044 0532 0130 01', 'This IBAN isn’t valid (check digits).'],
    ['DE89 3704 0044 0532 O130 00', 'It has the letter O where an IBAN of DE has a figure.'],
    ['DE89 3704 0044 0532 0130 0', 'It has 21 characters; an IBAN of DE has 22.'],
    ['DE89 3704 0044 0532 0130 000', 'It has 23 characters; an IBAN of DE has 22.'],
    ['DE89 3704 0044 0532 X130 00', 'It does not have the form of an IBAN of DE.'],
    ['XX89 3704 0044 0532 0130 01', null],
    ['5050-1055', null],
  ])('%s: %s', (typed, warning) => {
    expect(bankNumberWarning(account, typed)).toBe(warning);
  });

  test('is shown as checked, wrong, or not checked', () => {
    expect(numberChangeWords(account, 'DE89370400440532013001', 'DE89370400440532013000')).toBe(
      '1 of 22 characters changed. Check digits fit.',
    );
    expect(numberChangeWords(account, 'DE89370400440532013000', 'DE89370400440532013001')).toBe('1 of 22 characters changed.');
    expect(numberChangeWords(account, 'XX89370400440532013000', 'XX89370400440532013001')).toBe(
      '1 of 22 characters changed. Not checked: no IBAN that is known here.',
    );
    expect(numberChangeWords(account, '', 'DE89370400440532013000')).toBe('Check digits fit.');
    // A mark for a hidden character is no character of the number.
    expect(numberChangeWords(account, 'DE8937040044\u200B0532013000', 'DE89370400440532013000')).toBe('Check digits fit.');
    expect(numberChangeWords(account, 'DE89370400440532013000', 'DE8937040044\u200B0532013000')).toBe('');
    expect(numberChangeWords(['bankAccountBic'], 'DEUTDEFF', 'DEUTDEFA')).toBe('1 of 8 characters changed.');
  });
});

test('a BIC and a bankgiro number that are none are pointed out; a text elsewhere is not read', () => {
  expect(bankNumberWarning(['bankAccountBic'], 'DEUTDEFF500')).toBeNull();
  expect(bankNumberWarning(['bankAccountBic'], 'DEUTDEF')).toMatch(/^This is not a BIC/);
  expect(bankNumberWarning(['swedishBankgiroNumber'], '5050-1055')).toBeNull();
  expect(bankNumberWarning(['swedishBankgiroNumber'], '5050-10')).toMatch(/^This is not a bankgiro number/);
  expect(bankNumberWarning(['description'], 'DE89370400440532013001')).toBeNull();
});

test('a malformed number equals nothing else, and shows its character as a mark', () => {
  const spoofed = 'DE8937040044\u200B0532013000';
  expect(sameAt(account, spoofed, 'DE89370400440532013000')).toBe(false);
  expect(sameAt(account, spoofed, spoofed)).toBe(true);
  expect(bankNumberText(account, spoofed)).toBe('DE8937040044[U+200B]0532013000');
  expect(sameAt(['bankName'], 'A-B', 'AB')).toBe(false);
});

test('long numbers are grouped by four, codes and other texts stay as they are', () => {
  expect(groupedNumber('PT50000201231234567890154')).toBe('PT50 0002 0123 1234 5678 9015 4');
  expect(['5050-1055', 'DEUTDEFF500', '123456', 'account of the café'].map(groupedNumber)).toEqual([
    ...['5050-1055', 'DEUTDEFF500', '123456', 'account of the café'],
  ]);
});

test('a bank number has its one form in lists and in the history, and no other field', () => {
  const changes = [
    { path: ['bankAccountNumber'], base: 'PT50000201231234567890154', mine: 'DE89 3704-0044 0532 0130 00' },
    { path: ['vatNumber'], base: 'KW0643401877', mine: '' },
  ];
  expect(changeWords({ kind: 'vendor.update', changes } as unknown as EditRow).map(({ old, now }) => [old, now])).toEqual([
    ['PT50 0002 0123 1234 5678 9015 4', 'DE89 3704 0044 0532 0130 00'],
    ['KW0643401877', 'empty'],
  ]);
});

test('two names from the right keep their places in one line, old before new', () => {
  const changes = [{ path: ['name'], base: 'אבג', mine: 'דהו 12' }];
  expect(changeLine({ kind: 'updateVendor', changes } as unknown as EditRow)).toBe('Name: \u2068אבג\u2069 → \u2068דהו 12\u2069');
});

test('changed characters: one by one in the same length, else the middle', () => {
  const marks = (flags: boolean[]) => flags.map((flag) => (flag ? '^' : '.')).join('');
  const same = changedCharacters('KW7900610081', 'KW9800160081');
  expect(marks(same.now)).toBe('..^^..^^....');
  const longer = changedCharacters('12345', '129945');
  expect([marks(longer.old), marks(longer.now)]).toEqual(['..^..', '..^^..']);
});
