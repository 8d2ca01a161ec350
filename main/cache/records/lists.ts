import { and, eq, sql } from 'drizzle-orm';
import type { ListFilter, ListInput } from '#shared/contract/inputs.ts';
import type { RecordPage, RecordRow } from '#shared/contract/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { factsIn } from '#main/cache/columns/fact-entries.ts';
import { amongGiven, given, kept, keptForms } from '#main/cache/database/kept.ts';
import { asBigint } from '#main/cache/database/schema/column-types.ts';
import { document } from '#main/cache/database/schema/documents.ts';
import { recordTitle } from '#main/cache/documents/document-title.ts';
import { record } from '#main/cache/database/schema/records.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { Store } from '#main/cache/database/store.ts';
import { conditionOf, planNow } from './list-filter.ts';
import { askedOf, askedOfRows, sieveOf, type Asked, type QueryPlan } from '#main/cache/query/plan-query.ts';
import type { Shape } from '#main/cache/query/shape.ts';
import { findPage } from './find-page.ts';
import { countByDays } from './list-counts.ts';
import { afterCursor, cursorValues, ordered, wholeOrder, type Cursor, type Order } from './list-order.ts';
import { sortColumn, sortedFrom, sortingOf } from './sorting.ts';

const { row, kind, recordId: id, title, subtitle, status, currency, date, updatedAt, asOf, provenance, hasProblem, facts } = record;
const amountMinor = asBigint(record.amountMinor);
// Closed in itself: a query of one table writes its columns without the table, and takes these for its own.
const stateOfDocument = sql`SELECT ${document.state} FROM ${document} WHERE ${document.recordId} = ${record.recordId}`;
const documentState = sql<string | null>`(${stateOfDocument})`;
const columns = {
  ...{ row, kind, id, title, subtitle, status, amountMinor, currency, date, updatedAt, asOf, provenance, hasProblem, documentState, facts },
};
/** For rows outside of lists, where a purchase invoice may stand among them. */
const titled = { ...columns, title: recordTitle };
const one = kept((db) =>
  db
    .select(titled)
    .from(record)
    .where(and(eq(kind, given('kind')), eq(id, given('id')))),
);
const many = kept((db) =>
  db
    .select(titled)
    .from(record)
    .where(and(eq(kind, given('kind')), amongGiven(id, 'ids'))),
);
type StoredRow = NonNullable<ReturnType<ReturnType<typeof one>['get']>>;

/** A list's order, and what its query is made from. `few`: the rows are fetched by their numbers and sorted. */
interface Form extends Order {
  shapes: Shape[];
  few: boolean;
}

const orderOf = (filter: ListFilter, sort: string, descending: boolean): Order => ({ sort: sortingOf(filter.kind, sort), descending });

const pages = keptForms((db, { cursor, ...form }: Form & { cursor: boolean }) => {
  const after = cursor ? sql` AND ${afterCursor(form, form.few)}` : sql``;
  return db.rows(
    { ...columns, sorted: sql<string>`cast(${sortColumn(form.sort, form.few)} AS text)` },
    sql`${sortedFrom(form.sort, form.few)} WHERE ${conditionOf(form.shapes)}${after} ${ordered(form, form.few)} LIMIT ${given('limit')} OFFSET ${given('skip')}`,
  );
});

/**
 * One page of a list by keyset: `next` continues after its last row even when rows were added before it. Pending states are left empty:
 * whoever shows the page joins the open edits of its rows (`openEditsOfMany`). A cursor that is not ours starts at the beginning. `total` is
 * null where counting would take longer than the page: it is asked for by itself (`countOf`).
 */
export function listRecords(store: Store, { filter, sort, descending, after, skip, limit }: Omit<ListInput, 'named'>): RecordPage {
  const plan = planNow(store, filter);
  const order = orderOf(filter, sort, descending);
  const cursor = readCursor(after);
  const straight = straightOf(store, plan, order);
  const page = straight ?? foundAs(findPage(store, plan, order, { after: cursor, skip }, limit + 1));
  const from = straight ? cursor : null;
  const form = { ...order, shapes: page.asked.shapes, few: straight === null, cursor: from !== null };
  const place = { ...cursorValues(order, from), skip: straight ? skip : 0, limit: limit + 1 };
  const found = pages(store, form).all({ ...page.asked.values, kind: filter.kind, ...place });
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { rows: found.slice(0, limit).map(rowOf), next: last ? JSON.stringify([last.sorted, last.row]) : null, total: page.total };
}

