import { and, eq, gt, ne, sql, sum, type SQL } from 'drizzle-orm';
import { dateOfEpoch } from '#shared/dates.ts';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { CurrencyTotal } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { fixed, given, kept, keptForms } from '#main/cache/database/kept.ts';
import { changesOf } from '#main/cache/database/changes-of.ts';
import { record, recordCount } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { asksWords, conditionOf, formOf, hasText, isCountable, valuesOf, wordValues, type FilterForm } from './list-filter.ts';
import { withWords } from './record-words.ts';
import { catchUpWords } from './word-index.ts';
import { matchOf } from './words.ts';

/** Where every matching row is wanted, a walk in some order gains nothing: the index that holds what most queries ask is the shortest. */
function unsorted({ pending, asked, shapes, statuses }: FilterForm): SQL {
  const wanted = shapes.filter((shape) => !shape.not);
  const byId = pending !== null || asked.includes('packId') || wanted.some(({ is }) => is === 'edits' || is === 'pack');
  if (byId) return sql.raw('INDEXED BY record_ref');
  const all = shapes.length > 0 && asked.length + statuses === 0 && !wanted.some(({ few }) => few);
  return sql.raw(all ? 'INDEXED BY record_by_money' : 'NOT INDEXED');
}

const sumsByDay = keptForms((db, form: FilterForm) =>
  db
    .select({
      currency: recordCount.currency,
      count: sum(recordCount.count).mapWith(Number),
      high: sum(recordCount.sumHigh).mapWith(Number),
      low: sum(recordCount.sumLow).mapWith(Number),
    })
    .from(recordCount)
    .where(conditionOf(form, recordCount))
    .groupBy(recordCount.currency)
    .having(sql`sum(${recordCount.amounts}) > 0`),
);
const sumsByRow = keptForms((db, form: FilterForm) =>
  db.rows(
    {
      currency: record.currency,
      count: sql<number>`count(*)`,
      high: sql<number>`sum(${record.amountMinor} >> 32)`,
      low: sql<number>`sum(${record.amountMinor} & 4294967295)`,
    },
    sql`FROM ${record} ${unsorted(form)} WHERE ${conditionOf(form)} GROUP BY ${record.currency} HAVING count(${record.amountMinor}) > 0`,
  ),
);

/** Sums of a filtered list, one a currency, exact beyond int64. Rows without an amount count but add nothing. */
export function totals(store: Store, filter: ListFilter): CurrencyTotal[] {
  if (asksWords(filter)) catchUpWords(store);
  return (isCountable(store, filter) ? sumsByDay : sumsByRow)(store, formOf(store, filter)).all(valuesOf(store, filter)).map(totalOf);
}

const sumsByIds = kept((db) =>
  db.rows(
    {
      currency: record.currency,
      count: sql<number>`count(*)`,
      high: sql<number>`sum(${record.amountMinor} >> 32)`,
      low: sql<number>`sum(${record.amountMinor} & 4294967295)`,
    },
    sql`FROM json_each(${given('ids')}) JOIN ${record} INDEXED BY record_ref ON ${eq(record.kind, given('kind'))} AND ${record.recordId} = value
      GROUP BY ${record.currency} HAVING count(${record.amountMinor}) > 0`,
  ),
);

/** Sums of these records, one a currency, exact beyond int64. */
export function sumsOf(store: Store, kind: RecordKind, ids: readonly string[]): CurrencyTotal[] {
  return sumsByIds(store)
    .all({ kind, ids: JSON.stringify(ids) })
    .map(totalOf);
}

const totalOf = ({ currency, count, high, low }: { currency: string; count: number; high: number; low: number }): CurrencyTotal => ({
  currency,
  count,
  amountMinor: (BigInt(high) << 32n) + BigInt(low),
});

const facet = keptForms((db, name: 'status' | 'currency') => {
  const column = recordCount[name];
  return db
    .select({ value: column, count: sum(recordCount.count).mapWith(Number) })
    .from(recordCount)
    .where(and(eq(recordCount.kind, given('kind')), fixed(ne(column, ''))))
    .groupBy(column)
    .having(fixed(gt(sum(recordCount.count), 0)));
});

/** How many records of a kind have each status and each currency. */
export function facets(store: Store, kind: RecordKind) {
  const of = (name: 'status' | 'currency') =>
    facet(store, name)
      .all({ kind })
      .sort((a, b) => b.count - a.count);
  return { status: of('status'), currency: of('currency') };
}

const perKind = kept((db) =>
  db
    .select({ kind: recordCount.kind, records: sum(recordCount.count).mapWith(Number) })
    .from(recordCount)
    .groupBy(recordCount.kind),
);

/** How many records of each kind are known. */
export function recordCounts(store: Store): { kind: RecordKind; records: number }[] {
  return perKind(store).all();
}

const days = keptForms((db, form: FilterForm) =>
  db.rows({ count: sql<number>`ifnull(sum(${recordCount.count}), 0)` }, sql`FROM ${recordCount} WHERE ${conditionOf(form, recordCount)}`),
);
const rows = keptForms((db, form: FilterForm) =>
  db.rows({ count: sql<number>`count(*)` }, sql`FROM ${record} ${unsorted(form)} WHERE ${conditionOf(form)}`),
);
const worded = kept((db) => db.rows({ count: sql<number>`count(*)` }, withWords));

const counted = new WeakMap<Store, Map<string, { changes: number; count: number }>>();
const mostCounts = 100;

/** How many rows a filter matches: from the day counters or the word index where those can say it, else counted, once a change. */
export function countOf(store: Store, filter: ListFilter): number {
  if (wordsAlone(filter)) return wordCount(store, filter);
  if (isCountable(store, filter)) return days(store, formOf(store, filter)).get(valuesOf(store, filter))?.count ?? 0;
  const counts = counted.get(store) ?? new Map<string, { changes: number; count: number }>();
  counted.set(store, counts);
  const key = JSON.stringify([filter, dateOfEpoch(store.world.now())]);
  const changes = changesOf(store);
  const known = counts.get(key);
  if (changes !== null && known?.changes === changes) return known.count;
  const count = rows(store, formOf(store, filter)).get(valuesOf(store, filter))?.count ?? 0;
  if (changes !== null) counts.set(key, { changes, count });
  const oldest = counts.keys().next();
  if (counts.size > mostCounts && !oldest.done) counts.delete(oldest.value);
  return count;
}

/** True when nothing but words is asked for. */
export function wordsAlone(filter: ListFilter): boolean {
  const { status = [], currency, from, to, pending, packId, query = '' } = filter;
  return (
    hasText(filter) &&
    query.trim() === '' &&
    status.length === 0 &&
    [currency, from, to, pending, packId].every((part) => part === undefined)
  );
}

/** How many records of the kind have the filter's words, whatever else it asks. */
export function wordCount(store: Store, { text = '', kind }: ListFilter): number {
  return matchOf(text) === null ? 0 : (worded(store).get(wordValues(text, kind))?.count ?? 0);
}
