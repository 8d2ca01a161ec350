import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeSetting } from '#main/storage/settings.ts';
import { countOf } from '#main/projections/lists/list-counts.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

/** More rows than a question gathers at first: then the list is walked in its order, and each row is asked. */

const count = 13_000;
interface Row {
  n: number;
  status: string;
  minor: number;
  date: string;
}
const rows = Array.from({ length: count }, (_, at): Row => {
  const n = at + 1;
  const date = new Date(Date.UTC(2024, 0, 1 + ((n * 7919) % 900))).toISOString().slice(0, 10);
  return { n, status: n % 20 === 0 ? 'CANCELLED' : 'CREATED', minor: (n * 7919) % 100_000, date };
});

let store: Store;
beforeAll(() => {
  store = openTestStore(stillWorld());
  // As lists see them: what else an expense says would take seconds to write.
  const insert = store.sql.prepare(
    `INSERT INTO record (row, kind, record_id, title, status, currency, amount_minor, date, as_of, provenance)
     VALUES (?, 'expense', ?, 'Taxi', ?, 'EUR', ?, ?, 1, 'read')`,
  );
  store.commit('rows', () => {
    for (const { n, status, minor, date } of rows) insert.run(n, idOf(n), status, minor, date);
  });
});
afterAll(() => store.close());
// Nothing that was remembered of an earlier question counts after a change.
let changes = 0;
beforeEach(() => writeSetting(store, 'changed', (changes += 1)));

const created = ({ status }: Row) => status === 'CREATED';
it.each<[query: string, holds: (row: Row) => boolean]>([
  ['', () => true],
  ['status:created', created],
  ['status:created currency:EUR', created],
  ['-status:cancelled', created],
  ['status:cancelled', (row) => !created(row)],
  ['-status:created', (row) => !created(row)],
  ['status:created amount>500', (row) => created(row) && row.minor > 50_000],
  ['status:created amount>985', (row) => created(row) && row.minor > 98_500],
  ['status:created -amount<=500', (row) => created(row) && row.minor > 50_000],
  ['status:created date:2025', (row) => created(row) && row.date.startsWith('2025')],
  ['status:created currency:USD', () => false],
])('a page shows what answers “%s”, in its order, from either end, and so does the next', (query, holds) => {
  const filter = { kind: 'expense' as const, query };
  const wanted = rows.filter((row) => holds(row));
  for (const [sort, value] of [
    ['date', (row: Row) => row.date],
    ['amount', (row: Row) => row.minor],
  ] as const) {
    const up = wanted.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.n - b.n)).map(({ n }) => idOf(n));
    for (const descending of [false, true]) {
      const ids = descending ? up.toReversed() : up;
      const first = listRecords(store, listInput.parse({ filter, sort, descending, limit: 40 }));
      const next = first.next && listRecords(store, listInput.parse({ filter, sort, descending, limit: 40, after: first.next }));
      expect([...first.rows, ...(next ? next.rows : [])].map(({ id }) => id)).toEqual(ids.slice(0, 80));
      expect(first.total ?? ids.length).toBe(ids.length);
    }
  }
  expect(countOf(store, filter)).toBe(wanted.length);
});
