import { t } from '#shared/messages/t.ts';
import { namesOf } from '#main/names/book.ts';
import { listIds, listRecords, rowsOfRecords } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import { dayOf } from '#main/library/exports/exports.ts';
import { dayCell, numberCell, type Table } from '#main/library/exports/table.ts';
import type { Cell, TableColumn } from '#main/library/exports/cells.ts';
import type { Column, Shown } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { ListExportInput } from '#shared/contract/inputs.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { valuesIn } from '#shared/records/columns/changed-columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { dateOfEpoch, type CalendarDate } from '#shared/values/dates.ts';
import { decimalOf, exponentOf } from '#shared/values/money.ts';
import { withOpenEdits } from './record-rows.ts';

/** Rows of one page: few enough that the window waits for none. */
const pageRows = 200;

/** A list to export: the chosen columns, and the chosen records. */
export type ListToExport = Pick<ListExportInput, 'filter' | 'sort' | 'descending' | 'columns' | 'ids'>;

/** The reading of a row: names of references, and the user's own day. */
export interface Reading {
  called: (kind: ReferenceKind, id: string) => string | null;
  today: CalendarDate;
}

/** Columns of a file that one column of a list becomes. */
export interface Part {
  column: TableColumn;
  cell: (row: RecordRow, reading: Reading) => Cell;
}

/** A list, or the chosen records of it, for a spreadsheet: names and ids, amounts and currencies in columns of their own. */
export function listTable(store: Store, { filter, sort, descending, columns: asked, ids }: ListToExport): Table {
  const { kind } = filter;
  const columns = askedFor(kind, asked);
  const shown = columnTables[kind].columns.filter((column) => column.place === 'within' || columns.includes(column));
  const parts = [...columns.flatMap(partsOf), unconfirmed(shown), idPart];
  const referring = columns.filter(({ refers }) => refers !== undefined);
  async function* pages() {
    for await (const rows of rowPages(store, { filter, sort, descending, ids })) {
      const reading = { called: namesIn(store, rows, referring), today: dateOfEpoch(store.world.now()) };
      yield rows.map((row) => parts.map(({ cell }) => cell(row, reading)));
    }
  }
  const name = t(`kinds.many.${kind}`);
  const fileName = t(ids || filter.query?.trim() ? 'exports.selection' : 'exports.list', { name, day: dayOf(store.world.now()) });
  return { name: fileName, sheet: name, columns: parts.map(({ column }) => column), pages: pages() };
}

/** The columns of a list by name, in order; all of its kind for null. What does not exist is left out. */
export function askedFor(kind: RecordKind, asked: readonly string[] | null): Column[] {
  const all = columnTables[kind].columns.filter(({ place }) => place !== 'within');
  if (asked === null) return all;
  return asked.flatMap((name) => all.find((column) => column.name === name) ?? []);
}

/** The rows of a list with open edits applied, page by page; of chosen ids in the list's order, and those that left the list after them. */
export async function* rowPages(
  store: Store,
  { filter, sort, descending, ids }: Pick<ListExportInput, 'filter' | 'sort' | 'descending' | 'ids'>,
): AsyncGenerator<RecordRow[]> {
  const { kind } = filter;
  if (ids !== null) {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    const inOrder = listIds(store, filter, sort, descending).filter((id) => wanted.delete(id));
    const all = [...inOrder, ...wanted];
    for (let from = 0; from < all.length; from += pageRows) {
      await store.world.sleep(0);
      const page = all.slice(from, from + pageRows);
      const found = new Map(rowsOfRecords(store, kind, page).map((row) => [row.id, row]));
      yield withOpenEdits(
        store,
        kind,
        page.flatMap((id) => found.get(id) ?? []),
      );
    }
    return;
  }
  for (let after: string | null = null; ;) {
    await store.world.sleep(0);
    const page = listRecords(store, { filter, sort, descending, after, skip: 0, limit: pageRows });
    yield withOpenEdits(store, kind, page.rows);
    after = page.next;
    if (after === null) return;
  }
}

