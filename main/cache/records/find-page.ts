import { sql } from 'drizzle-orm';
import { given, keptForms } from '#main/cache/database/kept.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { askedOf, sieveOf, type QueryPlan, type Sieve } from '#main/cache/query/plan-query.ts';
import type { PlannedTerm } from '#main/cache/query/planned.ts';
import { RowSet } from '#main/cache/query/row-set.ts';
import type { Shape } from '#main/cache/query/shape.ts';
import { countOfSieve } from './list-counts.ts';
import { conditionOf } from './list-filter.ts';
import { afterCursor, cursorValues, inOrder, ordered, wholeOrder, type Cursor, type Order } from './list-order.ts';
import { sortedFrom } from './sorting.ts';

/** Up to this many rows are sorted by themselves, which costs less than reading a whole order for them, or than walking one that was read. */
const fewRows = { unread: 600, read: 150 };
/** After so many rows of a walk were asked, what was asked of each is gathered at once: fewer meet it than it seemed. */
const patience = 1200;
/** So many rows are asked sooner than one more term that many answer is gathered. */
const soonAsked = 2000;

const passing = keptForms((db, shapes: Shape[]) =>
  db.rows(
    { row: record.row },
    sql`FROM json_each(${given('rows')}) CROSS JOIN ${record} NOT INDEXED ON ${record.row} = value WHERE ${conditionOf(shapes)}`,
  ),
);

const sorted = keptForms((db, { shapes, cursor, ...order }: Order & { shapes: Shape[]; cursor: boolean }) => {
  const after = cursor ? sql` AND ${afterCursor(order, true)}` : sql``;
  return db.rows(
    { row: record.row },
    sql`${sortedFrom(order.sort, true)} WHERE ${conditionOf(shapes)}${after} ${ordered(order, true)} LIMIT ${given('count')}`,
  );
});

/** The rows of a page, in its order. `total`: how many answer in all, where everything was gathered. */
interface Found {
  rows: number[];
  total: number | null;
}

/** Pages that were found, by the plan that found them: a plan lives until something changes, and they with it. */
const pagesOf = new WeakMap<QueryPlan, Map<string, Found>>();

/** Where a page begins: so many rows after a cursor, or after the beginning. */
interface Begin {
  after: Cursor | null;
  skip: number;
}

/** The rows of one page of `count`. */
export function findPage(store: Store, plan: QueryPlan, order: Order, { after, skip }: Begin, count: number): Found {
  const pages = pagesOf.get(plan) ?? new Map<string, Found>();
  pagesOf.set(plan, pages);
  const key = JSON.stringify([order.sort.column, order.descending, after, skip, count]);
  const found = pages.get(key) ?? withoutFirst(lookForPage(store, plan, order, after, skip + count), skip);
  pages.set(key, found);
  return found;
}

const withoutFirst = (found: Found, skip: number): Found => (skip === 0 ? found : { ...found, rows: found.rows.slice(skip) });

function lookForPage(store: Store, plan: QueryPlan, order: Order, after: Cursor | null, count: number): Found {
  const few = wholeOrder(store, plan.kind, order.sort) ? fewRows.read : fewRows.unread;
  const areFew = ({ wanted }: Sieve): boolean => wanted !== null && wanted.size <= few;
  let sieve = sieveOf(store, plan);
  const rows: number[] = [];
  let asked = 0;
  if (!areFew(sieve))
    for (const stretch of inOrder(store, plan.kind, order, after)) {
      if (asked >= patience && sieve.left.length > 0) {
        sieve = finer(store, plan, sieve);
        if (areFew(sieve)) break;
      }
      asked += take(store, plan, sieve, stretch, rows, count);
      if (rows.length >= count) break;
    }
  const total = sieve.left.length === 0 ? countOfSieve(store, plan.kind, sieve) : null;
  if (!areFew(sieve)) return { rows: rows.slice(0, count), total };
  const { shapes, values } = askedOf(sieve);
  const query = sorted(store, { ...order, shapes, cursor: after !== null });
  return { rows: query.all({ ...values, kind: plan.kind, ...cursorValues(order, after), count }).map(({ row }) => row), total };
}

/** A sieve that leaves nothing to be asked: what is left is asked of the rows that are wanted, or gathered where that is less to read. */
function finer(store: Store, plan: QueryPlan, sieve: Sieve): Sieve {
  const { wanted, left } = sieve;
  if (wanted === null || wanted.size > soonAsked * left.length) return sieveOf(store, plan, true);
  const answered = new RowSet(wanted.first, wanted.last);
  for (const row of askEach(store, plan, left, wanted.rows())) answered.add(row);
  return { wanted: answered, unwanted: null, left: [] };
}

/** Those of these rows that answer what is left. */
function askEach(store: Store, plan: QueryPlan, left: PlannedTerm[], rows: readonly number[]): number[] {
  const { shapes, values } = askedOf({ wanted: null, unwanted: null, left });
  const answered = passing(store, shapes).all({ ...values, kind: plan.kind, rows: JSON.stringify(rows) });
  return answered.map(({ row }) => row);
}

/** Adds the rows of a stretch that answer, in its order, until there are enough; answers how many had to be asked. */
function take(
  store: Store,
  plan: QueryPlan,
  { wanted, unwanted, left }: Sieve,
  stretch: Uint32Array,
  found: number[],
  count: number,
): number {
  const met: number[] = [];
  const enough = left.length === 0 ? count - found.length : stretch.length;
  for (const row of stretch) {
    if (met.length >= enough) break;
    if ((wanted === null || wanted.has(row)) && !unwanted?.has(row)) met.push(row);
  }
  if (left.length === 0) found.push(...met);
  if (left.length === 0 || met.length === 0) return 0;
  found.push(...askEach(store, plan, left, met));
  return met.length;
}
