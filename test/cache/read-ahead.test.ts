import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepSearchable } from '#main/account-life/keep-searchable.ts';
import { writeSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';
import { wholeOrder } from '#main/cache/records/list-order.ts';
import { listRecords } from '#main/cache/records/lists.ts';
import { aheadWaits, readAhead } from '#main/cache/records/read-ahead.ts';
import { putRecord } from '#main/cache/records/records.ts';
import { sortingOf } from '#main/cache/records/sorting.ts';
import { listInput } from '#shared/contract/inputs.ts';
import type { JsonObject } from '#shared/json.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';
import { compareWithScan } from './compare-with-scan.ts';
import { putEdit } from './many-edits.ts';
import { idOf, putExpenses } from './many-records.ts';
import { openOddExpenses } from './odd-expenses.ts';
import { amountOf, wordsOf, type ScannedRecord } from './scan-query.ts';

const count = Number(process.env['RECORDS'] ?? 2_500);
const rounds = Number(process.env['ROUNDS'] ?? 300);
let store: Store;
let records: ScannedRecord[];

beforeAll(() => {
  ({ store, records } = openOddExpenses(count));
});
afterAll(() => store.close());

const put = (to: Store, id: string, value: JsonObject) => {
  const read = { ref: { kind: 'expense' as const, id }, value, text: JSON.stringify(value), complete: true };
  to.commit('records', () => putRecord(to, { ...read, provenance: 'read', asOf: to.world.now() }));
};

const others = [
  (value: JsonObject) => ({ ...value, status: 'CANCELLED' }),
  (value: JsonObject) => ({ ...value, performedDate: null }),
  (value: JsonObject) => JSON.parse(JSON.stringify(value).replaceAll(String(value['originalCurrency']), 'JPY')) as JsonObject,
  (value: JsonObject) => ({ ...value, lineItems: [] }),
];

/** Another word of the service on one record, and an edit on top of another. */
function change(round: number): void {
  const known = records[(round * 37) % count]!;
  const value = others[(round / 30) % others.length]!(known.value);
  put(store, known.id, value);
  Object.assign(known, { value, words: wordsOf(value), amount: amountOf(value) });
  const n = 97 * ((round / 30) % 20) + 1;
  putEdit(store, n, 'waiting');
  records[n]!.edits.push('waiting');
}

it('a query finds what a plain scan finds while orders are read ahead, from those that were, and after each change', () => {
  let fromOrders = 0;
  const found = compareWithScan(store, records, rounds, (round) => {
    if (round % 30 === 0) change(round);
    readAhead(store);
    fromOrders += wholeOrder(store, 'expense', sortingOf('expense', 'updated')) && !aheadWaits(store) ? 1 : 0;
  });
  expect(found).toBeGreaterThan(count);
  expect(fromOrders).toBeGreaterThan(rounds / 3);
});

it('long lists are read ahead by themselves soon after the start, and again when a change is followed by quiet', async () => {
  const world = fakeWorld();
  const desk = openTestStore(world);
  putExpenses(desk, 2_100);
  const keeping = keepSearchable(desk);
  const isRead = () => ['date', 'amount', 'lines', 'updated'].map((by) => wholeOrder(desk, 'expense', sortingOf('expense', by)) !== null);
  expect(isRead()).toEqual([false, false, false, false]);
  await world.advance(10_000);
  expect(isRead()).toEqual([true, true, true, true]);
  const top = () =>
    listRecords(desk, listInput.parse({ filter: { kind: 'expense' }, sort: 'amount', descending: true, limit: 1 })).rows[0]!;
  put(desk, top().id, { id: top().id, status: 'IN_DRAFT', originalCurrency: 'EUR', lineItems: [] });
  expect(isRead()).toEqual([false, false, false, false]);
  await world.advance(1_000);
  expect(isRead()).toEqual([false, false, false, false]);
  await world.advance(10_000);
  expect(isRead()).toEqual([true, true, true, true]);
  const other = (value: number) =>
    desk.commit('setting', () => {
      writeSetting(desk, 'other', value);
      desk.changed({ kind: 'status' });
    });
  other(1);
  await world.advance(2_060);
  other(2);
  expect(isRead()).toEqual([false, false, false, false]);
  await world.advance(10_000);
  expect(isRead()).toEqual([true, true, true, true]);
  keeping.stop();
  put(desk, idOf(1), { id: idOf(1), status: 'IN_DRAFT', originalCurrency: 'EUR', lineItems: [] });
  await world.advance(10_000);
  expect(isRead()).toEqual([false, false, false, false]);
  desk.close();
});

it('a change between two portions leaves the rest for when it is quiet', () => {
  const desk = openTestStore(fakeWorld());
  putExpenses(desk, 2_100);
  expect(readAhead(desk)).toBe(false);
  expect(aheadWaits(desk)).toBe(true);
  put(desk, idOf(1), { id: idOf(1), status: 'IN_DRAFT', originalCurrency: 'EUR', lineItems: [] });
  expect([readAhead(desk), aheadWaits(desk)]).toEqual([true, true]);
  expect(readAhead(desk)).toBe(false);
  while (!readAhead(desk));
  expect(aheadWaits(desk)).toBe(false);
  desk.close();
});
