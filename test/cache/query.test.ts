import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveName } from '#main/names/book.ts';
import { putRecord } from '#main/records/records.ts';
import { listIds, listRecords } from '#main/projections/lists/lists.ts';
import { countOf } from '#main/projections/lists/list-counts.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { compareWithScan } from './compare-with-scan.ts';
import { freight, openOddExpenses } from './odd-expenses.ts';
import type { ScannedRecord } from './scan-query.ts';
import { fewOf } from '#test/full-test.ts';

/** The pushed share; more: `RECORDS=10000 npm run unit -- test/cache/query.test.ts`. */
const count = Number(process.env['RECORDS'] ?? 2_500);
let store: Store;
let records: ScannedRecord[];

beforeAll(() => {
  ({ store, records } = openOddExpenses(count));
});
afterAll(() => store.close());

it.each(fewOf([120, 400], 1))(
  '%i drawn queries find what a plain scan finds: every row once, page by page, counted and summed',
  (queries) => {
    expect(compareWithScan(store, records, queries)).toBeGreaterThan((count * queries) / 100);
  },
);

it('distinguishes the few that do not match to the last amount, day and count', () => {
  const exact = records.filter((_record, n) => n % 250 === 1);
  for (const { amount, value } of exact) {
    const typed = amount === null ? '0' : `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`;
    const day = String(value['performedDate']);
    const lines = (value['lineItems'] as unknown[]).length;
    for (const [sign, holds] of signs)
      for (const [query, wanted] of [
        [`amount${sign}${typed}`, records.filter((each) => each.amount !== null && holds(Number(each.amount - BigInt(amount ?? 0))))],
        [
          `date${sign}${day}`,
          records.filter((each) => (each.value['performedDate'] ?? null) !== null && holds(dayOf(each) - Date.parse(day))),
        ],
        [`lines${sign}${lines}`, records.filter((each) => holds((each.value['lineItems'] as unknown[]).length - lines))],
      ] as const) {
        if (query.includes('null')) continue;
        const filter = { kind: 'expense' as const, query };
        expect([query, countOf(store, filter), listIds(store, filter, 'date', true).length]).toEqual([query, wanted.length, wanted.length]);
        expect([`-${query}`, countOf(store, { ...filter, query: `-${query}` })]).toEqual([`-${query}`, count - wanted.length]);
      }
  }
});

const dayOf = ({ value }: ScannedRecord) => Date.parse(String(value['performedDate']));
const signs: [string, (difference: number) => boolean][] = [
  ['<', (difference) => difference < 0],
  ['<=', (difference) => difference <= 0],
  ['>', (difference) => difference > 0],
  ['>=', (difference) => difference >= 0],
];

it('free words find records by the names of their references; a new name reads no record again', () => {
  const found = (query: string) => listIds(store, { kind: 'expense', query }, 'date', true).toSorted();
  const holding = records.filter(({ value }) => JSON.stringify(value).includes(freight)).map(({ id }) => id);
  expect(holding.length).toBeGreaterThan(count / 50);
  expect(found('nordvåg')).toEqual([]);
  giveName(
    store,
    { kind: 'ledgerAccount', id: freight, name: 'Nordvåg freight', code: '5710', note: '', currency: '', inUse: true },
    'typed',
  );
  for (const query of ['nordvåg', 'NORDVAG fre', 'freight nordv', '"nordvåg freight"'])
    expect([query, found(query)]).toEqual([query, holding]);
  expect(found('-nordvåg')).toHaveLength(count - holding.length);
  const drafts = records.filter(({ value }) => value['status'] === 'IN_DRAFT').map(({ id }) => id);
  expect(found('nordvåg status:draft')).toEqual(holding.filter((id) => drafts.includes(id)));
});

it('a page that is asked for again shows what changed in between, from either end of its order', () => {
  const pageOf = (descending: boolean) => {
    const filter = { kind: 'expense' as const, query: 'status:draft amount>0.3' };
    return listRecords(store, listInput.parse({ filter, sort: 'amount', descending, limit: 500 })).rows.map(({ id }) => id);
  };
  const [down, up] = [pageOf(true), pageOf(false)];
  expect([pageOf(true), pageOf(false)]).toEqual([down, up]);
  for (const id of [down[0]!, up[0]!]) {
    const value = { ...records.find((each) => each.id === id)!.value, status: 'CANCELLED' };
    const change = { ref: { kind: 'expense' as const, id }, value, text: JSON.stringify(value), complete: true };
    store.commit('records', () => putRecord(store, { ...change, provenance: 'read', asOf: store.world.now() }));
  }
  expect(pageOf(true).slice(0, 400)).toEqual(down.slice(1, 401));
  expect(pageOf(false).slice(0, 400)).toEqual(up.slice(1, 401));
});
