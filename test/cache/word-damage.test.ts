import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { putRecord } from '#main/records/records.ts';
import { search } from '#main/projections/search/search.ts';
import { indexRecords, removeWords, tidyWords, wordsWait } from '#main/projections/search/word-index.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

/** The index of words is made from the records: damage to it costs a search, never a record. */

let store: Store;
let heard: Change[];
const info = vi.fn<(event: string) => void>();
beforeEach(() => {
  info.mockClear();
  store = openTestStore({ ...stillWorld(), log: { error: () => undefined, info } });
  heard = [];
  store.subscribe((changes) => heard.push(...changes));
  putExpenses(store, 20);
  while (!indexRecords(store));
});
afterEach(() => store.close());

const damage = () => void store.sql.unsafeMode(true).exec(`UPDATE record_words_data SET block = zeroblob(40)`);
const found = () => search(store, 'lisbon', 50).filter(({ kind }) => kind === 'record').length;
const damagesLogged = () => info.mock.calls.filter(([event]) => event === 'wordIndexDamaged').length;

it('a search finds nothing for a moment, says that something is being mended, and finds everything again', () => {
  const before = found();
  expect(before).toBeGreaterThan(0);
  damage();
  heard.splice(0);
  expect(found()).toBe(0);
  expect(heard).toContainEqual({ kind: 'status' });
  expect(wordsWait(store)).toBe(true);
  expect([found(), damagesLogged()]).toEqual([before, 1]);
  expect(wordsWait(store)).toBe(false);
});

it('a record is removed and the index tidied despite a damaged index; it is reported once', () => {
  const before = found();
  damage();
  expect(() => forgetRecord(store, { kind: 'expense', id: idOf(0) })).not.toThrow();
  expect(tidyWords(store, true)).toBe(true);
  expect(damagesLogged()).toBe(1);
  expect(wordsWait(store)).toBe(true);
  while (!indexRecords(store));
  expect(found()).toBe(before - 1);
});

it('other errors are never taken for damage', () => {
  store.sql.exec('DROP TABLE record_words');
  expect(() => removeWords(store, 1)).toThrow('no such table');
  expect(() => tidyWords(store, false)).toThrow('no such table');
  expect(() => search(store, 'lisbon', 5)).toThrow('no such table');
  expect(wordsWait(store)).toBe(false);
});

it('an index that cannot be rebuilt is tried once, then reported, not retried for ever', () => {
  store.sql.exec('DROP TABLE record_words');
  const value = { ...expense(1), status: 'PECULIAR' };
  putRecord(store, { ref: { kind: 'expense', id: idOf(1) }, value, provenance: 'read', asOf: 9, complete: true });
  expect(indexRecords(store)).toBe(false);
  expect(() => indexRecords(store)).toThrow('no such table');
  expect(damagesLogged()).toBe(1);
});
