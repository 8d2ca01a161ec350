import { expect, test } from 'vitest';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { seedStore } from '#service/seed/seed.ts';

/** ISO 13616, from its other end: digit by digit over the number with its head moved to the end, the remainder of 97 is 1. */
function remainder(iban: string): number {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = sign >= 'A' ? sign.charCodeAt(0) - 55 : Number(sign);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

test('the oracle knows right numbers from wrong ones', () => {
  expect(remainder('GB82WEST12345698765432')).toBe(1);
  expect(remainder('DE89370400440532013000')).toBe(1);
  expect(remainder('DE88370400440532013000')).not.toBe(1);
});

test('every vendor of the sandbox has an account number whose check digits are right', () => {
  const ibans = [...seedStore(new MemoryStore()).list('vendor')].flatMap(({ bankAccountNumber }) => bankAccountNumber ?? []);
  expect(ibans.length).toBeGreaterThan(10);
  expect(ibans.filter((iban) => !/^[A-Z]{2}\d{20}$/.test(iban) || remainder(iban) !== 1)).toEqual([]);
});
