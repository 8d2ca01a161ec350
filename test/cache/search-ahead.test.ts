import { expect, it } from 'vitest';
import { changesOf } from '#main/cache/database/changes-of.ts';
import type { Store } from '#main/cache/database/store.ts';
import { searchAhead } from '#main/cache/records/search-ahead.ts';
import { putRecord } from '#main/cache/records/records.ts';
import { indexRecords } from '#main/cache/records/word-index.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

function storeWith(count: number): Store {
  const store = openTestStore(stillWorld());
  const insert = store.sql.prepare(
    `INSERT INTO record (row, kind, record_id, title, status, date, as_of, provenance) VALUES (?, 'expense', ?, 'Taxi', 'CREATED', '', 1, 'read')`,
  );
  store.commit('rows', () => {
    for (let n = 1; n <= count; n += 1) insert.run(n, idOf(n));
  });
  return store;
}

/** After how many steps, one for each first letter and three before, all is done, and how many rows they changed. */
function steps(count: number): [number, number] {
  const store = storeWith(count);
  const before = changesOf(store) ?? 0;
  let needed = 1;
  while (!searchAhead(store)) needed += 1;
  expect(searchAhead(store)).toBe(true);
  const changed = (changesOf(store) ?? 0) - before;
  store.close();
  return [needed, changed];
}

it('a search is gone ahead of step by step, once, where there are many records, and nothing is written', () => {
  expect(steps(6_000)).toEqual([29, 0]);
  expect(steps(100)).toEqual([1, 0]);
});

it('where a first letter is answered by many, what words begin with two letters is read too', () => {
  const store = openTestStore(stillWorld());
  const titles = ['Taxi', 'Taxi', 'Taxi', 'Tax', 'Toll', 'Ferry', 'Visa', 'Visa', 'Visa', 'Wifi'];
  store.commit('records', () => {
    for (let n = 0; n < 6_000; n += 1) {
      const value = { id: idOf(n), lineItems: [{ description: titles[n % titles.length] ?? '' }] };
      const ref = { kind: 'expense' as const, id: idOf(n) };
      putRecord(store, { ref, value, text: JSON.stringify(value), provenance: 'read', asOf: 1, complete: true });
    }
  });
  while (!indexRecords(store));
  let needed = 1;
  while (!searchAhead(store)) needed += 1;
  // Ta, to and vi: few records begin with f and w.
  expect(needed).toBe(29 + 3);
  store.close();
});