/** What a page is read by, and how many answer in all, where that is known. */
interface PageBy {
  asked: Asked;
  total: number | null;
}

const foundAs = ({ rows, total }: { rows: number[]; total: number | null }): PageBy => ({ asked: askedOfRows(rows), total });

/**
 * Where the list's own index is walked straight: for everything, or for what one row in twenty or more answers wherever one begins, unless the
 * order is known to its end.
 */
function straightOf(store: Store, { kind, terms, days }: QueryPlan, { sort }: Order): PageBy | null {
  if (!days || (terms.length > 0 && wholeOrder(store, kind, sort))) return null;
  const total = countByDays(store, kind, days);
  const spread = typeof sort.column === 'string' && (sort.column === 'date' || !terms.some(({ shape }) => shape.is === 'days'));
  const dense = terms.length === 0 || (spread && total * 20 >= countByDays(store, kind, { shapes: [], values: {} }));
  return dense ? { asked: days, total } : null;
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
    { kind, id, title: recordTitle, currency },
    sql`FROM json_each(${given('refs')}) JOIN ${record} INDEXED BY record_ref ON ${kind} = value ->> 0 AND ${id} = value ->> 1`,
  ),
);

/** What records are called, and the currency of each ('' where it says none); unknown ones are left out. */
export function titlesOf(store: Store, refs: readonly RecordRef[]) {
  const found = named(store).all({ refs: JSON.stringify(refs.map((ref) => [ref.kind, ref.id])) });
  return found.map((each) => ({ ...each, title: shownTitle(each) }));
}

/** What is only an identifier is called by its kind and the beginning of it. */
export function shownTitle({ kind, id, title }: RecordRef & { title: string }): string {
  return title === id ? `${columnTables[kind].word} ${id.slice(0, 8)}` : title;
}

const everyId = keptForms((db, form: Form) =>
  db.rows({ id }, sql`${sortedFrom(form.sort, form.few)} WHERE ${conditionOf(form.shapes)} ${ordered(form, form.few)}`),
);

/** Everything that answers, known by its numbers. */
function whole(store: Store, filter: ListFilter, sort: string, descending: boolean): { form: Form; values: Record<string, unknown> } {
  const sieve = sieveOf(store, planNow(store, filter), true);
  const { shapes, values } = askedOf(sieve);
  const form = { ...orderOf(filter, sort, descending), shapes, few: sieve.wanted !== null };
  return { form, values: { ...values, kind: filter.kind } };
}

/** Every id that a filter matches, in the list's order: what "select all" selects. */
export function listIds(store: Store, filter: ListFilter, sort: string, descending: boolean): string[] {
  const { form, values } = whole(store, filter, sort, descending);
  return everyId(store, form)
    .all(values)
    .map((found) => found.id);
}

const places = keptForms((db, form: Form) => {
  const column = sortColumn(form.sort, form.few);
  const where = conditionOf(form.shapes);
  const own = sql`SELECT ${column} AS value, ${row} AS at FROM ${record} INDEXED BY record_ref WHERE ${where} AND ${id} = ${given('id')}`;
  const before = sql`(${column}, ${row}) ${sql.raw(form.descending ? '>' : '<')} (SELECT value, at FROM own)`;
  return db.rows(
    { count: sql<number>`count(*)`, here: sql<number>`EXISTS (SELECT 1 FROM own)` },
    sql`${sortedFrom(form.sort, form.few)} WHERE ${where} AND ${before}`,
    sql`WITH own AS MATERIALIZED (${own}) `,
  );
});

/** How many rows of a filtered list stand before a record's, in the list's order; null when the record is not in it. */
export function placeOf(store: Store, filter: ListFilter, sort: string, descending: boolean, recordId: string): number | null {
  const { form, values } = whole(store, filter, sort, descending);
  // Entries stand in the order of their values and know no record by its number: there the list is read once.
  if (typeof form.sort.column === 'number') return placeAmong(listIds(store, filter, sort, descending), recordId.toLowerCase());
  const found = places(store, form).get({ ...values, id: recordId.toLowerCase() });
  return found?.here === 1 ? found.count : null;
}

function placeAmong(ids: readonly string[], recordId: string): number | null {
  const place = ids.indexOf(recordId);
  return place === -1 ? null : place;
}

/** A column that is '' where the record says nothing. */
const said = (text: string): string | null => (text === '' ? null : text);

/** Field by field: a spread of each row would cost a page a tenth more. */
function rowOf(found: StoredRow): RecordRow {
  return {
    kind: found.kind,
    id: found.id,
    title: shownTitle(found),
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
