import Papa from 'papaparse';

export type Cell = string | number | bigint | null;

const plainNumber = /^-?\d+(\.\d+)?$/;
/** What makes a spreadsheet run a cell, its full-width twins included; blanks before it do not help. */
const runs = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A cell that a spreadsheet shows and never runs: dangerous beginnings get an apostrophe in front, plain numbers stay numbers. */
export function safeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return runs.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** A table as CSV that every spreadsheet reads: every cell quoted, CRLF, a byte-order mark for UTF-8. Integers are exact to any size. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const safe = rows.map((row) => row.map(safeCell));
  return `\uFEFF${Papa.unparse({ fields: [...columns], data: safe }, { quotes: true, newline: '\r\n' })}\r\n`;
}
