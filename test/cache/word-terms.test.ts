import { expect, it } from 'vitest';
import { longestAlike, quickest } from '#main/cache/query/word-terms.ts';
import { putRecord } from '#main/cache/records/records.ts';
import { indexRecords } from '#main/cache/records/word-index.ts';
import type { Store } from '#main/cache/database/store.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

function put(store: Store, n: number, said: string): void {
  const value = { ...expense(n), lineItems: [], description: said };
  const ref = { kind: 'expense', id: idOf(n) } as const;
  putRecord(store, { ref, value, text: JSON.stringify(value), provenance: 'read', asOf: 1, complete: true });
  while (!indexRecords(store));
}

it('what is typed asks for the longest beginning that all words with it have, as the index has them now', () => {
  const store = openTestStore(stillWorld());
  put(store, 1, 'zhotel zhotels zquay Zürich 𐐨𐐩a აბგ');
  const alike = (match: string) => longestAlike(store, match);
  expect(['"zho"*', '"zhotel"*', '"ZHOTELS"*', '"zhotels"', '"zq"*', '"zu"*'].map(alike)).toEqual([
    '"zhotel"*',
    '"zhotel"*',
    '"zhotels"*',
    '"zhotels"*',
    '"zquay"*',
    '"zurich"*',
  ]);
  // Several go on differently, there is none, it is a whole word that others begin with, or no word as the index folds it.
  for (const match of ['"z"*', '"zx"*', '"zhotel"', '"zür"*', '"ᲐᲑ"*', '("zho"* OR "x")', '"zho"* AND "zq"*'])
    expect(alike(match)).toBe(match);
  put(store, 2, 'zhostel 𐐨𐐪b');
  expect(alike('"zho"*')).toBe('"zho"*');
  expect(alike('"𐐨"*')).toBe('"𐐨"*');
  expect(store.commit('under way', () => alike('"zhote"*'))).toBe('"zhote"*');
  store.close();
});

it('a beginning is asked by the entry of its first four letters or by its only word, and by itself where either finds more or less', () => {
  const store = openTestStore(stillWorld());
  put(store, 1, 'zlunch zcloud zcloudharbor zlicence zlicensing zmarket zmarkets');
  const asked = (match: string) => quickest(store, match);
  const asIs = ['"zlun"*', '"zlunch"', '"zmarket"*', '"ZLUNCH"*', '"zlic"*', '"zlicx"*', '"zlunch" AND "zc"*'];
  expect(asIs.map(asked)).toEqual(asIs.with(2, '"zmar"*'));
  expect(['"zlunch"*', '"zcloud"*', '"zcloudh"*', '"zcloudharbor"*', '"zlicence"*'].map(asked)).toEqual([
    ...['"zlun"*', '"zclo"*', '"zcloudh"*', '"zcloudharbor"', '"zlicence"'],
  ]);
  expect(store.commit('under way', () => asked('"zlunch"*'))).toBe('"zlunch"*');
  put(store, 2, 'zlunges zcloudharbors Zür𐐨𐐩a');
  expect(['"zlunch"*', '"zcloudharbor"*', '"zur𐐨𐐩a"*', '"Zür𐐨𐐩a"*'].map(asked)).toEqual([
    ...['"zlunch"', '"zcloudharbor"*', '"zur𐐨"*', '"Zür𐐨𐐩a"*'],
  ]);
  store.close();
});
