import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ListFilter, ListInput } from '#shared/contract/inputs.ts';
import type { RecordPage, RecordRow } from '#shared/contract/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { factsIn } from '#main/cache/columns/fact-entries.ts';
import { amongGiven, given, kept, keptForms } from '#main/cache/database/kept.ts';
import { asBigint } from '#main/cache/database/schema/column-types.ts';
import { document } from '#main/cache/database/schema/documents.ts';
import { record } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { asksWords, conditionOf, formOf, hasText, valuesOf, type FilterForm } from './list-filter.ts';
import { fewRows, planOf } from '#main/cache/query/plan-query.ts';
import { sortColumn, sortedFrom, sortRow, sortingOf, type Index, type Sorting } from './sorting.ts';
import { countOf, wordCount, wordsAlone } from './list-counts.ts';
import { catchUpWords } from './word-index.ts';

type Cursor = [value: string, row: number];

const { row, kind, recordId: id, title, subtitle, status, currency, date, updatedAt, asOf, provenance, hasProblem, facts } = record;
const amountMinor = asBigint(record.amountMinor);
const documentState = sql<string | null>`(SELECT ${document.state} FROM ${document} WHERE ${document.recordId} = ${record.recordId})`;
const columns = {
  ...{ row, kind, id, title, subtitle, status, amountMinor, currency, date, updatedAt, asOf, provenance, hasProblem, documentState, facts },
};
const one = kept((db) =>
  db
    .select(columns)
    .from(record)
    .where(and(eq(kind, given('kind')), eq(id, given('id')))),
);
const many = kept((db) =>
  db
    .select(columns)
    .from(record)
    .where(and(eq(kind, given('kind')), amongGiven(id, 'ids'))),
);
type StoredRow = NonNullable<ReturnType<ReturnType<typeof one>['get']>>;

/** A list's order, and what its query is made from. */
interface Form {
  filter: FilterForm;
  sort: Sorting;
  descending: boolean;
}

const ordered = ({ sort, descending }: Form): SQL => {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return sql`ORDER BY ${sortColumn(sort)} ${direction}, ${sortRow(sort)} ${direction}`;
};

const pages = keptForms((db, { index, cursor, ...form }: Form & { index: Index; cursor: boolean }) => {
  const value = form.sort.whole ? sql`cast(${given('value')} AS integer)` : sql`${given('value')}`;
  const after = cursor
    ? sql` AND (${sortColumn(form.sort)}, ${sortRow(form.sort)}) ${sql.raw(form.descending ? '<' : '>')} (${value}, ${given('row')})`
    : sql``;
  return db.rows(
    { ...columns, sorted: sql<string>`cast(${sortColumn(form.sort)} AS text)` },
    sql`${sortedFrom(form.sort, sql.raw(index))} WHERE ${conditionOf(form.filter)}${after} ${ordered(form)} LIMIT ${given('limit')}`,
  );
});

/**
 * One page of a list by keyset: `next` continues after its last row even when rows were added before it. Pending states are left empty:
 * whoever shows the page joins the open edits of its rows (`openEditsOfMany`). A cursor that is not ours starts at the beginning.
 */
