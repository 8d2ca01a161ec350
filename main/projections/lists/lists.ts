import { keptWords } from '#shared/records/columns/list-columns.ts';
import { t } from '#shared/messages/t.ts';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ListFilter, ListInput } from '#shared/contract/inputs.ts';
import type { RecordPage, RecordRow } from '#shared/contract/views/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { factsIn } from '#main/projections/columns/fact-entries.ts';
import { amongGiven, param, prepared, preparedForms, selectFrom } from '#main/storage/prepared.ts';
import { asBigint } from '#main/storage/schema/column-types.ts';
import { document } from '#main/storage/schema/documents.ts';
import { recordTitle } from '#main/documents/document-title.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { QueryPlan } from '#main/projections/query/plan-query.ts';
import type { Shape } from '#main/projections/query/shape.ts';
import { countOfPlan } from './list-counts.ts';
import { conditionOf, numbersMatching, planNow } from './list-filter.ts';
import { afterCursor, cursorValues, ordered, type Cursor, type Order } from './list-order.ts';
import { sortColumn, sortedFrom, sortingOf } from './sorting.ts';

const { row, kind, recordId: id, title, subtitle, status, currency, date, updatedAt, asOf, provenance, hasProblem, facts } = record;
const amountMinor = asBigint(record.amountMinor);
// Closed in itself: a query of one table writes its columns without the table, and takes these for its own.
const stateOfDocument = sql`SELECT ${document.state} FROM ${document} WHERE ${document.recordId} = ${record.recordId}`;
const documentState = sql<string | null>`(${stateOfDocument})`;
const columns = {
  ...{ row, kind, id, title, subtitle, status, amountMinor, currency, date, updatedAt, asOf, provenance, hasProblem, documentState, facts },
};
/** For rows outside of lists, where a purchase invoice may be among them. */
const titled = { ...columns, title: recordTitle };
const one = selectFrom(record, { fields: titled, where: and(eq(kind, param('kind')), eq(id, param('id'))) });
const many = selectFrom(record, { fields: titled, where: and(eq(kind, param('kind')), amongGiven(id, 'ids')) });
type StoredRow = NonNullable<ReturnType<ReturnType<typeof one>['get']>>;

/** More matching records than this are found by walking the list's index; fewer are fetched by their numbers and sorted. */
const mostSorted = 5000;

/** A prepared list: its order and its query. `rows: true` fetches the records given as `rows` by their numbers and sorts them. */
interface Form extends Order {
  shapes: Shape[];
  rows: boolean;
}

const orderOf = (kind: RecordKind, sort: string, descending: boolean): Order => ({ sort: sortingOf(kind, sort), descending });

const numbered = sql`${record.row} IN (SELECT value FROM json_each(${param('rows')}))`;
const source = ({ sort, rows, shapes }: Form): SQL => sql`${sortedFrom(sort, rows)} WHERE ${rows ? numbered : conditionOf(shapes)}`;

const firstRows = preparedForms((db, shapes: Shape[]) => {
  const { row, from } = numbersMatching(shapes);
  return db.rows({ row }, sql`${from} LIMIT ${sql.raw(String(mostSorted + 1))}`);
});

/** The numbers of the records that match a plan; null when there are many, or no condition. */
function fewOf(store: Store, { kind, shapes, values }: QueryPlan): number[] | null {
  if (shapes.length === 0) return null;
  const found = firstRows(store, shapes).all({ ...values, kind });
  return found.length > mostSorted ? null : found.map(({ row }) => row);
}

const pages = preparedForms((db, { cursor, ...form }: Form & { cursor: boolean }) => {
  const after = cursor ? sql` AND ${afterCursor(form, form.rows)}` : sql``;
  return db.rows(
    { ...columns, sorted: sql<string>`cast(${sortColumn(form.sort, form.rows)} AS text)` },
    sql`${source(form)}${after} ${ordered(form, form.rows)} LIMIT ${param('limit')} OFFSET ${param('skip')}`,
  );
});

/**
 * Returns one page of a list by keyset: `next` continues after its last row even when rows were added before it. `pending` stays empty: the
 * caller joins the open edits of the page's rows (`openEditsOfMany`). A cursor that is not ours starts at the beginning. `total` is null where
 * counting would take longer than the page; `countOf` counts.
 */
