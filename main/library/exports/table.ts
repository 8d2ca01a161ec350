import type { Cell, TableColumn } from './cells.ts';
import Papa from 'papaparse';
import { stringifyJson, type JsonValue } from '#shared/json/json.ts';
import { separatorsOf } from '#shared/values/money.ts';
import { isCalendarDate } from '#shared/values/dates.ts';
import { safeCell } from './csv-safe.ts';
import { writeWorkbook } from './workbook.ts';

/** A table on its way into a file, page by page. */
export interface Table {
  /** The file's name without its ending. */
  name: string;
  /** The sheet's name. */
  sheet: string;
  columns: readonly TableColumn[];
  pages: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** A file for a user. */
export interface MadeFile {
  name: string;
  mediaType: string;
  file: Blob;
}

export type TableFormat = 'xlsx' | 'csv';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const csvType = 'text/csv;charset=UTF-8';

/** Digits that every spreadsheet keeps; a number with more is written as text. */
const mostDigits = 15;

/** A number, or its text where a spreadsheet would round it. */
export function numberCell(decimal: string): Cell {
  return decimal.replace(/^[-0.]*/, '').replace('.', '').length > mostDigits ? decimal : { number: decimal };
}

/** A date before 1900-03-01 has no number that all spreadsheets agree on. */
export const dayCell = (day: string): Cell => (isCalendarDate(day) && day >= '1900-03-01' ? { day } : day);

/** Writes a table as XLSX, or as CSV with the separators of a locale. */
export async function tableFile(table: Table, format: TableFormat, locale: string): Promise<MadeFile> {
  if (format === 'xlsx') {
    const { sheet: name, columns, pages } = table;
    return { name: `${table.name}.xlsx`, mediaType: xlsxType, file: await writeWorkbook([{ name, columns, pages }]) };
  }
  // Page by page: encoded at once a long list would stop the window.
  const encoder = new TextEncoder();
  const dialect = dialectOf(locale);
  const parts = [encoder.encode(`\uFEFF${csvLines([table.columns.map(({ head }) => head)], dialect)}`)];
  for await (const page of table.pages) parts.push(encoder.encode(csvLines(page, dialect)));
  return { name: `${table.name}.csv`, mediaType: csvType, file: new Blob(parts, { type: csvType }) };
}

type Dialect = ReturnType<typeof dialectOf>;

/** Semicolons where a comma is the decimal sign, as spreadsheets of that locale read and write. */
export function dialectOf(locale: string): { separator: string; decimal: string } {
  const { decimal } = separatorsOf(locale);
  return { decimal, separator: decimal === ',' ? ';' : ',' };
}

/** Rows as CSV that every spreadsheet reads: every cell quoted, CRLF. */
export function csvLines(rows: readonly (readonly Cell[])[], { separator, decimal }: Dialect): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map((cell) => csvCell(cell, decimal)));
  return `${Papa.unparse(cells, { quotes: true, newline: '\r\n', delimiter: separator })}\r\n`;
}

function csvCell(cell: Cell, decimal: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return safeCell(cell);
  return 'day' in cell ? cell.day : cell.number.replace('.', decimal);
}

/** A value of JSON as a cell: numbers that keep their digits, anything else as text. */
export function cellOf(value: JsonValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return numberCell(String(value));
  return stringifyJson(value);
}
