import { and, eq, gt, ne, sql, sum, type SQL } from 'drizzle-orm';
import type { ListFilter } from '#shared/contract/inputs.ts';
import type { CurrencyTotal } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { fixed, given, kept, keptForms } from '#main/cache/database/kept.ts';
import { record, recordCount } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { conditionOf, formOf, hasText, isCountable, valuesOf, wordValues, type FilterForm } from './list-filter.ts';
import { withWords } from './record-words.ts';
import { catchUpWords } from './word-index.ts';
import { matchOf } from './words.ts';

/** Where every matching row is wanted, a walk in some order gains nothing. */
const unsorted = ({ pending, asked }: FilterForm): SQL =>
  sql.raw(pending === null && !asked.includes('packId') ? 'NOT INDEXED' : 'INDEXED BY record_ref');

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
  if (hasText(filter)) catchUpWords(store);
  return (isCountable(filter) ? sumsByDay : sumsByRow)(store, formOf(filter))
    .all(valuesOf(filter))
    .map(({ currency, count, high, low }) => ({ currency, count, amountMinor: (BigInt(high) << 32n) + BigInt(low) }));
}

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

/** How many rows a filter matches: from the day counters or the word index where those can say it, else counted. */
export function countOf(store: Store, filter: ListFilter): number {
  if (wordsAlone(filter)) return wordCount(store, filter);
  const query = (isCountable(filter) ? days : rows)(store, formOf(filter));
  return query.get(valuesOf(filter))?.count ?? 0;
}

/** True when nothing but words is asked for. */
export function wordsAlone(filter: ListFilter): boolean {
  const { status = [], currency, from, to, pending, packId } = filter;
  return hasText(filter) && status.length === 0 && [currency, from, to, pending, packId].every((part) => part === undefined);
}

/** How many records of the kind have the filter's words, whatever else it asks. */
export function wordCount(store: Store, { text = '', kind }: ListFilter): number {
  return matchOf(text) === null ? 0 : (worded(store).get(wordValues(text, kind))?.count ?? 0);
}
