import { t } from '#shared/messages/t.ts';
import { languageNames } from '#shared/values/language.ts';
import { inEveryLanguage, spokenIn } from '#shared/messages/speak.ts';
import { cellText, type SheetCell } from '#main/library/sheets/reformatted.ts';
import type { GivenBase, SheetBase } from '#main/library/sheets/sheet-base.ts';
import { rowsOfRecords } from '#main/projections/lists/lists.ts';
import type { Store } from '#main/storage/store.ts';
import { columnTables } from '#shared/columns/columns.ts';
import { valuesIn } from '#shared/records/columns/changed-columns.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { idHead, sheetFields, type SheetField } from '#shared/sheets/sheet-fields.ts';
import type { SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import type { ReadCells } from './read-columns.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** The content of a workbook, its portions put together. */
export interface ReadSheets {
  base: GivenBase | null;
  sheets: { heads: string[]; rows: { line: number; cells: SheetCell[] }[] }[];
}

export function gathered(portions: readonly Portion<'sheet'>[]): ReadSheets {
  const rows = new Map<string, string[]>();
  const macs = new Map<string, string>();
  const read: ReadSheets = { base: null, sheets: [] };
  for (const portion of portions) {
    if (portion.part === 'base') {
      const kind = recordKinds.find((one) => one === portion.kind);
      if (kind) read.base = { ...portion, kind, rows, macs: portion.byRow ? macs : null };
    } else if (portion.part === 'baseRows') {
      for (const { id, texts, mac } of portion.rows) {
        rows.set(id, texts);
        macs.set(id, mac);
      }
    } else if (portion.part === 'head') read.sheets.push({ heads: portion.heads, rows: [] });
    else if (portion.part === 'rows') read.sheets.at(-1)?.rows.push(...portion.rows);
  }
  return read;
}

/** The kind whose white headings a sheet without base has; null where none of them is there. */
export function kindByHeads(heads: readonly string[]): RecordKind | null {
  const scored = recordKinds.map((kind) => ({
    kind,
    score: sheetFields(kind).filter((field) => headsOf(field).some((head) => heads.includes(head))).length,
  }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best && best.score > 1 ? best.kind : null;
}

export interface SheetRow {
  line: number;
  cells: Map<SheetField, SheetCell>;
  /** Its first words, to find it by. */
  label: string;
  /** Its cells in columns for reading; those of other rows of the record too. */
  read: ReadCells[];
  /** Fields with different values in two rows or columns of one sheet and record. */
  twice: Set<SheetField>;
}

type UnknownRow = SheetComparison['unknown'][number];

/** The rows by record, one for each sheet that has it; rows of one sheet and record are one where they agree. */
export function rowsIn(
  { sheets }: ReadSheets,
  fields: readonly SheetField[],
  placesOf: (heads: readonly string[]) => ReadCells['places'],
): { rows: Map<string, SheetRow[]>; nameless: UnknownRow[] } {
  const all = new Map<string, SheetRow[]>();
  const nameless: UnknownRow[] = [];
  for (const sheet of sheets) {
    const rows = new Map<string, SheetRow>();
    nameless.push(...rowsOf(sheet, fields, placesOf(sheet.heads), rows));
    for (const [id, row] of rows) all.set(id, [...(all.get(id) ?? []), row]);
  }
  return { rows: all, nameless };
}

/** The headings of a column in every language: the file may come from a laptop that speaks another. */
const headsOf = ({ head, headId }: SheetField): readonly string[] => (headId === null ? [head] : inEveryLanguage(headId));

/** Puts a sheet's rows by record; those that name none. */
function rowsOf(
  { heads, rows: lines }: ReadSheets['sheets'][number],
  fields: readonly SheetField[],
  readPlaces: ReadCells['places'],
  rows: Map<string, SheetRow>,
): UnknownRow[] {
  const nameless: UnknownRow[] = [];
  const idAt = heads.indexOf(idHead);
  const places = fields.flatMap((field) => heads.flatMap((head, at) => (headsOf(field).includes(head) ? [[field, at] as const] : [])));
  for (const { line, cells } of lines) {
    const id = cellText(cells[idAt] ?? null)
      .trim()
      .toLowerCase();
    const label = cellText(cells.find((cell, at) => at !== idAt && cell !== null && cellText(cell).trim() !== '') ?? null).slice(0, 100);
    if (!isUuid(id)) {
      if (cells.some((cell) => cell !== null)) nameless.push({ line, title: label || id });
      continue;
    }
    const row: SheetRow = rows.get(id) ?? { line, label, cells: new Map(), twice: new Set(), read: [] };
    row.read.push({ line, places: readPlaces, cells });
    for (const [field, at] of places) {
      const cell = cells[at] ?? null;
      if (row.cells.has(field) && cellText(row.cells.get(field) ?? null) !== cellText(cell)) row.twice.add(field);
      row.cells.set(field, cell);
    }
    rows.set(id, row);
  }
  return nameless;
}

/**
 * The copies of one sheet in a workbook as one row: of each field the value that somebody changed. Where two did, or two wrote a payment or a
 * comment, none of them is taken.
 */
export function asOneRow(copies: readonly SheetRow[], isUntouched: (field: SheetField, cell: SheetCell) => boolean): SheetRow | undefined {
  const [first, ...others] = copies;
  if (!first || others.length === 0) return first;
  const one: SheetRow = { ...first, cells: new Map(first.cells), twice: new Set(first.twice) };
  for (const { line, cells, twice } of others) {
    for (const field of twice) one.twice.add(field);
    for (const [field, cell] of cells) {
      const before = one.cells.get(field) ?? null;
      if (one.cells.has(field) && (isUntouched(field, cell) || cellText(before) === cellText(cell))) continue;
      if (one.cells.has(field) && !isUntouched(field, before)) one.twice.add(field);
      else one.line = line;
      one.cells.set(field, cell);
    }
  }
  const writers = (edit: string) =>
    copies.filter(({ cells }) => [...cells].some(([field, cell]) => field.adds && field.edit === edit && !isUntouched(field, cell)));
  for (const field of one.cells.keys()) {
    const [written, ...more] = field.adds ? writers(field.edit) : [];
    const isOther = ({ cells }: SheetRow) =>
      [...cells].some(([at, cell]) => at.edit === field.edit && cellText(cell) !== cellText(written?.cells.get(at) ?? null));
    if (more.some(isOther)) one.twice.add(field);
  }
  return one;
}

/** The white headings that the sheet lacks: a renamed column is named and left alone. */
export function headsWithout({ sheets }: ReadSheets, fields: readonly SheetField[]): string[] {
  const first = sheets[0]?.heads ?? [];
  return fields.map(({ head }) => head).filter((head) => !first.includes(head));
}

export function* dayPairs(rows: ReadonlyMap<string, SheetRow[]>, base: SheetBase | null): Generator<readonly [string, SheetCell]> {
  for (const [id, copies] of rows)
    for (const { cells } of copies)
      for (const [field, cell] of cells) if (field.input === 'date' && !field.adds) yield [baseText(base, id, field) ?? '', cell];
}

/** The text that left; undefined where no base knows it. */
export function baseText(base: SheetBase | null, id: string, { key }: SheetField): string | undefined {
  const at = base?.keys.indexOf(key) ?? -1;
  return at === -1 ? undefined : base?.rows.get(id)?.[at];
}

/** Rows that tell how a file writes days and decimals. */
const telling = 300;

/**
 * The columns for reading tell how a file writes days and decimals: pairs of a day that is so today with its cell, and the sign that most amounts
 * have before one or two decimals; null for none.
 */
export function shadedFacts(
  store: Store,
  kind: RecordKind,
  { sheets }: ReadSheets,
): { days: (readonly [string, SheetCell])[]; decimal: '.' | ',' | null } {
  const days: (readonly [string, SheetCell])[] = [];
  const signs = { '.': 0, ',': 0 };
  const columns = columnTables[kind].columns.filter(({ type, shows }) => type === 'money' || (type === 'date' && shows === undefined));
  const known = languageNames.map((language) =>
    spokenIn(language, () => columns.map(({ label }) => [label, t('exports.now', { head: label })])),
  );
  for (const { heads, rows } of sheets) {
    const idAt = heads.indexOf(idHead);
    const places = columns.flatMap((column, place) => {
      const at = heads.findIndex((head) => known.some((words) => words[place]?.includes(head)));
      return at === -1 ? [] : [{ column, at }];
    });
    const some = new Map(rows.slice(0, telling).map(({ cells }) => [cellText(cells[idAt] ?? null).toLowerCase(), cells]));
    for (const row of rowsOfRecords(store, kind, [...some.keys()]))
      for (const { column, at } of places) {
        const cell = some.get(row.id)?.[at] ?? null;
        const [, sign] = (typeof cell === 'string' && /\d([.,])\d{1,2}$/.exec(cell.trim())) || [];
        if (column.type === 'date') days.push([valuesIn(row, column)[0] ?? '', cell]);
        else if (sign === '.' || sign === ',') signs[sign] += 1;
      }
  }
  return { days, decimal: signs['.'] === signs[','] ? null : signs['.'] > signs[','] ? '.' : ',' };
}
