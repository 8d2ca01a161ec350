import type { ListFilter, ListInput } from '#shared/contract/inputs.ts';
import type { CurrencyTotal, Provenance, RecordPage, RecordRow } from '#shared/contract/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { conditionsOf, hasText, isCountable, type Conditions } from './list-filter.ts';
import { rowRange } from './row-range.ts';
import type { Store } from '#main/cache/database/store.ts';
import { matchOf } from './words.ts';

type Sort = ListInput['sort'];
type Cursor = [value: string, row: number];

/** No amount sorts below every amount. */
const noAmount = '-9223372036854775808';

/** What each sorting compares, and the index that is already in that order (see database/schema.ts). */
const sortings: Record<Sort, { column: string; index: string }> = {
  date: { column: 'date', index: 'record_by_date' },
  amount: { column: `ifnull(amount_minor, ${noAmount})`, index: 'record_by_amount' },
  title: { column: 'title', index: 'record_by_title' },
  updatedAt: { column: 'updated_at', index: 'record_by_updated' },
};

const rowColumns = `row, kind, record_id, title, subtitle, status, cast(amount_minor AS text) AS amount, currency, date, updated_at, as_of,
  provenance, has_problem`;

interface StoredRow {
  row: number;
  kind: RecordKind;
  record_id: string;
  title: string;
  subtitle: string | null;
  status: string;
  amount: string | null;
  currency: string;
  date: string;
  updated_at: string;
  as_of: number;
  provenance: Provenance;
  has_problem: number;
  document_state: string | null;
}

/**
 * One page of a list by keyset: `next` continues after its last row even when rows were added before it. Pending states are left empty:
 * whoever shows the page joins the open edits of its rows (`openEditsOfMany`). A cursor that is not ours starts at the beginning.
 */
export function listRecords(store: Store, { filter, sort, descending, after, limit }: ListInput): RecordPage {
  const worded = hasText(filter) ? wordCount(store, filter) : 0;
  const total = isWordsOnly(filter) ? worded : countOf(store, filter);
  const index = indexFor(store, filter, sort, worded);
  const query = pageQuery(filter, index, { sort, descending, cursor: readCursor(after), limit });
  const found = store.prepared<StoredRow>(query.text).all(...query.bind);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: found.slice(0, limit).map(rowOf),
    next: last ? writeCursor(last, sort) : null,
    total,
  };
}

/** The list row of one record, or null when it is not known. */
export function rowOfRecord(store: Store, ref: RecordRef): RecordRow | null {
  const text = `SELECT ${rowColumns}, ${documentState} FROM record WHERE kind = ? AND record_id = ?`;
  const found = store.prepared<StoredRow>(text).get(ref.kind, ref.id.toLowerCase());
  return found ? rowOf(found) : null;
}

/** The list rows of many records of one kind, in no order; unknown ids are left out. */
export function rowsOfRecords(store: Store, kind: RecordKind, ids: readonly string[]): RecordRow[] {
  const text = `SELECT ${rowColumns}, ${documentState} FROM record WHERE kind = ? AND record_id IN (SELECT value FROM json_each(?))`;
  return store.prepared<StoredRow>(text).all(kind, JSON.stringify(ids)).map(rowOf);
}

/** Every id that a filter matches, in the list's order: what "select all" selects. */
export function listIds(store: Store, filter: ListFilter, sort: Sort, descending: boolean): string[] {
  const { where, bind } = whole(filter);
  const direction = descending ? 'DESC' : 'ASC';
  const text = `SELECT record_id FROM record WHERE ${where} ORDER BY ${sortings[sort].column} ${direction}, row ${direction}`;
  return store
    .prepared<{ record_id: string }>(text)
    .all(...bind)
    .map((found) => found.record_id);
}

/** How many rows of a filtered list stand before a record's, in the list's order; null when the record is not in it. */
export function placeOf(store: Store, filter: ListFilter, sort: Sort, descending: boolean, id: string): number | null {
  const { column } = sortings[sort];
  const { where, bind } = whole(filter);
  const own = `SELECT ${column} AS value, row FROM record INDEXED BY record_ref WHERE ${where} AND record_id = ?`;
  const before = `(${column}, row) ${descending ? '>' : '<'} (SELECT value, row FROM own)`;
  const index = indexFor(store, filter, sort, hasText(filter) ? wordCount(store, filter) : 0);
  const text = `WITH own AS MATERIALIZED (${own}) SELECT count(*) AS count, EXISTS (SELECT 1 FROM own) AS here FROM record ${index} WHERE ${where} AND ${before}`;
  const found = store.prepared<{ count: number; here: number }>(text).get(...bind, id.toLowerCase(), ...bind);
  return found?.here === 1 ? found.count : null;
}

/** Sums of a filtered list, one a currency, exact beyond int64. Rows without an amount count but add nothing. */
export function totals(store: Store, filter: ListFilter): CurrencyTotal[] {
  const { where, bind } = whole(filter);
  const text = isCountable(filter)
    ? `SELECT currency, sum(count) AS count, sum(sum_high) AS high, sum(sum_low) AS low FROM record_count WHERE ${where}
       GROUP BY currency HAVING sum(amounts) > 0`
    : `SELECT currency, count(*) AS count, sum(amount_minor >> 32) AS high, sum(amount_minor & 4294967295) AS low FROM record ${unsorted(filter)} WHERE ${where}
       GROUP BY currency HAVING count(amount_minor) > 0`;
  return store
    .prepared<{ currency: string; count: number; high: number; low: number }>(text)
    .all(...bind)
    .map(({ currency, count, high, low }) => ({ currency, count, amountMinor: (BigInt(high) << 32n) + BigInt(low) }));
}