export function listRecords(store: Store, { filter, sort, descending, after, skip, limit }: Omit<ListInput, 'named'>): RecordPage {
  const plan = planNow(store, filter);
  const few = fewOf(store, plan);
  const cursor = readCursor(after);
  const { form, values } = formOf(plan, few, orderOf(filter.kind, sort, descending));
  const place = { ...cursorValues(form, cursor), skip, limit: limit + 1 };
  const found = pages(store, { ...form, cursor: cursor !== null }).all({ ...values, ...place });
  const last = found.length > limit ? found[limit - 1] : undefined;
  const total = few?.length ?? (plan.byDays ? countOfPlan(store, plan) : null);
  return { rows: found.slice(0, limit).map(rowOf), next: last ? JSON.stringify([last.sorted, last.row]) : null, total };
}

/** The statement of a plan, and what it binds. */
function formOf(plan: QueryPlan, few: number[] | null, order: Order): { form: Form; values: Record<string, unknown> } {
  if (few) return { form: { ...order, shapes: [], rows: true }, values: { rows: JSON.stringify(few) } };
  return { form: { ...order, shapes: plan.shapes, rows: false }, values: { ...plan.values, kind: plan.kind } };
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
const named = prepared((db) =>
  db.rows(
    { kind, id, title: recordTitle, currency },
    sql`FROM json_each(${param('refs')}) JOIN ${record} INDEXED BY record_ref ON ${kind} = value ->> 0 AND ${id} = value ->> 1`,
  ),
);

/** Titles of records and their currencies ('' without one); without unknown records. */
export function titlesOf(store: Store, refs: readonly RecordRef[]) {
  const found = named(store).all({ refs: JSON.stringify(refs.map((ref) => [ref.kind, ref.id])) });
  return found.map((each) => ({ ...each, title: shownTitle(each) }));
}

/** A bare identifier is shown as its kind and the beginning of the id. */
export function shownTitle({ kind, id, title }: RecordRef & { title: string }): string {
  return title === id || title === `${keptWords[kind]} ${id.slice(0, 8)}`
    ? t('records.untitled', { word: t(`kinds.one.${kind}`), id: id.slice(0, 8) })
    : title;
}

/** The number of lines is kept with its word in English. */
export function shownSubtitle(subtitle: string | null): string | null {
  const [, count] = /^(\d+) lines$/.exec(subtitle ?? '') ?? [];
  return count === undefined ? subtitle : t('records.lines', { count: Number(count) });
}

const everyId = preparedForms((db, form: Form) => db.rows({ id }, sql`${source(form)} ${ordered(form, form.rows)}`));

/** Every record of a filtered list. */
function whole(store: Store, filter: ListFilter, sort: string, descending: boolean) {
  const plan = planNow(store, filter);
  return formOf(plan, fewOf(store, plan), orderOf(filter.kind, sort, descending));
}

/** Returns every id that a filter matches, in the list's order: "select all" selects these. */
export function listIds(store: Store, filter: ListFilter, sort: string, descending: boolean): string[] {
  const { form, values } = whole(store, filter, sort, descending);
  return everyId(store, form)
    .all(values)
    .map((found) => found.id);
}

/** A record's value in the order, where the list holds it. */
const sortedAt = preparedForms((db, { sort, rows, shapes }: Form) =>
  db.rows(
    { sorted: sql<string>`cast(${sortColumn(sort, true)} AS text)` },
    sql`${sortedFrom(sort, true)} WHERE ${record.row} = ${param('row')} AND ${rows ? numbered : conditionOf(shapes)}`,
  ),
);
const countRows = preparedForms((db, { cursor, ...form }: Form & { cursor: boolean }) =>
  db.rows({ count: sql<number>`count(*)` }, sql`${source(form)}${cursor ? sql` AND ${afterCursor(form, form.rows)}` : sql``}`),
);

/** Returns the number of rows before a record in a filtered list; null when the list does not hold it. Reads no row but the record's. */
export function placeOf(store: Store, filter: ListFilter, sort: string, descending: boolean, recordId: string): number | null {
  const known = one(store).get({ kind: filter.kind, id: recordId.toLowerCase() });
  if (!known) return null;
  const { form, values } = whole(store, filter, sort, descending);
  const at = sortedAt(store, form).get({ ...values, row: known.row });
  if (!at) return null;
  const count = (cursor: Cursor | null): number =>
    countRows(store, { ...form, cursor: cursor !== null }).get({ ...values, ...cursorValues(form, cursor) })?.count ?? 0;
  return count(null) - count([at.sorted, known.row]) - 1;
}

/** A column that is '' where the record says nothing. */
const said = (text: string): string | null => (text === '' ? null : text);

/** Field by field: a spread of each row would cost a page a tenth more. */
function rowOf(found: StoredRow): RecordRow {
  return {
    kind: found.kind,
    id: found.id,
    title: shownTitle(found),
    subtitle: shownSubtitle(found.subtitle),
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
