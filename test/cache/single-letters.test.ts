import path from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '#main/cache/database/open.ts';
import { migrations } from '#main/cache/database/migrations.ts';
import type { Store } from '#main/cache/database/store.ts';
import { listRecords } from '#main/cache/records/lists.ts';
import { indexRecords, wordsWait } from '#main/cache/records/word-index.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

const newForm = migrations.findIndex(({ tag }) => tag === '0015_single_letters');

function found(store: Store, query: string): string[] {
  const page = { sort: 'date', descending: true, after: null, skip: 0, limit: 50 };
  return listRecords(store, { filter: { kind: 'expense', query }, ...page }).rows.map(({ id }) => id);
}

test('a file of before finds by a letter and by a word what it found, once its words were taken in again', () => {
  const file = path.join(tempFolder(), 'account.db');
  const answer = openStore({ file, world: stillWorld(), account: testAccount, steps: migrations.slice(0, newForm) });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  putExpenses(answer.store, 40);
  while (!indexRecords(answer.store));
  const asked = ['h', 't', 'hotel', 'tax', 't l'];
  const before = asked.map((query) => found(answer.store, query));
  answer.store.close();

  const store = openTestStore(stillWorld(), file);
  expect(wordsWait(store)).toBe(true);
  while (!indexRecords(store));
  expect(asked.map((query) => found(store, query))).toEqual(before);
  expect(before.filter((ids) => ids.length > 0 && ids.length < 40).length).toBeGreaterThan(1);
});
