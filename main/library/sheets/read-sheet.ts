import type { Portion } from '#main/library/reading/job-kinds.ts';
import { textOfCell, TooManyColumns, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { isXlsx, readSheet, workbookOf } from '#main/library/tables/xlsx.ts';
import { WorkbookTooLarge, ZipParts } from '#main/library/tables/zip-parts.ts';
import type { SheetCell } from './reformatted.ts';
import { baseMark, baseSheet, idHead, listsSheet, textsOfCells } from './sheet-base.ts';

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

/** Yields the sheets of an edit workbook that comes back: its base and the rows of every sheet with records; or one refusal. */
export async function* sheetPortions(bytes: Uint8Array): AsyncGenerator<Portion<'sheet'>> {
  try {
    const parts = await ZipParts.of(bytes, mostUnpacked);
    const refusal = refusalOf(parts);
    if (refusal) yield { part: 'refused', why: refusal };
    else yield* sheetsOf(parts);
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

async function* sheetsOf(parts: ZipParts): AsyncGenerator<Portion<'sheet'>> {
  const book = await workbookOf(parts);
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
    const below = rows.slice(head + 1, head + 1 + mostRows);
    for (let from = 0; from < below.length; from += perPortion) {
      const some = below.slice(from, from + perPortion);
      yield { part: 'rows', rows: some.map(({ row, cells }) => ({ line: row, cells: cells.slice(0, mostHeads).map(cellOf) })) };
    }
  }
  if (!found) yield { part: 'refused', why: 'notEditSheet' };
}

function* basePortions(rows: readonly GridRow[]): Generator<Portion<'sheet'>> {
  const [, [exportId, kind, at] = [], keys = [], ...more] = rows.map(({ cells }) => cells.map(textOfCell));
  const mac = more.findLast(([first]) => first === 'signature')?.[1] ?? '';
  yield { part: 'base', exportId: exportId ?? '', kind: kind ?? '', at: Number(at) || 0, keys: keys.filter((key) => key !== ''), mac };
  const texts = more.filter(([first]) => first !== 'signature');
  for (let from = 0; from < texts.length; from += perPortion) {
    const some = texts.slice(from, from + perPortion);
    yield { part: 'baseRows', rows: some.map(([id = '', ...cells]) => ({ id: id.slice(0, 100), texts: textsOfCells(cells) })) };
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
