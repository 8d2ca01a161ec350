import { sql, type SQL } from 'drizzle-orm';
import type { FindNames } from '#shared/contract/names-contract.ts';
import type { ReferencePage, ReferenceRow } from '#shared/contract/views/names-views.ts';
import { accountGroup, accountGroups } from '#shared/references/account-group.ts';
import { referencePlaces } from '#shared/references/reference-places.ts';
import { param, prepared, preparedForms } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';
import { nameColumns, nameOfRow, namesOf } from './book.ts';
import { fold, foldedWords } from './fold.ts';
import { idsNamed } from './named.ts';
import { dateOfDay } from '#shared/values/days.ts';
import { usedAround, type Around } from '#main/projections/usage/used-around.ts';

const { kind, id, folded, uses, lastDay, places, seenRow, rank, namedAt } = reference;

const columns = {
  ...nameColumns,
  ...{ namedAt, uses, lastDay, places, rank },
  ...{ besideKind: record.kind, besideId: record.recordId, besideTitle: record.title },
};

/** The inputs of a query. */
interface Form {
  one: boolean;
  words: number;
  only: FindNames['only'];
  order: FindNames['order'];
  /** Everything but what came first already. */
  apart: boolean;
}

/** The keys of a page come from an index that holds all that a filter asks; only what is shown is fetched. */
const pages = preparedForms((db, form: Form) => {
  const index = sql.raw(form.one ? 'INDEXED BY reference_by_rank' : '');
  const order = form.order === 'rank' ? rank : uses;
  const asked: SQL[] = [
    ...(form.one ? [sql`${kind} = ${param('kind')}`] : [sql`1`]),
    ...Array.from({ length: form.words }, (_, n) => sql`instr(${folded}, ${param(`word${n}`)})`),
    ...(form.only === 'all' ? [] : [form.only === 'named' ? sql`${folded} <> ''` : sql`${folded} = ''`]),
    ...(form.apart ? [sql`${id} NOT IN (SELECT value FROM json_each(${param('apart')}))`] : []),
  ];
  const found = sql`SELECT ${kind} AS found_kind, ${id} AS found_id FROM ${reference} ${index} WHERE ${sql.join(asked, sql` AND `)}
    ORDER BY ${order} DESC LIMIT ${param('limit')} OFFSET ${param('after')}`;
  return db.rows(
    columns,
    sql`FROM (${found}) CROSS JOIN ${reference} ON ${kind} = found_kind AND ${id} = found_id
      LEFT JOIN ${record} ON ${record.row} = ${seenRow} ORDER BY ${order} DESC, ${kind}, ${id}`,
  );
});

const several = prepared((db) =>
  db.rows(
    columns,
    sql`FROM json_each(${param('ids')}) CROSS JOIN ${reference} ON ${kind} = ${param('kind')} AND ${id} = value
      LEFT JOIN ${record} ON ${record.row} = ${seenRow}`,
  ),
);

/** So many accounts are looked through for a currency: more than a company has, and few enough for every key. */
const mostAccounts = 500;

const inCurrency = prepared((db) =>
  db.rows(
    columns,
    sql`FROM (SELECT ${kind} AS found_kind, ${id} AS found_id FROM ${reference} INDEXED BY reference_by_rank
      WHERE ${kind} = ${param('kind')} ORDER BY ${rank} DESC LIMIT ${sql.raw(String(mostAccounts))})
      CROSS JOIN ${reference} ON ${kind} = found_kind AND ${id} = found_id AND ${reference.currency} = ${param('currency')} AND ${reference.inUse}
      LEFT JOIN ${record} ON ${record.row} = ${seenRow}`,
  ),
);

const beginningWith = prepared((db) =>
  db.rows(
    columns,
    sql`FROM ${reference} LEFT JOIN ${record} ON ${record.row} = ${seenRow}
      WHERE ${kind} = ${param('kind')} AND ${id} >= ${param('from')} AND ${id} < ${param('to')} ORDER BY ${id} LIMIT ${param('limit')}`,
  ),
);
type Found = NonNullable<ReturnType<ReturnType<typeof several>['get']>>;

/** The beginning of an identifier, from four characters on. */
const beginsIdentifier = /^[0-9a-f]{4}[0-9a-f-]*$/i;

/**
 * One page of a picker or of the page Names: what the record at hand and its neighbours used first, then by rank or use. A text narrows by
 * parts of code, name and note, or is the beginning of an identifier.
 */
export function findNames(store: Store, asked: FindNames): ReferencePage {
  const around = asked.record && asked.kind ? usedAround(store, asked.kind, asked.record) : null;
  const first = firstRows(store, asked, around);
  const apart = first.map((row) => row.id);
  const rest = otherRows(store, asked, apart);
  const rows = [...(asked.after === 0 ? first : []), ...rest.slice(0, asked.limit)];
  const called = calledSo(rows, asked.text);
  return {
    rows: [...called, ...rows.filter((row) => !called.includes(row))],
    next: rest.length > asked.limit ? asked.after + asked.limit : null,
    around: aroundOf(store, around),
  };
}

