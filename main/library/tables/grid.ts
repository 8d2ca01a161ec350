import type { ImportFormat, Separator, TextEncoding } from '#shared/files/file-format.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';

/** A value that a spreadsheet keeps as a number, a date or a yes or no; a text is a plain string. */
export interface TypedCell {
  kind: 'number' | 'date' | 'boolean';
  /** A number in plain figures with a decimal point; `2026-03-12` or `2026-03-12T10:00:00`; true or false. */
  text: string;
  /** As the sheet shows it, where that differs: `00040004`, or `1.23E+17` where figures are gone. */
  shown?: string;
  /** Decimals that its format shows. */
  places?: number;
}
export type Cell = string | TypedCell;

export const textOfCell = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : (cell?.shown ?? cell?.text ?? ''));
export const isBlank = (cell: Cell | undefined): boolean => textOfCell(cell).trim() === '';

export interface GridRow {
  /** The row of the sheet, or the line of the file on which it begins, from 1. */
  row: number;
  cells: Cell[];
}

/** Everything that stands in a file of rows and columns, as it stands there. Blank rows are left out. */
export interface Grid {
  format: ImportFormat;
  encoding: TextEncoding | null;
  /** Other encodings that are nearly as likely. */
  rivals: TextEncoding[];
  separator: Separator | null;
  sheets: { name: string; hidden: boolean }[];
  sheet: number;
  /** The first year of its serial numbers of days. */
  base: 1900 | 1904;
  hiddenRows: number;
  hiddenColumns: number;
  rows: GridRow[];
  problems: FileProblem[];
}

export const noGrid: Omit<Grid, 'format'> = {
  encoding: null,
  rivals: [],
  separator: null,
  sheets: [],
  sheet: 0,
  base: 1900,
  hiddenRows: 0,
  hiddenColumns: 0,
  rows: [],
  problems: [],
};

/** A, B … Z, AA of a column from 0. */
export function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** No kind of record has a tenth as many. */
export const mostColumns = 1_000;
/** More than a sheet of 100,000 rows and 40 columns has. */
export const mostCells = 5_000_000;

export class TooManyColumns extends Error {
  readonly count: number;
  constructor(count: number) {
    super();
    this.count = count;
  }
}
