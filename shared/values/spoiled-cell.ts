// Cells that a spreadsheet changed on the way. A repair is exact and needs no guess; what lost figures is refused.

/** Spreadsheets are told `="040004"` or `'040004` to keep zeros, and our own exports put an apostrophe before what would run. */
const formulaText = /^=\s*"((?:[^"]|"")*)"$/;
const apostrophe = /^'(?:[\d ./-]+$|[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** A cell without the signs that only keep a spreadsheet from changing it, and the way in which its value was lost, if it was. */
export function readCell(cell: string): { text: string; spoiled: Spoiled | null } {
  const text = cell.trim();
  // Text after an apostrophe is no formula, whatever it begins with.
  if (apostrophe.test(text)) return { text: text.slice(1).trim(), spoiled: null };
  const plain = formulaText.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;
  return { text: plain, spoiled: spoiledBy(plain) };
}

/** The way in which a spreadsheet or database left no value in a cell. */
export type Spoiled = 'shortened' | 'hashes' | 'formula' | 'noValue';

/** Excel always signs the exponent; Numbers does not, but then has a fraction. `7E10` may be a code. */
const scientific = /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d+|\d+[.,]\d+E\d+)$/i;
/** `#REF!`, `#VÄRDEFEL!`, `#¿NOMBRE?`: every language has its own words for the same form. */
const errors =
  /^#(?:[¡¿]?\p{L}[\p{L}\d/_]*[!?]|N\/[AB]|NV|REF|BEZUG|VALUE|WERT|VALEUR|VALOR|DIV\/0|NAME|NUM|ZAHL|NULL|SPILL|CALC|GETTING_DATA|FIELD|BLOCKED)$/iu;

/** The way in which the cell's value was lost; null for a cell that may be read. */
export function spoiledBy(text: string): Spoiled | null {
  const cell = text.trim();
  if (scientific.test(cell)) return 'shortened';
  if (/^#{2,}$/.test(cell)) return 'hashes';
  if (errors.test(cell)) return 'noValue';
  if (/^(?:NULL|\(null\)|\\N)$/.test(cell)) return 'noValue';
  return cell.startsWith('=') ? 'formula' : null;
}