/** Entries with exactly this code or name: they rank before those that only contain the words. */
function calledSo(rows: readonly ReferenceRow[], text: string): ReferenceRow[] {
  const typed = fold(text);
  return typed === '' ? [] : rows.filter(({ code, name }) => (code && fold(code) === typed) || (name && fold(name) === typed));
}

function aroundOf(store: Store, around: Around | null): ReferencePage['around'] {
  if (!around || around.used.size === 0) return null;
  return { by: around.by, reference: around.of ? (namesOf(store, [around.of])[0] ?? null) : null };
}

/**
 * Used references, most recent first, then those whose id starts with the typed text. Of bank accounts those in the record's
 * currency come before both, and what is closed waits for its rank.
 */
function firstRows(store: Store, { kind, text, only, limit }: FindNames, around: Around | null): ReferenceRow[] {
  if (!kind) return [];
  const words = foldedWords(text);
  const currency = kind === 'bankAccount' ? (around?.currency ?? null) : null;
  const byId = beginsIdentifier.test(text.trim()) ? identified(store, kind, text.trim()) : [];
  const used = around ? several(store).all({ kind, ids: JSON.stringify([...around.used.keys()]) }) : [];
  const fits = (row: Found) => words.every((word) => foldedOf(row).includes(word));
  const wanted = (row: Found) => fits(row) || byId.some((other) => other.id === row.id);
  const fitting = currency === null ? [] : inCurrency(store).all({ kind, currency }).filter(wanted).slice(0, limit);
  const asked = [...used.filter((row) => wanted(row) && (currency === null || row.inUse)), ...fitting];
  const kinds = (row: Found) => only === 'all' || (only === 'named') === (row.name !== '');
  const rows = [...new Map([...asked, ...byId].map((row) => [row.id, row])).values()].filter(kinds);
  const here = (row: Found) => around?.used.get(row.id) ?? null;
  const late = (row: Found) => here(row)?.last ?? '';
  const groupOf = (row: Found) =>
    currency === null ? 0 : accountGroups.indexOf(accountGroup({ ...nameOfRow(row), here: here(row) }, currency));
  rows.sort(
    (a, b) =>
      groupOf(a) - groupOf(b) ||
      Number(here(b) !== null) - Number(here(a) !== null) ||
      (late(a) < late(b) ? 1 : late(a) > late(b) ? -1 : b.rank - a.rank),
  );
  return rows.map((row) => ({ ...rowOf(row), here: here(row) }));
}

const foldedOf = (row: Found): string => fold(`${row.code} ${row.name} ${row.note}`);

function identified(store: Store, kind: Found['kind'], text: string): Found[] {
  const from = text.toLowerCase();
  // 'g' follows every character of a UUID.
  return beginningWith(store).all({ kind, from, to: `${from}g`, limit: 20 });
}

function otherRows(store: Store, asked: FindNames, apart: readonly string[]): ReferenceRow[] {
  const { kind, text, only, order, after, limit } = asked;
  const words = foldedWords(text);
  if (kind && words.length > 0 && order === 'rank') return only === 'unnamed' ? [] : matchingRows(store, kind, words, asked, apart);
  const form: Form = { one: kind !== null, words: words.length, only, order, apart: apart.length > 0 };
  const values = Object.fromEntries(words.map((word, n) => [`word${n}`, word]));
  const found = pages(store, form).all({ ...values, kind: kind ?? undefined, apart: JSON.stringify(apart), after, limit: limit + 1 });
  return found.map(rowOf);
}

/** The picker's results for the typed text: searched in memory, so that a key costs the same for any size of the directory. */
function matchingRows(
  store: Store,
  kind: Found['kind'],
  words: readonly string[],
  { after, limit }: FindNames,
  apart: readonly string[],
): ReferenceRow[] {
  const shown = new Set(apart);
  const found = idsNamed(store, kind, words, after + limit + apart.length + 1);
  const ids = found.filter((id) => !shown.has(id)).slice(0, after + limit + 1);
  const rows = several(store).all({ kind, ids: JSON.stringify(ids.slice(after)) });
  const place = new Map(ids.map((each, at) => [each, at]));
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)).map(rowOf);
}

function rowOf(row: Found): ReferenceRow {
  const { besideKind, besideId, besideTitle } = row;
  const beside = besideKind !== null && besideId !== null ? { record: { kind: besideKind, id: besideId }, title: besideTitle ?? '' } : null;
  const seen = referencePlaces[row.kind].filter((_, number) => row.places & (1 << number));
  return {
    ...nameOfRow(row),
    namedAt: row.namedAt,
    uses: row.uses,
    lastUsed: dateOfDay(row.lastDay),
    places: [...seen],
    beside,
    here: null,
  };
}
