import { expect, it } from 'vitest';
import { bankNumberWarning } from '#shared/bank-number.ts';

const account = ['vendorBankAccountNumber'];

it.for([
  'D\u041502120300000000202051',
  '\u200eDE02 1203 0000 0000 2020 51\u200e',
  'DE02\u200b12030000\u200b0000202051',
  'DE02\u00AD120300000000202051',
  '\uFB0121120300000000202051',
  'DEO2 1203 0000 0000 2020 51',
  'DE02 1203 0000',
  'IBAN DE02 1203 0000 0000 2020 51',
  '5.02E+13',
  'DE02 0120 3000 0000 0020 2051',
  'DE020120300000000202051',
])('warns of %j as an account number', (typed) => {
  expect(bankNumberWarning(account, typed)).not.toBeNull();
});

it('says nothing of the right one, in either case and with any space', () => {
  for (const typed of ['DE02 1203 0000 0000 2020 51', 'de02120300000000202051', 'DE02\u00A01203\u202F0000 0000 2020 51'])
    expect(bankNumberWarning(account, typed)).toBeNull();
});

it('warns of a BIC of ten, of a bankgiro of six, and of one whose check figure is wrong', () => {
  expect(bankNumberWarning(['vendorBankAccountBic'], 'DEUTDEFF50')).not.toBeNull();
  expect(bankNumberWarning(['vendorBankAccountBic'], 'DEUTDEFF500')).toBeNull();
  for (const [typed, isWrong] of [
    ['123456', true],
    ['991-2346', false],
    ['9912346', false],
    ['991-2345', true],
    ['5805-6201', false],
    ['5805-6210', true],
  ] as const)
    expect([typed, bankNumberWarning(['vendorBankgiroNumber'], typed) !== null]).toEqual([typed, isWrong]);
});
