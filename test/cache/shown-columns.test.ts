import { afterEach, beforeEach, expect, it } from 'vitest';
import { putRecord } from '#main/records/records.ts';
import { listIds } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
beforeEach(() => {
  const world = stillWorld();
  world.advance(Date.parse('2026-11-21T12:00:00Z') - world.now());
  store = openTestStore(world);
});
afterEach(() => store.close());

function put(kind: RecordKind, n: number, value: JsonObject): void {
  const id = idOf(n);
  const whole = { ...value, [kind === 'vendor' ? 'vendorId' : 'id']: id };
  putRecord(store, { ref: { kind, id }, value: whole, text: JSON.stringify(whole), provenance: 'read', asOf: 1, complete: true });
}
const found = (kind: RecordKind, query: string, sort: string, descending: boolean) =>
  listIds(store, { kind, query }, sort, descending).map((id) => Number(id.slice(-4)));

it('a list of invoices is sorted by the longest overdue, in days', () => {
  const dues: [state: string, due: string | null][] = [
    ['OPEN', '2026-11-20'],
    ['PAID', '2026-01-01'],
    ['PARTIALLY_PAID', '2026-10-22'],
    ['OPEN', '2026-11-21'],
    ['OPEN', '2025-11-21'],
    ['DRAFT', '2026-02-02'],
    ['OPEN', null],
    ['OPEN', '2027-01-01'],
  ];
  for (const [n, [state, dueDate]] of dues.entries()) put('invoiceReceivable', n, { state, dueDate, invoiceNumber: `${n}` });
  const overdue = (query: string) => found('invoiceReceivable', query, 'overdueby', true);
  expect(overdue('').slice(0, 5)).toEqual([4, 2, 0, 3, 7]);
  expect(found('invoiceReceivable', '', 'overdueby', false).slice(-5)).toEqual([7, 3, 0, 2, 4]);
  expect(overdue('overdueby>0')).toEqual([4, 2, 0]);
  expect(overdue('overdueby>0')).toEqual(overdue('overdue'));
  expect(overdue('overdueby>=30')).toEqual([4, 2]);
  expect(overdue('overdueby:1..30')).toEqual([2, 0]);
  expect(overdue('overdueby<5')).toEqual([0]);
  expect(overdue('-overdueby<5')).toHaveLength(7);
  expect(overdue('overdueby:none').toSorted()).toEqual([1, 3, 5, 6, 7]);
  // Few rows are sorted without looking their entries up: to the same order.
  expect(overdue('state:open')).toEqual([4, 0, 3, 7, 6]);
});

it('a list of vendors is sorted by spend', () => {
  for (const [n, spent] of [5, null, 100_000, 2 ** 40, 0].entries())
    put('vendor', n, { name: `Vendor ${n}`, lastMtdSpendInGroupCurrency: spent, groupCurrency: 'EUR' });
  expect(found('vendor', '', 'spend', true)).toEqual([3, 2, 0, 4, 1]);
  expect(found('vendor', 'vendor', 'spend', false)).toEqual([1, 4, 0, 2, 3]);
});
