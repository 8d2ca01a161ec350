import { inEveryLanguage } from '#shared/messages/speak.ts';
import { isIban } from '#shared/bank-number.ts';
import type { FieldFact } from '#shared/records/field.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { idFieldOf } from '#shared/records/record-id.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { currencyExponents } from '#shared/values/currencies.ts';
import { plainId } from '#shared/values/plain-id.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { amountText } from '#main/library/tables/amount-text.ts';
import { dateText } from '#main/library/tables/date-text.ts';
import { isBlank, textOfCell, type Cell } from '#main/library/tables/grid.ts';
import { fieldsNamed } from '#main/library/tables/heading-words.ts';
import { ownMapping } from './own-columns.ts';
import type { Column, Table } from '#main/library/tables/table.ts';

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

/** Fields of a kind's first level that hold a day, with or without a time. */
export const dayFields = (kind: RecordKind): string[] =>
  fieldsOf(kind).flatMap(({ path: [name = ''], type }) => (type === 'date' || type === 'instant' ? [name] : []));

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
  (column, path) => letters(column) !== '' && letters(column) === letters(path),
  (column, _path, label) => letters(column) !== '' && letters(column) === letters(label),
];

/**
 * Guesses a mapping: what was remembered first, then fields of the column's name, of its label, of its words in other languages where its content
 * fits, then of its content alone. No field is filled twice; of two columns of one heading none is chosen.
 */
export function guessMapping(kind: RecordKind, table: Table, remembered: Mapping): Mapping {
  const fields = importFields(kind);
  const own = ownMapping(kind, table, fields);
  if (own !== null) return own;
  const mapping: Mapping = {};
  const taken = new Set<string>();
  const columns = table.columns.filter(({ twin }) => !twin);
  const take = ({ name }: Column, field: string | undefined) => {
    if (field === undefined || !fields.has(field) || taken.has(field) || mapping[name] !== undefined) return;
    mapping[name] = field;
    taken.add(field);
  };
  const samples = new Map(table.columns.map(({ name, at }) => [name, sampleOf(table, at)]));
  const fits = ({ name }: Column, field: string) => contentFits(fields.get(field), field, samples.get(name) ?? []);
  for (const column of columns) take(column, remembered[column.name]);
  for (const [at, isLike] of likenesses.entries())
    for (const column of columns) {
      const field = [...fields].find(([path, { labelId }]) =>
        inEveryLanguage(labelId).some((label) => isLike(column.name, path, label)),
      )?.[0];
      // A label is a word of every day: "Vendor" names an id inside an object, and in a list the vendor.
      if (field !== undefined && (at === 0 || fits(column, field))) take(column, field);
    }
  const most = 4;
  for (let rank = 0; rank < most; rank++)
    for (const column of columns) {
      const field = fieldsNamed(kind, column.name)[rank];
      if (field !== undefined && fits(column, field)) take(column, field);
    }
  const idField = idFieldOf(kind);
  for (const [field, isContent] of contents(idField))
    for (const column of columns) {
      const cells = samples.get(column.name) ?? [];
      const texts = cells.map((cell) => textOfCell(cell).trim());
      if (texts.length > 0 && new Set(texts).size === (field === idField ? texts.length : new Set(texts).size) && texts.every(isContent))
        take(column, field);
    }
  return mapping;
}

/** Fields that a column's content alone tells. */
const contents = (idField: string): readonly (readonly [string, (text: string) => boolean])[] => [
  [idField, (text) => isUuid(plainId(text))],
  ['bankAccountNumber', (text) => isIban(text.replaceAll(/\s/g, '').toUpperCase())],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  ['currency', (text) => currencyExponents.has(text)],
];

/** Rows that decide a column's content. */
const lookedAt = 200;

function sampleOf(table: Table, at: number): Cell[] {
  return table.rows.slice(0, lookedAt).flatMap(({ cells }) => (isBlank(cells[at]) ? [] : [cells[at] ?? '']));
}

/** True where most cells of a column can be what a field holds: a heading such as "Status" or "Kunde" says too little. */
function contentFits(fact: FieldFact | undefined, path: string, cells: readonly Cell[]): boolean {
  if (fact === undefined) return false;
  const texts = cells.map((cell) => textOfCell(cell).trim());
  const fitting = texts.filter((text, at) => fitsType(fact.type, path, text, cells[at] ?? '')).length;
  return fitting >= texts.length * 0.5;
}

function fitsType(type: FieldFact['type'], path: string, text: string, cell: Cell): boolean {
  const kind = typeof cell === 'string' ? 'text' : cell.kind;
  switch (type) {
    case 'uuid':
      return isUuid(plainId(text));
    case 'money':
    case 'number':
    case 'integer':
      return kind === 'number' || (kind === 'text' && amountText(text) !== null);
    case 'date':
    case 'instant':
      return kind === 'date' || dateText(text) !== null;
    case 'currency':
      return /^(?:[A-Za-z]{3}|\p{Sc})$/u.test(text);
    case 'enum':
    case 'country':
      return /^[A-Z][A-Z0-9_]*$/.test(text);
    case 'boolean':
      return kind === 'boolean' || /^\p{L}+$/u.test(text);
    case 'object':
    case 'array':
      return false;
    case 'text':
      return !/(?:ccountNumber|BankgiroNumber|AccountCode)$/.test(path) || /\d/.test(text);
  }
}
