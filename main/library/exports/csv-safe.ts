import Papa from 'papaparse';

export type Cell = string | number | bigint | null;

const plainNumber = /^-?\d+(\.\d+)?$/;
/** Leading characters that make a spreadsheet run a cell, full-width forms included; leading blanks do not prevent it. */
const runs = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** Characters that another reader takes for the end of a cell: spreadsheets set to semicolons or tabs ignore our quotes there. */
const ends = new Set([';', '\t', '|', '\n', '\r']);
const beginsFormula = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
const unseen = /[\s\p{Cc}\p{Cf}"']/u;

/**
 * A cell that a spreadsheet shows and never runs, whichever separator it reads by: dangerous beginnings get an apostrophe in front, inside
 * the text too where a semicolon, a tab or a line's end could begin a cell. Plain numbers stay numbers.
 */
export function safeCell(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  if (plainNumber.test(text)) return text;
  return (runs.test(text) ? "'" : '') + text.slice(0, 1) + withoutInnerFormulas(text);
}

/** The text from its second character on. */
function withoutInnerFormulas(text: string): string {
  let safe = '';
  let from = 1;
  let begins = ends.has(text[0] ?? '');
  for (let at = 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (begins && beginsFormula.has(character)) {
      safe += `${text.slice(from, at)}'`;
      from = at;
    }
    begins = ends.has(character) || (begins && unseen.test(character));
  }
  return safe + text.slice(from);
}

/** A table as CSV that every spreadsheet reads: every cell quoted, CRLF, a byte-order mark for UTF-8. Integers are exact to any size. */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const safe = rows.map((row) => row.map(safeCell));
  return `\uFEFF${Papa.unparse({ fields: [...columns], data: safe }, { quotes: true, newline: '\r\n' })}\r\n`;
}