export function namesIn(store: Store, rows: readonly RecordRow[], referring: readonly Column[]): Reading['called'] {
  const refs = referring.flatMap((column) =>
    rows.flatMap((row) => (column.refers ? valuesIn(row, column).map((id) => ({ kind: column.refers!, id })) : [])),
  );
  const unique = [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()];
  const names = new Map(namesOf(store, unique).map((name) => [`${name.kind} ${name.id}`, calledInText(name)]));
  return (kind, id) => names.get(`${kind} ${id}`) ?? null;
}

/** A column of a list as columns of a file. */
export function partsOf(column: Column): Part[] {
  const { label, refers } = column;
  if (refers) {
    const joined = (values: readonly string[]): Cell => (values.length === 0 ? null : values.join('; '));
    return [
      {
        column: { head: label, width: 26 },
        cell: (row, { called }) => joined(valuesIn(row, column).map((id) => called(refers, id) ?? '?')),
      },
      { column: { head: `${label} id`, width: 38 }, cell: (row) => joined(valuesIn(row, column)) },
    ];
  }
  if (column.type === 'money') {
    const amountOf = (row: RecordRow, today: CalendarDate): Amount =>
      column.shows ? shownAmount(column.shows(row, today)) : { minor: row.amountMinor, currency: row.currency };
    const own = column.slot === 'amountMinor';
    return [
      { column: { head: label, width: 16 }, cell: (row, { today }) => amountCell(amountOf(row, today)) },
      {
        column: { head: own ? t('exports.currency') : t('exports.currencyOf', { label }), width: 10 },
        cell: (row, { today }) => amountOf(row, today).currency,
      },
    ];
  }
  return [{ column: { head: label, width: widthOf(column) }, cell: (row, { today }) => plainCell(row, column, today) }];
}

interface Amount {
  minor: bigint | null;
  currency: string | null;
}

const shownAmount = (shown: Shown | null): Amount =>
  shown && 'minor' in shown ? { minor: shown.minor, currency: shown.currency } : { minor: null, currency: null };

/** The exact amount; in minor units, and saying so, where the currency's decimals are not known. */
export function amountCell({ minor, currency }: Amount): Cell {
  if (minor === null) return null;
  return exponentOf(currency) === null ? t('exports.minorUnits', { amount: String(minor) }) : numberCell(decimalOf(minor, currency));
}

function plainCell(row: RecordRow, column: Column, today: CalendarDate): Cell {
  const shown = column.shows?.(row, today);
  // A column of the row itself says what it holds where nothing is to be said instead.
  if (shown !== undefined && (shown !== null || column.slot === undefined)) return shown && 'message' in shown ? shown.message : null;
  const [first] = valuesIn(row, column);
  if (first === undefined) return null;
  if (column.type === 'date') return dayCell(first);
  return column.type === 'count' ? numberCell(first) : first;
}

const widthOf = ({ type, width }: Column): number =>
  width === 0 ? 40 : type === 'date' ? 12 : type === 'instant' ? 24 : Math.ceil(width / 7);

/** Names the columns whose values the service has not confirmed, with its own: they never stand alone in a file. */
function unconfirmed(columns: readonly Column[]): Part {
  const cell = ({ changed, currency }: RecordRow, { called }: Reading): Cell => {
    const message = columns.flatMap((column) => {
      const change = changed?.[column.name];
      if (!change) return [];
      const service = change.service.map((value) => {
        if (column.refers) return called(column.refers, value) ?? value;
        return column.type === 'money' ? `${decimalOf(BigInt(value), currency)} ${currency ?? ''}`.trim() : value;
      });
      const value = service.join('; ') || t('exports.nothing');
      return [`${column.label}: ${t('exports.serviceHas', { state: change.state, value })}`];
    });
    return message.length === 0 ? null : message.join(' · ');
  };
  return { column: { head: t('exports.unconfirmed'), width: 30 }, cell };
}

const idPart: Part = { column: { head: 'Id', width: 38 }, cell: ({ id }) => id };
