import type { CellProblem } from '#shared/messages/file-problem.ts';
import { isCalendarDate, isInstant } from '#shared/values/dates.ts';
import { exactNumber, parseJson, strangersLimits, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import { largestMinor } from '#shared/values/money.ts';
import type { FieldFact } from '#shared/records/field.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { readCell } from '#shared/values/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';

/** Column name → field path with dots; a column that is not in it is left out. */
export type Mapping = Record<string, string>;

/** Every field of a kind that a column can fill, by its path with dots; fields inside objects included, those inside lists not. */
export function importFields(kind: RecordKind): Map<string, FieldFact> {
  const fields = new Map<string, FieldFact>();
  for (const fact of fieldsOf(kind)) {
    fields.set(fact.path.join('.'), fact);
    if (fact.type !== 'object') continue;
    for (const inner of fact.items ?? []) fields.set([...fact.path, ...inner.path].join('.'), inner);
  }
  return fields;
}

/** No label is longer. */
const mostOfName = 200;
const letters = (text: string): string =>
  text
    .slice(0, mostOfName)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '');

/** Rules that map a column to a field, the surest first; each rule runs over all columns before the next, so that a similarity never takes a field that another column names. */
const likenesses: readonly ((column: string, path: string, label: string) => boolean)[] = [
  (column, path) => column === path,
  (column, _path, label) => column === label,
  (column, path) => letters(column) === letters(path),
  (column, _path, label) => letters(column) === letters(label),
];

/** Guesses a mapping: what was remembered first, then fields of the column's name, then of its label. No field is filled twice. */
export function guessMapping(kind: RecordKind, columns: readonly string[], remembered: Mapping): Mapping {
  const fields = importFields(kind);
  const mapping: Mapping = {};
  const taken = new Set<string>();
  const take = (column: string, field: string | undefined) => {
    if (field === undefined || !fields.has(field) || taken.has(field) || mapping[column] !== undefined) return;
    mapping[column] = field;
    taken.add(field);
  };
  for (const column of columns) take(column, remembered[column]);
  for (const isLike of likenesses) {
    for (const column of columns) take(column, [...fields].find(([path, { label }]) => isLike(column, path, label))?.[0]);
  }
  return mapping;
}

export type RowAnswer = { ok: true; value: JsonObject } | { ok: false; column: string; text: string; cell: CellProblem };

/** One table row as a record. Empty cells are absent fields; nothing is guessed: a cell that does not fit its field is named. */
export function recordOfRow(kind: RecordKind, columns: readonly string[], cells: readonly string[], mapping: Mapping): RowAnswer {
  const fields = importFields(kind);
  let value: JsonObject = {};
  for (const [index, column] of columns.entries()) {
    const path = mapping[column];
    const fact = path === undefined ? undefined : fields.get(path);
    const { text: cell, spoiled } = readCell(cells[index] ?? '');
    if (path === undefined || fact === undefined || cell === '') continue;
    // A figure of a number's column may have an exponent: its own reading judges it.
    const read =
      spoiled !== null && !(spoiled === 'shortened' && fact.type === 'number') ? wrong(spoiled) : valueOfCell(cell, fact.type, path);
    if (!read.ok) return { ok: false, column, text: cell, cell: read.cell };
    value = withValue(value, path.split('.'), read.value);
  }
  return { ok: true, value };
}

type CellAnswer = { ok: true; value: JsonValue } | { ok: false; cell: CellProblem };
const wrong = (cell: CellProblem): CellAnswer => ({ ok: false, cell });
const right = (value: JsonValue): CellAnswer => ({ ok: true, value });

function valueOfCell(cell: string, type: FieldFact['type'], path: string): CellAnswer {
  switch (type) {
    case 'money':
    case 'integer':
      return integerOfCell(cell);
    case 'number':
      return isDecimal(cell) ? right(exactNumber(cell)) : wrong('decimal');
    case 'uuid':
      return isUuid(cell) ? right(cell.toLowerCase()) : wrong('id');
    case 'date':
      return isCalendarDate(cell) ? inYears(cell) : wrong('date');
    case 'instant':
      return isInstant(cell) ? inYears(cell) : wrong('instant');
    case 'boolean':
      return /^(true|false)$/i.test(cell) ? right(cell.toLowerCase() === 'true') : wrong('boolean');
    case 'object':
    case 'array':
      return jsonOfCell(cell, type);
    case 'currency':
      return /^[A-Za-z]{3}$/.test(cell) ? right(cell.toUpperCase()) : wrong('currency');
    case 'text':
    case 'enum':
      return /(?:ankAccountNumber|BankgiroNumber)$/.test(path) && !/\d/.test(cell) ? wrong('noFigure') : right(cell);
  }
}

/** Years outside are two figures, another calendar's, or a spreadsheet's day 0. */
const inYears = (cell: string): CellAnswer => (cell >= '1990' && cell < '2101' ? right(cell) : wrong('year'));

const isDecimal = (cell: string): boolean => cell.length <= strangersLimits.maxNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell);

/** An int64 has nineteen; zeros may stand before it. */
const mostFigures = 40;

function integerOfCell(cell: string): CellAnswer {
  if (!/^-?\d+$/.test(cell)) return wrong('integer');
  if (cell.length > mostFigures) return wrong('tooLarge');
  const value = BigInt(cell);
  if (value > largestMinor || value < -largestMinor - 1n) return wrong('tooLarge');
  return right(Number.isSafeInteger(Number(value)) ? Number(value) : value);
}

function jsonOfCell(cell: string, type: 'object' | 'array'): CellAnswer {
  const parsed = parseJson(cell, strangersLimits);
  const fits = parsed.ok && typeof parsed.value === 'object' && Array.isArray(parsed.value) === (type === 'array');
  return parsed.ok && fits ? right(parsed.value) : wrong('json');
}
