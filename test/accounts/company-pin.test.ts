import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createCompanyPin } from '#main/accounts/trust/company-pin.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

const ours = '00000000-0000-4000-8000-00000000c001';
const theirs = '00000000-0000-4000-8000-00000000c002';
const record = (n: number, companyId: string) => ({ id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, companyId });
const openPin = (companyId: string | null = null) => {
  const store = openTestStore(fakeWorld(), ':memory:', { ...testAccount, companyId });
  return { store, belongs: createCompanyPin(store) };
};

const vendor = (n: number, companyId: string) => ({ vendorId: record(n, companyId).id, companyId });

test.each([
  ['records', record],
  ['vendors', vendor],
])('a stray first answer of another company does not decide for good: %s', (_what, record) => {
  const { store, belongs } = openPin();
  expect(belongs(record(1, theirs))).toBe(true);
  expect(belongs(record(2, ours))).toBe(false);
  expect(belongs(record(2, ours))).toBe(false);
  expect(belongs(record(3, ours))).toBe(true);
  expect(belongs(record(1, theirs))).toBe(false);
  expect(createCompanyPin(store)(record(4, theirs))).toBe(false);
});

test.each([
  ['records', record],
  ['vendors', vendor],
])('two make it sure, over a restart too: %s', (_what, record) => {
  const { store, belongs } = openPin();
  for (const n of [1, 2]) expect(belongs(record(n, ours))).toBe(true);
  const again = createCompanyPin(store);
  for (const n of [3, 4, 5]) expect(again(record(n, theirs))).toBe(false);
  expect(again(record(6, ours.toUpperCase()))).toBe(true);
});

test('the company of the sign-in is sure from the start', () => {
  const { belongs } = openPin(ours);
  for (const n of [1, 2, 3]) expect(belongs(record(n, theirs))).toBe(false);
  expect(belongs(record(4, ours))).toBe(true);
});

test('an answer that names no company belongs, and says nothing of the others', () => {
  const { belongs } = openPin();
  for (const companyId of ['', undefined, null]) expect(belongs({ id: '00000000-0000-4000-8000-000000000001', companyId })).toBe(true);
  expect(belongs(record(2, ours))).toBe(true);
  expect(belongs(record(3, theirs))).toBe(false);
});

test('a note that a full disk refuses does not change the answer; other trouble is reported', () => {
  const trouble = { code: 'SQLITE_FULL' };
  const passing = (point: string) => {
    if (point === 'committing company') throw new Database.SqliteError('no note today', trouble.code);
  };
  const store = openTestStore({ ...fakeWorld(), passing }, ':memory:', { ...testAccount, companyId: null });
  expect(createCompanyPin(store)(record(1, ours))).toBe(true);
  trouble.code = 'SQLITE_MISUSE';
  expect(() => createCompanyPin(store)(record(1, ours))).toThrow('no note today');
});