export function listRecords(store: Store, { filter, sort, descending, after, limit }: ListInput): RecordPage {
  if (asksWords(filter)) catchUpWords(store);
  const worded = hasText(filter) ? wordCount(store, filter) : 0;
  const total = wordsAlone(filter) ? worded : countOf(store, filter);
  const order = sortingOf(filter.kind, sort);
  const index = indexFor(store, filter, order, worded);
  const cursor = readCursor(after);
  const query = pages(store, { filter: formOf(store, filter), sort: order, descending, index, cursor: cursor !== null });
  const found = query.all({ ...valuesOf(store, filter), value: cursor?.[0], row: cursor?.[1], limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: found.slice(0, limit).map(rowOf),
    next: last ? JSON.stringify([last.sorted, last.row]) : null,
    total,
  };
}

/** The list row of one record, or null when it is not known. */
export function rowOfRecord(store: Store, ref: RecordRef): RecordRow | null {
  const found = one(store).get({ kind: ref.kind, id: ref.id.toLowerCase() });
  return found ? rowOf(found) : null;
}

/** The list rows of many records of one kind, in no order; unknown ids are left out. */
export function rowsOfRecords(store: Store, ofKind: RecordKind, ids: readonly string[]): RecordRow[] {
  return many(store)
    .all({ kind: ofKind, ids: JSON.stringify(ids) })
    .map(rowOf);
}

// Asked by kind and id: a question by id alone would read every record.
const named = kept((db) =>
  db.rows(
    { kind, id, title, currency },
    sql`FROM json_each(${given('refs')}) JOIN ${record} INDEXED BY record_ref ON ${kind} = value ->> 0 AND ${id} = value ->> 1`,
  ),
);

/** What records are called, and the currency of each ('' where it says none); unknown ones are left out. */
export function titlesOf(store: Store, refs: readonly RecordRef[]) {
  return named(store).all({ refs: JSON.stringify(refs.map((ref) => [ref.kind, ref.id])) });
}

const everyId = keptForms((db, form: Form) =>
  db.rows({ id }, sql`${sortedFrom(form.sort)} WHERE ${conditionOf(form.filter)} ${ordered(form)}`),
);

/** Every id that a filter matches, in the list's order: what "select all" selects. */
export function listIds(store: Store, filter: ListFilter, sort: string, descending: boolean): string[] {
  if (asksWords(filter)) catchUpWords(store);
  return everyId(store, { filter: formOf(store, filter), sort: sortingOf(filter.kind, sort), descending })
    .all(valuesOf(store, filter))
    .map((found) => found.id);
}

const places = keptForms((db, { index, ...form }: Form & { index: Index }) => {
  const column = sortColumn(form.sort);
  const where = conditionOf(form.filter);
  const own = sql`SELECT ${column} AS value, ${row} AS at FROM ${record} INDEXED BY record_ref WHERE ${where} AND ${id} = ${given('id')}`;
  const before = sql`(${column}, ${row}) ${sql.raw(form.descending ? '>' : '<')} (SELECT value, at FROM own)`;
  return db.rows(
    { count: sql<number>`count(*)`, here: sql<number>`EXISTS (SELECT 1 FROM own)` },
    sql`FROM ${record} ${sql.raw(index)} WHERE ${where} AND ${before}`,
    sql`WITH own AS MATERIALIZED (${own}) `,
  );
});

/** How many rows of a filtered list stand before a record's, in the list's order; null when the record is not in it. */
export function placeOf(store: Store, filter: ListFilter, sort: string, descending: boolean, recordId: string): number | null {
  if (asksWords(filter)) catchUpWords(store);
  const order = sortingOf(filter.kind, sort);
  // Entries stand in the order of their values and know no record by its number: there the list is read once.
  if (typeof order.column === 'number') return placeAmong(listIds(store, filter, sort, descending), recordId.toLowerCase());
  const index = indexFor(store, filter, order, hasText(filter) ? wordCount(store, filter) : 0);
  const query = places(store, { filter: formOf(store, filter), sort: order, descending, index });
  const found = query.get({ ...valuesOf(store, filter), id: recordId.toLowerCase() });
  return found?.here === 1 ? found.count : null;
}

function placeAmong(ids: readonly string[], recordId: string): number | null {
  const place = ids.indexOf(recordId);
  return place === -1 ? null : place;
}

/**
 * Names the index where the planner could guess wrong: statistics are never up to date in a growing cache. `worded` is how many rows have
 * the filter's words: few are fetched by number, of many the first ones are met early on a walk in order.
 */
function indexFor(store: Store, filter: ListFilter, sort: Sorting, worded: number): Index {
  const statuses = filter.status ?? [];
  const { few, byId, countable } = planOf(store, filter);
  if (byId || filter.pending !== undefined || filter.packId !== undefined) return 'INDEXED BY record_ref';
  if (few) return 'NOT INDEXED';
  if (hasText(filter)) return worded <= fewRows ? 'NOT INDEXED' : sort.index;
  if (filter.query?.trim()) return countable && countOf(store, filter) <= fewRows ? 'NOT INDEXED' : sort.index;
  const byDate = sort.column === 'date';
  if (statuses.length === 1 && byDate) return 'INDEXED BY record_by_status';
  if (statuses.length > 0 && countOf(store, { kind: filter.kind, status: statuses }) <= fewRows) return 'INDEXED BY record_by_status';
  if (filter.currency !== undefined && statuses.length === 0 && byDate) return 'INDEXED BY record_by_currency';
  return sort.index;
}

/** A column that is '' where the record says nothing. */
const said = (text: string): string | null => (text === '' ? null : text);

/** Field by field: a spread of each row would cost a page a tenth more. */
function rowOf(found: StoredRow): RecordRow {
  return {
    kind: found.kind,
    id: found.id,
    title: found.title,
    subtitle: found.subtitle,
    status: said(found.status),
    amountMinor: found.amountMinor,
    currency: said(found.currency),
    date: said(found.date),
    updatedAt: said(found.updatedAt),
    asOf: found.asOf,
    provenance: found.provenance,
    pending: [],
    hasProblem: found.hasProblem,
    facts: factsIn(found.facts),
    documentState: found.documentState === null ? 'none' : found.documentState === 'here' ? 'here' : 'known',
  };
}

function readCursor(after: string | null): Cursor | null {
  if (after === null) return null;
  try {
    const value: unknown = JSON.parse(after);
    if (Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number') return [value[0], value[1]];
  } catch {
    return null;
  }
  return null;
}
