import { expect } from 'vitest';
import { countOf, totals } from '#main/projections/lists/list-counts.ts';
import { listIds, listRecords, placeOf } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { seededRandom } from '#test/world.ts';
import { drawQuery } from './draw-query.ts';
import type { ScannedRecord } from './scan-query.ts';

const sorts = ['date', 'amount', 'description', 'status', 'lines', 'updated'];

/**
 * Draws queries and compares every answer of the cache with that of a plain scan; answers how many rows were found in all. `before` each
 * of them something may happen.
 */
export function compareWithScan(
  store: Store,
  records: readonly ScannedRecord[],
  rounds: number,
  before: (round: number) => void = () => undefined,
): number {
  const random = seededRandom(20261121);
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    before(round);
    const { text, holds } = drawQuery(random);
    const wanted = records.filter((record) => holds(record));
    const sort = sorts[round % sorts.length] ?? 'date';
    const descending = round % 4 < 2;
    const filter = { kind: 'expense' as const, query: text };
    const ids = listIds(store, filter, sort, descending);
    expect(`${text}\n${ids.toSorted().join(' ')}`).toBe(`${text}\n${wanted.map(({ id }) => id).join(' ')}`);
    const page = listRecords(store, listInput.parse({ filter, sort, descending, limit: 37 }));
    const next =
      page.next === null ? [] : listRecords(store, listInput.parse({ filter, sort, descending, limit: 37, after: page.next })).rows;
    expect({ text, total: page.total ?? countOf(store, filter), rows: [...page.rows, ...next].map(({ id }) => id) }).toEqual({
      text,
      total: wanted.length,
      rows: ids.slice(0, 74),
    });
    const middle = ids[Math.floor(ids.length / 2)];
    if (middle !== undefined && round % 5 === 0) expect(placeOf(store, filter, sort, descending, middle)).toBe(Math.floor(ids.length / 2));
    const skip = Math.floor(ids.length / 3);
    const later = listRecords(store, listInput.parse({ filter, sort, descending, limit: 37, after: page.next, skip }));
    const from = (page.next === null ? 0 : 37) + skip;
    const there = { rows: later.rows.map(({ id }) => id), more: later.next !== null };
    expect({ text, ...there }).toEqual({ text, rows: ids.slice(from, from + 37), more: ids.length > from + 37 });
    expect({ text, sums: sumsOf(store, filter) }).toEqual({ text, sums: scannedSums(wanted) });
    found += wanted.length;
  }
  return found;
}

const sumsOf = (store: Store, filter: { kind: 'expense'; query: string }) =>
  Object.fromEntries(totals(store, filter).map(({ currency, amountMinor, count }) => [currency, [amountMinor, count]]));

function scannedSums(wanted: ScannedRecord[]): Record<string, [bigint, number]> {
  const sums: Record<string, [bigint, number, boolean]> = {};
  for (const { value, amount } of wanted) {
    const currency = String(value['originalCurrency']);
    const places = { JPY: 0n, KWD: 3n }[currency] ?? 2n;
    const [sum, rows, any] = sums[currency] ?? [0n, 0, false];
    sums[currency] = [sum + (amount ?? 0n) / 10n ** (6n - places), rows + 1, any || amount !== null];
  }
  return Object.fromEntries(Object.entries(sums).flatMap(([currency, [sum, rows, any]]) => (any ? [[currency, [sum, rows]]] : [])));
}
