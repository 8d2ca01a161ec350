import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '#main/cache/database/store.ts';
import { listRecords } from '#main/cache/records/lists.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
/** How many rows were asked one by one since this was set to 0. */
let asked = 0;

beforeAll(() => {
  store = openTestStore(stillWorld());
  const prepare = store.sql.prepare.bind(store.sql);
  store.sql.prepare = ((text: string) => {
    const statement = prepare(text);
    if (!text.includes('FROM json_each(?) CROSS JOIN "record" NOT INDEXED')) return statement;
    const all = statement.all.bind(statement);
    return Object.assign(statement, {
      all: (rows: string, ...values: unknown[]) => {
        asked += (JSON.parse(rows) as number[]).length;
        return all(rows, ...values);
      },
    });
  }) as typeof store.sql.prepare;
  putExpenses(store, 5_000);
});
afterAll(() => store.close());

const page = (query: string, sort: string, descending: boolean) => {
  asked = 0;
  return listRecords(store, listInput.parse({ filter: { kind: 'expense', query }, sort, descending })).rows;
};

// Taxi, train and what else stands last in the order of descriptions was never paid in crowns.
it.each([
  ['currency:SEK -lisbon', 1],
  ['currency:SEK lines:2', 2],
])('a walk whose rows seldom answer "%s" asks few of them (by %i terms that many answer)', (query) => {
  const rows = page(query, 'description', true);
  expect(rows).toHaveLength(100);
  expect(rows.every(({ currency }) => currency === 'SEK')).toBe(true);
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThan(1_800);
});

it('an order that was walked whole is walked from its other end by steps as well', () => {
  expect(page('currency:SEK visit', 'description', false)).toHaveLength(100);
  expect(page('-currency:SEK description:flight', 'description', true)).toEqual([]);
  page('currency:EUR description:museum', 'updated', false);
  page('visit currency:SEK', 'description', true);
  expect(asked).toBeLessThan(1_600);
});