/** How many records of a kind have each status and each currency. */
export function facets(store: Store, kind: RecordKind) {
  const of = (column: 'status' | 'currency') =>
    store
      .prepared<{
        value: string;
        count: number;
      }>(
        `SELECT ${column} AS value, sum(count) AS count FROM record_count WHERE kind = ? AND ${column} <> '' GROUP BY ${column} HAVING sum(count) > 0`,
      )
      .all(kind)
      .sort((a, b) => b.count - a.count);
  return { status: of('status'), currency: of('currency') };
}

/** How many records of each kind are known. */
export function recordCounts(store: Store): { kind: RecordKind; records: number }[] {
  return store.prepared<{ kind: RecordKind; records: number }>(`SELECT kind, sum(count) AS records FROM record_count GROUP BY kind`).all();
}

/** How many rows a filter matches: from the day counters or the word index where those can say it, else counted. */
export function countOf(store: Store, filter: ListFilter): number {
  const { where, bind } = whole(filter);
  if (isCountable(filter)) return count(store, `SELECT ifnull(sum(count), 0) AS count FROM record_count WHERE ${where}`, bind);
  if (isWordsOnly(filter)) return wordCount(store, filter);
  return count(store, `SELECT count(*) AS count FROM record ${unsorted(filter)} WHERE ${where}`, bind);
}

/** Where every matching row is wanted, a walk in some order gains nothing. */
function unsorted({ pending, packId }: ListFilter): string {
  return pending === undefined && packId === undefined ? 'NOT INDEXED' : 'INDEXED BY record_ref';
}

function count(store: Store, text: string, bind: Conditions['bind']): number {
  return store.prepared<{ count: number }>(text).get(...bind)?.count ?? 0;
}

function isWordsOnly(filter: ListFilter): boolean {
  const { status = [], currency, from, to, pending, packId } = filter;
  return hasText(filter) && status.length === 0 && [currency, from, to, pending, packId].every((part) => part === undefined);
}

function wordCount(store: Store, { text = '', kind }: ListFilter): number {
  const match = matchOf(text);
  if (match === null) return 0;
  const counted = `SELECT count(*) AS count FROM record_words WHERE record_words MATCH ? AND rowid BETWEEN ? AND ?`;
  return count(store, counted, [match, ...rowRange(kind)]);
}

function whole(filter: ListFilter): { where: string; bind: Conditions['bind'] } {
  const rest = conditionsOf(filter);
  const status = filter.status && filter.status.length > 0 ? filter.status : null;
  const where = [`kind = ?`, ...(status ? [`status IN (${status.map(() => '?').join(', ')})`] : []), ...rest.where];
  return { where: where.join(' AND '), bind: [filter.kind, ...(status ?? []), ...rest.bind] };
}

const documentState = `(SELECT state FROM document WHERE document.record_id = record.record_id) AS document_state`;

interface Page {
  sort: Sort;
  descending: boolean;
  cursor: Cursor | null;
  limit: number;
}

function pageQuery(filter: ListFilter, index: string, { sort, descending, cursor, limit }: Page) {
  const { column } = sortings[sort];
  const direction = descending ? 'DESC' : 'ASC';
  const { where, bind } = whole(filter);
  const text = [
    `SELECT ${rowColumns}, ${documentState} FROM record ${index} WHERE ${where}`,
    cursor ? `AND (${column}, row) ${descending ? '<' : '>'} (${sort === 'amount' ? 'cast(? AS integer)' : '?'}, ?)` : '',
    `ORDER BY ${column} ${direction}, row ${direction} LIMIT ?`,
  ].join(' ');
  return { text, bind: [...bind, ...(cursor ?? []), limit + 1] };
}

/** Below this many rows, fetching all that match and sorting them costs less than walking a sorted index for them. */
const fewRows = 2000;

/**
 * Names the index where the planner could guess wrong: statistics are never up to date in a growing cache. `worded` is how many rows have
 * the filter's words: few are fetched by number, of many the first ones are met early on a walk in order.
 */
function indexFor(store: Store, filter: ListFilter, sort: Sort, worded: number): string {
  const { kind, status = [], currency } = filter;
  if (filter.pending !== undefined || filter.packId !== undefined) return 'INDEXED BY record_ref';
  if (hasText(filter)) return worded <= fewRows ? 'NOT INDEXED' : `INDEXED BY ${sortings[sort].index}`;
  if (status.length === 1 && sort === 'date') return 'INDEXED BY record_by_status';
  if (status.length > 0 && countOf(store, { kind, status }) <= fewRows) return 'INDEXED BY record_by_status';
  if (currency !== undefined && status.length === 0 && sort === 'date') return 'INDEXED BY record_by_currency';
  return `INDEXED BY ${sortings[sort].index}`;
}

function rowOf(found: StoredRow): RecordRow {
  return {
    kind: found.kind,
    id: found.record_id,
    title: found.title,
    subtitle: found.subtitle,
    status: found.status === '' ? null : found.status,
    amountMinor: found.amount === null ? null : BigInt(found.amount),
    currency: found.currency === '' ? null : found.currency,
    date: found.date === '' ? null : found.date,
    updatedAt: found.updated_at === '' ? null : found.updated_at,
    asOf: found.as_of,
    provenance: found.provenance,
    pending: [],
    hasProblem: found.has_problem === 1,
    documentState: found.document_state === null ? 'none' : found.document_state === 'here' ? 'here' : 'known',
  };
}

function writeCursor(row: StoredRow, sort: Sort): string {
  const value = { date: row.date, amount: row.amount ?? noAmount, title: row.title, updatedAt: row.updated_at }[sort];
  return JSON.stringify([value, row.row]);
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
