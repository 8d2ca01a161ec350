import { slices } from '#main/library/in-parts.ts';
import type { JobFacts, Portion } from '#main/library/reading/job-kinds.ts';
import { textOfCell, TooManyColumns, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { isXlsx, readSheet, workbookOf } from '#main/library/tables/xlsx.ts';
import { WorkbookTooLarge, ZipParts } from '#main/library/tables/zip-parts.ts';
import { plainCell } from '#main/library/exports/csv-safe.ts';
import { baseMark, idHead, sheetTag } from '#shared/sheets/sheet-fields.ts';
import { foreignForm } from '#shared/values/encoding.ts';
import { z } from '#shared/zod.ts';
import { headOf, rowOf } from './csv-base.ts';
import { editRows } from './csv-rows.ts';
import type { SheetCell } from './reformatted.ts';
import { baseSheet, listsSheet, readJson, textsOfCells } from './sheet-base.ts';

const mostUnpacked = 300_000_000;
const mostParts = 1_000;
const mostRows = 200_000;
const mostHeads = 300;
/** Rows in which the heading is looked for. */
const headWithin = 30;
const perPortion = 200;
/** A little more than a spreadsheet puts into one cell. */
const mostCharacters = 40_000;

type Refusal = Extract<Portion<'sheet'>, { part: 'refused' }>['why'];

/** Yields the sheets of an edit workbook or CSV that comes back: its base and the rows of every sheet with records; or one refusal. */
export async function* sheetPortions(bytes: Uint8Array, { onlyMarked }: JobFacts['sheet']): AsyncGenerator<Portion<'sheet'>> {
  try {
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
      yield* csvPortions(bytes);
      return;
    }
    const parts = await ZipParts.of(bytes, mostUnpacked);
    const refusal = refusalOf(parts);
    if (refusal) yield { part: 'refused', why: refusal };
    else yield* sheetsOf(parts, onlyMarked);
  } catch (error) {
    yield { part: 'refused', why: error instanceof WorkbookTooLarge || error instanceof TooManyColumns ? 'tooLarge' : 'notWorkbook' };
  }
}

/** Refuses what is no workbook, and what could act: macros and links to other files. */
function refusalOf(parts: ZipParts): Refusal | null {
  const { names } = parts;
  if (!isXlsx(parts)) return 'notWorkbook';
  if (names.some((name) => /vbaProject|xl\/macrosheets\//i.test(name))) return 'macros';
  if (names.some((name) => name.startsWith('xl/externalLinks/'))) return 'links';
  return names.length > mostParts ? 'tooLarge' : null;
}

async function* sheetsOf(parts: ZipParts, onlyMarked: boolean): AsyncGenerator<Portion<'sheet'>> {
  const book = await workbookOf(parts);
  if (onlyMarked && !book.sheets.some(({ name }) => name === baseSheet)) return void (yield { part: 'refused', why: 'notEditSheet' });
  let [based, found] = [false, false];
  for (const { name, part } of book.sheets) {
    const { rows } = await readSheet(parts, part, book);
    if (!based && rows[0]?.cells[0] === baseMark) {
      based = true;
      yield* basePortions(rows);
      continue;
    }
    if (name === baseSheet || name === listsSheet) continue;
    const head = rows.slice(0, headWithin).findIndex(({ cells }) => cells.includes(idHead));
    const heads = rows[head]?.cells;
    if (!heads) continue;
    found = true;
    const texts = heads.slice(0, mostHeads).map((cell) => (typeof cell === 'string' ? cell.slice(0, 200) : ''));
    yield { part: 'head', sheet: name.slice(0, 100), heads: texts };
    for (const some of slices(rows.slice(head + 1, head + 1 + mostRows), perPortion))
      yield { part: 'rows', rows: some.map(({ row, cells }) => ({ line: row, cells: cells.slice(0, mostHeads).map(cellOf) })) };
  }
  if (!found) yield { part: 'refused', why: 'notEditSheet' };
}

function* basePortions(rows: readonly GridRow[]): Generator<Portion<'sheet'>> {
  const [, [exportId, kind, at, ...tags] = [], keys = [], ...more] = rows.map(({ cells }) => cells.map(textOfCell));
  const mac = more.findLast(([first]) => first === 'signature')?.[1] ?? '';
  const told = tags.some((cell) => cell !== '') ? readJson(textsOfCells(tags)[0] ?? '') : [];
  yield baseOf([exportId, kind, at, keys.filter((key) => key !== ''), told], mac); // prettier-ignore
  const texts = more.filter(([first]) => first !== 'signature');
  for (const some of slices(texts, perPortion))
    yield { part: 'baseRows', rows: some.map(([id = '', ...cells]) => ({ id: id.slice(0, 100), texts: textsOfCells(cells), mac: '' })) };
}

const words = z.string().max(300);
const baseHead = z.tuple([words, words, z.coerce.number(), z.array(words).max(300), z.array(sheetTag).max(100)]);

/** The facts of a base as somebody gives them; those of no base at all where they have another form. */
function baseOf(head: unknown, mac: string, byRow = false): Portion<'sheet'> {
  const { data: [exportId, kind, at, keys, tags] = ['', '', 0, [], []] } = baseHead.safeParse(head);
  return { part: 'base', exportId, kind, at, keys, tags, mac, byRow };
}

/** A CSV that comes back: its last column has what left. Any other CSV with our ids is read without a base. */
function* csvPortions(bytes: Uint8Array): Generator<Portion<'sheet'>> {
  const rows = foreignForm(bytes) === null ? editRows(bytes) : null;
  if (rows === null) return void (yield { part: 'refused', why: foreignForm(bytes) === null ? 'notEditSheet' : 'notWorkbook' });
  const [{ cells: heads } = { cells: [] }, ...below] = rows;
  const texts = heads.slice(0, mostHeads).map((head) => plainCell(head.trim()).slice(0, 200));
  const baseAt = heads.findIndex((head) => headOf(head) !== null);
  if (baseAt !== -1) yield baseOf(headOf(heads[baseAt] ?? ''), '', true);
  const idAt = texts.indexOf(idHead);
  yield { part: 'head', sheet: 'CSV', heads: texts };
  for (const some of slices(below.slice(0, mostRows), perPortion)) {
    if (baseAt !== -1)
      yield {
        part: 'baseRows',
        rows: some.flatMap(({ cells }) => {
          const left = rowOf(cells[baseAt] ?? '');
          const id = (cells[idAt] ?? '').trim().toLowerCase().slice(0, 100);
          return left === null ? [] : [{ id, texts: left.texts.slice(0, 300), mac: left.mac.slice(0, 100) }];
        }),
      };
    yield {
      part: 'rows',
      rows: some.map(({ row, cells }) => ({
        line: row,
        cells: cells.slice(0, mostHeads).map((cell, at) => (at === baseAt ? null : cellOf(plainCell(cell)))),
      })),
    };
  }
}

function cellOf(cell: Cell): SheetCell {
  if (typeof cell === 'string') {
    if (cell.length > mostCharacters) throw new WorkbookTooLarge();
    return cell === '' ? null : cell;
  }
  switch (cell.kind) {
    case 'number':
      return { number: cell.text };
    case 'date':
      return { day: cell.text.slice(0, 10) };
    case 'boolean':
      return cell.text === 'true';
  }
}
