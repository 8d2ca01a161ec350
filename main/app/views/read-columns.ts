import { cellText, isReformatted, sameCell, type SheetCell, type SheetDays } from '#main/library/sheets/reformatted.ts';
import type { SheetBase } from '#main/library/sheets/sheet-base.ts';
import type { Cell } from '#main/library/exports/cells.ts';
import { textInCell } from '#main/library/exports/workbook.ts';
import { rowsOfRecords } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { spokenIn } from '#shared/messages/speak.ts';
import { t } from '#shared/messages/t.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { bankFields, sheetFields, type SheetField, type SheetTag } from '#shared/sheets/sheet-fields.ts';
import { dateOfEpoch } from '#shared/values/dates.ts';
import { languageNames } from '#shared/values/language.ts';
import { askedFor, namesIn, partsOf, type Reading } from './list-table.ts';
import { withOpenEdits } from './record-rows.ts';

/** A shaded column of an edit sheet: the user reads it there, and changes its field in Layover alone. */
export interface ReadColumn {
  /** Names it in the hidden sheet. */
  key: string;
  head: string;
  width: number;
  /** Layover computes its text: it may be another on another day, in another language or with other names. */
  isComputed: boolean;
  cell: (row: RecordRow, view: JsonObject, reading: Reading) => Cell;
}

/** The shaded columns of a kind: those of its list, then the bank's. */
export function readColumns(kind: RecordKind, fields: readonly SheetField[]): ReadColumn[] {
  const banks = bankFields(kind).map(({ head, path }): ReadColumn => ({
    ...{ key: `read.bank.${path.join('.')}`, head, width: 22, isComputed: false },
    cell: (_row, view) => {
      const value = valueAt(view, path) ?? null;
      return value === null || typeof value === 'string' ? value : stringifyJson(value);
    },
  }));
  return [...listColumns(kind, new Set([...fields, ...banks].map(({ head }) => head))), ...banks];
}

/** The list's own columns but for ids and for those that are white or of a bank; the title stays beside its white column, to find a row by. */
function listColumns(kind: RecordKind, others: ReadonlySet<string>): ReadColumn[] {
  const title = (slot: string | undefined) => Number(slot !== 'title');
  const columns = columnTables[kind].columns.filter(
    ({ place, slot, label }) => place === 'shown' && (slot === 'title' || !others.has(label)),
  );
  return columns
    .toSorted((a, b) => title(a.slot) - title(b.slot))
    .flatMap((column) =>
      (column.refers ? partsOf(column).slice(0, 1) : partsOf(column)).map(({ column: { head, width = 16 }, cell }, part) => ({
        key: `read.${column.name}.${part}`,
        head: others.has(head) ? t('exports.now', { head }) : head,
        width,
        isComputed: column.shows !== undefined || column.refers !== undefined,
        cell: (row: RecordRow, _view: JsonObject, reading: Reading) => cell(row, reading),
      })),
    );
}

/** The text of a cell for reading, as it leaves and is compared. */
export const readText = (cell: Cell): string => textInCell(cellText(cell));

/** A place of a sheet that has the heading of shaded columns. */
interface ReadPlace {
  at: number;
  columns: readonly ReadColumn[];
}

/** Finds the shaded columns of a sheet by their headings in every language. A heading that is a white column's somewhere is none. */
export function readPlaces(kind: RecordKind, tags: readonly SheetTag[], heads: readonly string[]): ReadPlace[] {
  const columns = readColumns(kind, sheetFields(kind, tags));
  const spoken = languageNames.map((language) =>
    spokenIn(language, () => {
      const fields = sheetFields(kind, tags);
      return { white: fields.map(({ head }) => head), read: readColumns(kind, fields).map(({ key, head }) => `${key} ${head}`) };
    }),
  );
  return heads.flatMap((head, at) => {
    if (spoken.some(({ white }) => white.includes(head))) return [];
    const named = columns.filter(({ key }) => spoken.some(({ read }) => read.includes(`${key} ${head}`)));
    return named.length === 0 ? [] : [{ at, columns: named }];
  });
}

/** The shaded cells of one row of a sheet. */
export interface ReadCells {
  line: number;
  places: readonly ReadPlace[];
  cells: readonly SheetCell[];
}

interface ReadSubject {
  store: Store;
  base: SheetBase | null;
  days: SheetDays;
  kind: RecordKind;
  id: string;
  view: JsonObject;
}

/**
 * Yields the shaded cells of a record that have neither the text that left nor today's. Without a base an empty cell and a computed text prove
 * nothing.
 */
export function* typedForReading(
  subject: ReadSubject,
  rows: readonly ReadCells[],
): Generator<{ line: number; field: string; sheet: string }> {
  const { base, id, days } = subject;
  const left = base?.rows.get(id);
  const leftOf = ({ key }: ReadColumn): string | undefined => left?.[base?.keys.indexOf(key) ?? -1];
  let today: ((column: ReadColumn) => string) | null = null;
  const seen = new Set<string>();
  for (const { line, places, cells } of rows)
    for (const { at, columns } of places) {
      const cell = cells[at] ?? null;
      const isText = (text: string | undefined) => text !== undefined && (sameCell(text, cell) || isReformatted(text, cell, days));
      const [first] = columns;
      if (!first || columns.some((column) => isText(leftOf(column)))) continue;
      const sheet = cellText(cell);
      if (leftOf(first) === undefined && (first.isComputed || sheet.trim() === '')) continue;
      today ??= todayOf(subject);
      if (columns.map(today).some(isText) || seen.has(`${at} ${sheet}`)) continue;
      seen.add(`${at} ${sheet}`);
      yield { line, field: first.head, sheet };
    }
}

/** Reads the texts that the record would leave with today. */
function todayOf({ store, kind, id, view }: ReadSubject): (column: ReadColumn) => string {
  const rows = withOpenEdits(store, kind, rowsOfRecords(store, kind, [id]));
  const referring = askedFor(kind, null).filter(({ refers }) => refers !== undefined);
  const reading = { called: namesIn(store, rows, referring), today: dateOfEpoch(store.world.now()) };
  return ({ cell }) => rows.map((row) => readText(cell(row, view, reading)))[0] ?? '';
}
