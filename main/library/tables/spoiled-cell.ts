import { plainCell, safeCell } from '#main/library/exports/csv-safe.ts';

// Cells that a spreadsheet changed on the way. A repair is exact and needs no guess; what lost figures is refused.

/** Spreadsheets are told `="040004"` or `'040004` to keep zeros. */
const formulaText = /^=\s*"((?:[^"]|"")*)"$/;
const apostrophe = /^'(?:[\d ./-]+$|[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** The text that one of our own exports made a cell of; the cell itself where it would not have written it so. */
export function exportedText(cell: string): string {
  if (!cell.includes("'")) return cell;
  const text = plainCell(cell);
  return safeCell(text) === cell ? text : cell;
}

/** A cell without the signs that only keep a spreadsheet from changing it, and the way in which its value was lost, if it was. */
export function readCell(cell: string): { text: string; spoiled: Spoiled | null } {
  const text = cell.trim();
  const exported = exportedText(text);
  if (exported !== text) return { text: exported.trim(), spoiled: null };
  // Text after an apostrophe is no formula, whatever it begins with.
  if (apostrophe.test(text)) return { text: text.slice(1).trim(), spoiled: null };
  const plain = formulaText.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;
  return { text: plain, spoiled: spoiledBy(plain) };
}

/** The way in which a spreadsheet or database left no value in a cell. */
export type Spoiled = 'shortened' | 'hashes' | 'formula' | 'noResult' | 'noValue';

/** The beginning of the text that stands for a formula without its saved result. Taken for an empty cell, it would empty a field or leave it out. */
const noResult = '#=';
/** The text of a cell with a formula whose result its program did not save; the formula is cut, to be found by. */
export const withoutResult = (formula: string): string => `${noResult}${formula.slice(0, 60)}`;

/** Excel always signs the exponent; Numbers does not, but then has a fraction. `7E10` may be a code. */
const scientific = /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d+|\d+[.,]\d+E\d+)$/i;
/** `#REF!`, `#VÄRDEFEL!`, `#¿NOMBRE?`: every language has its own words for the same form. */
const errors =
  /^#(?:[¡¿]?\p{L}[\p{L}\d/_]*[!?]|N\/[AB]|NV|REF|BEZUG|VALUE|WERT|VALEUR|VALOR|DIV\/0|NAME|NUM|ZAHL|NULL|SPILL|CALC|GETTING_DATA|FIELD|BLOCKED)$/iu;

/** The way in which the cell's value was lost; null for a cell that may be read. */
export function spoiledBy(text: string): Spoiled | null {
  const cell = text.trim();
  // Most cells begin as no spoiled one does.
  if (!/^[\d+\-#N(\\=]/.test(cell)) return null;
  if (/[eE]/.test(cell) && scientific.test(cell)) return 'shortened';
  if (/^#{2,}$/.test(cell)) return 'hashes';
  if (cell.startsWith(noResult)) return 'noResult';
  if (errors.test(cell)) return 'noValue';
  if (/^(?:NULL|\(null\)|\\N)$/.test(cell)) return 'noValue';
  return cell.startsWith('=') ? 'formula' : null;
}
