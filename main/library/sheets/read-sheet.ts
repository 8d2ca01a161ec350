import { configure, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import readExcelFile from 'read-excel-file/node';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import type { SheetCell } from './reformatted.ts';
import { baseMark, baseSheet, idHead, listsSheet } from './sheet-base.ts';

const mostUnpacked = 300_000_000;
const mostRows = 200_000;
const mostColumns = 300;
/** Rows in which the heading is looked for. */
const headWithin = 30;
const perPortion = 200;

type Refusal = Extract<Portion<'sheet'>, { part: 'refused' }>['why'];
type Row = readonly unknown[];

/** Yields the sheets of an edit workbook that comes back: its base, then the rows of every sheet with records; or one refusal. */
export async function* sheetPortions(bytes: Uint8Array): AsyncGenerator<Portion<'sheet'>> {
  const refused = await refusalOf(bytes);
  if (refused) {
    yield { part: 'refused', why: refused };
    return;
  }
  const options = { trim: false, parseNumber: (digits: string) => ({ number: digits }) };
  const sheets = (await readExcelFile(Buffer.from(bytes), options as object)) as unknown as { sheet: string; data: Row[] }[];
  const base = sheets.find(({ data }) => data[0]?.[0] === baseMark);
  if (base) yield* basePortions(base.data);
  let found = false;
  for (const { sheet, data } of sheets) {
    if (sheet === baseSheet || sheet === listsSheet || data === base?.data) continue;
    const head = data.slice(0, headWithin).findIndex((row) => row.some((cell) => cell === idHead));
    const heads = data[head];
    if (!heads) continue;
    found = true;
    yield {
      part: 'head',
      sheet: sheet.slice(0, 100),
      heads: heads.slice(0, mostColumns).map((cell) => (typeof cell === 'string' ? cell.slice(0, 200) : '')),
    };
    const rows = data
      .slice(head + 1, head + 1 + mostRows)
      .map((row, at) => ({ line: head + 2 + at, cells: row.slice(0, mostColumns).map(cellOf) }));
    for (let from = 0; from < rows.length; from += perPortion) yield { part: 'rows', rows: rows.slice(from, from + perPortion) };
  }
  if (!found) yield { part: 'refused', why: 'notEditSheet' };
}

/** Refuses what is no workbook, and what could act: macros, links to other files, and more than a sheet ever unpacks to. */
async function refusalOf(bytes: Uint8Array): Promise<Refusal | null> {
  configure({ useWebWorkers: false });
  try {
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    const names = entries.map(({ filename }) => filename);
    if (!names.includes('xl/workbook.xml')) return 'notWorkbook';
    if (names.some((name) => /vbaProject|xl\/macrosheets\//i.test(name))) return 'macros';
    if (names.some((name) => name.startsWith('xl/externalLinks/'))) return 'links';
    if (entries.length > 1_000 || entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > mostUnpacked)
      return 'tooLarge';
    return null;
  } catch {
    return 'notWorkbook';
  }
}

function* basePortions(data: readonly Row[]): Generator<Portion<'sheet'>> {
  const [, [exportId, kind, at] = [], keys = []] = data;
  const signature = data.findLast(([first]) => first === 'signature')?.[1];
  const text = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
  yield {
    part: 'base',
    exportId: text(exportId),
    kind: text(kind),
    at: Number(text(at)) || 0,
    keys: keys.map(text).filter((key) => key !== ''),
    mac: text(signature),
  };
  const rows = data.slice(3).filter(([first]) => typeof first === 'string' && first !== 'signature');
  for (let from = 0; from < rows.length; from += perPortion)
    yield { part: 'baseRows', rows: rows.slice(from, from + perPortion).map((row) => row.map(text)) };
}

function cellOf(cell: unknown): SheetCell {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'string' || typeof cell === 'boolean') return cell;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : { day: cell.toISOString().slice(0, 10) };
  const { number } = cell as { number?: unknown };
  return { number: String(number) };
}
