import { spoiledBy } from './spoiled-cell.ts';
import { t } from '#shared/messages/t.ts';
import type { LeftOutRow } from '#shared/files/import-summary.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { isBlank, letterOf, mostColumns, textOfCell, type Cell, type Grid, type GridRow } from './grid.ts';
import { headingKey, headingMatches } from './heading-words.ts';

export interface Column {
  /** Its heading, made unique: what the user and the mapping call it. */
  name: string;
  at: number;
  letter: string;
  /** Another column has the same heading. */
  twin: boolean;
}

export interface Table {
  columns: Column[];
  /** Row of the headings; 0 where there is none. */
  heading: number;
  rows: GridRow[];
  leftOut: LeftOutRow[];
  problems: FileProblem[];
}

/** Cells of the first rows, among them the headings. */
const lookedAt = 40;
const longestHeading = 1_000;

/** A grid as columns with names and rows below them: the headings are found, totals and remarks are set apart. */
export function tableOf(grid: Grid, chosen?: number): Table {
  const at = chosen === undefined ? headingIndex(grid.rows) : grid.rows.findIndex(({ row }) => row === chosen);
  const heading = grid.rows[at];
  const table: Table = { columns: [], heading: heading?.row ?? 0, rows: [], leftOut: [], problems: [...grid.problems] };
  if (!heading) return table;
  const below = grid.rows.slice(at + 1);
  if (heading.cells.some((cell) => textOfCell(cell).length > longestHeading)) {
    table.problems.push({ line: heading.row, what: 'longColumn', most: longestHeading });
    return table;
  }
  table.columns = columnsOf(heading.cells, below);
  const key = keyOf(heading.cells);
  for (const row of below) {
    const why = leftOutBecause(row, table.columns, key, heading.cells);
    if (why !== null) table.leftOut.push({ row: row.row, why, text: shortText(row.cells) });
    else table.rows.push(row);
  }
  const lastHeading = heading.cells.findLastIndex((cell) => !isBlank(cell));
  if (grid.format === 'csv') for (const { row, cells } of table.rows) checkWidth(table, row, cells, heading.cells.length, lastHeading);
  return table;
}

/** A row that is wider or shorter than its headings may have slipped: a separator stood in a text. */
function checkWidth(table: Table, row: number, cells: readonly Cell[], width: number, lastHeading: number): void {
  const lastCell = cells.findLastIndex((cell) => !isBlank(cell));
  if (cells.length < width ? cells.length <= lastHeading : lastCell >= width)
    table.problems.push({ line: row, what: 'otherWidth', count: cells.length, expected: width });
}

function columnsOf(cells: readonly Cell[], below: readonly GridRow[]): Column[] {
  const width = Math.min(mostColumns, Math.max(cells.length, ...below.slice(0, 200).map((row) => row.cells.length)));
  const columns: Column[] = [];
  const names = new Map<string, number>();
  for (let at = 0; at < width; at++) {
    const text = textOfCell(cells[at]).replaceAll(/\s+/g, ' ').trim();
    if (text === '' && below.every((row) => isBlank(row.cells[at]))) continue;
    const heading = text === '' ? t('import.columns.unnamed', { letter: letterOf(at) }) : text;
    const times = (names.get(heading) ?? 0) + 1;
    names.set(heading, times);
    columns.push({ name: times === 1 ? heading : `${heading} (${times})`, at, letter: letterOf(at), twin: times > 1 });
  }
  const twice = new Set([...names].filter(([, times]) => times > 1).map(([name]) => name));
  return columns.map((column) => (twice.has(column.name) ? { ...column, twin: true } : column));
}

/** The row that reads most like headings; without known words the first that is as wide as the table and holds texts alone. */
function headingIndex(rows: readonly GridRow[]): number {
  const first = rows.slice(0, lookedAt);
  const filled = first.map(({ cells }) => cells.filter((cell) => !isBlank(cell)).length);
  const widest = Math.max(0, ...filled);
  const matches = first.map(({ cells }) => headingMatches(cells.map((cell) => (typeof cell === 'string' ? cell.trim() : ''))));
  const most = Math.max(0, ...matches);
  const known = matches.findIndex((count, at) => count === most && (filled[at] ?? 0) >= Math.min(2, widest));
  // One known word in a wide title is no heading.
  if (most >= 2 || (most === 1 && known >= 0 && (filled[known] ?? 0) >= widest * 0.6)) return known;
  const texts = first.findIndex(
    ({ cells }, at) =>
      (filled[at] ?? 0) >= widest * 0.6 && cells.every((cell) => typeof cell === 'string' && !/^\s*[-+]?[\d.,]+\s*$/.test(cell)),
  );
  return texts >= 0 ? texts : first.length > 0 ? 0 : -1;
}

const keyOf = (cells: readonly Cell[]): string =>
  cells
    .map((cell) => headingKey(textOfCell(cell)))
    .join('|')
    .replace(/\|+$/, '');

const totalWord =
  /^(?:[-=* ]*)(?:zwischen|end|ge|gesamt|grand|sub|sous[- ]?|del)?[- ]?(?:summe|summen|gesamt|gesamtsumme|total|totals|totaux|totale|totalt|totaal|somme|summa|suma|saldo|saldi|subtotal|合計|小計|総計|Σ)(?:\b|$|[:\s])/iu;

function leftOutBecause(row: GridRow, columns: readonly Column[], key: string, headings: readonly Cell[]): LeftOutRow['why'] | null {
  const filled = row.cells.filter((cell) => !isBlank(cell));
  const [first] = filled;
  if (typeof first === 'string' && filled.length < columns.length && totalWord.test(first.trim()) && filled.slice(1).every(isAmountLike))
    return 'total';
  if (
    row.cells.length >= headings.length / 2 &&
    filled.length > 1 &&
    textOfCell(first) === textOfCell(headings.find((cell) => !isBlank(cell))) &&
    keyOf(row.cells) === key
  )
    return 'heading';
  // A single text beside three or more columns is a remark; a single number or id may be a damaged record.
  if (
    columns.length >= 3 &&
    filled.length === 1 &&
    typeof first === 'string' &&
    /\p{L}.*\s/u.test(first.trim()) &&
    row.cells.findIndex((cell) => !isBlank(cell)) === 0
  )
    return 'note';
  return null;
}

const isAmountLike = (cell: Cell): boolean =>
  typeof cell !== 'string' ||
  /^[-+−(]?\s*[\p{Sc}A-Z]{0,4}\s*[\d.,'’\s\u00A0\u202F]+\s*[\p{Sc}A-Z%]{0,4}\)?-?$/u.test(cell.trim()) ||
  /^[A-Z]{3}$/.test(cell.trim()) ||
  spoiledBy(cell) === 'noResult';

const shortText = (cells: readonly Cell[]): string =>
  cells
    .map((cell) => textOfCell(cell).trim())
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 120);
