/** Leading characters that make a spreadsheet run a cell, full-width forms included; leading blanks do not prevent it. */
const runs = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Characters that another reader takes for the end of a cell: spreadsheets set to semicolons or tabs ignore our quotes there. */
const ends = ';\\t|\\n\\r';
const formula = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20';
/** A formula's sign inside a text, where a separator could begin a cell. */
const inner = new RegExp(`(?=[${formula}])(?<=[${ends}][\\s\\p{Cc}\\p{Cf}"']*)`, 'gu');
/** The same with the apostrophe that `safeCell` put before it. */
const innerSafe = new RegExp(`'(?=[${formula}])(?<=[${ends}][\\s\\p{Cc}\\p{Cf}"']*')`, 'gu');

/** The beginnings of months in English, German, French, Swedish, Spanish and Dutch. */
const month =
  '(?:jan|feb|fév|f[eé]vr|mar|m[aä]r|mrt|apr|avr|abr|ma[iyj]|mei|jui?n|juil|jul|aug|ago|ao[uû]|sep|o[ck]t|nov|de[cz]|d[eé]c|dic|ene)\\p{L}*\\.?';

/**
 * Texts that a spreadsheet would take for a number, a date or a truth value: zeros in front and digits beyond eleven get lost, `1-2` becomes a
 * day, `7e3` a number.
 */
const spoiled = [
  /^\s*[+-]?0\d/,
  /^\s*[+-]?\d[\d\s.,']{11,}$/,
  /^\s*[+-]?[\d.,]+e[+-]?\d+\s*$/i,
  /^\s*\d{1,4}[-/.]\d{1,2}([-/.]\d{1,4})?\s*$/,
  new RegExp(`^\\s*(${month}[-. ]+\\d{1,4}|\\d{1,4}[-. ]+${month}([-. ]+\\d{1,4})?)\\s*$`, 'iu'),
  /^\s*(true|false|wahr|falsch|vrai|faux)\s*$/i,
];
const calendarDate = /^\d{4}-\d\d-\d\d$/;

/** True for a text that a spreadsheet would change when it opens a CSV. */
export const isSpoiled = (text: string): boolean => !calendarDate.test(text) && spoiled.some((shape) => shape.test(text));

/**
 * A text that a spreadsheet shows and never runs or changes, whichever separator it reads by: an apostrophe stands before dangerous
 * beginnings, inside the text too where a semicolon, a tab or a line's end could begin a cell. `plainCell` takes all of them off again.
 */
export function safeCell(text: string): string {
  if (plainNumber.test(text)) return isSpoiled(text) ? `'${text}` : text;
  const lead = runs.test(text) || text.startsWith("'") || isSpoiled(text) ? "'" : '';
  return lead + text.slice(0, 1) + text.replaceAll(inner, "'").slice(1);
}

/** The text that `safeCell` made a cell of. */
export function plainCell(cell: string): string {
  return cell.replace(/^'/, '').replaceAll(innerSafe, '');
}
