import { isBankNumber, readBankNumber } from '#shared/bank-number.ts';
import { quote, type FileProblem } from '#shared/messages/file-problem.ts';
import { stringifyJson } from '#shared/json/json.ts';
import { portionLimits, type ImportFacts, type Portion } from '#main/library/reading/job-kinds.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { recordId } from '#shared/records/record-id.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import { spoiledBy } from '#shared/values/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { guessMapping, recordOfRow, type Mapping } from './import-columns.ts';
import { formatOf, readItems, tableOf, type ImportRecord, type Table } from './import-text.ts';

// Parses the text of an import. Runs in the file reader, without a database.

/** One record of the file; a row of a table has no text of its own. */
type Read = Omit<ImportRecord, 'text'> & { text?: string };

interface ReadFile {
  records: Read[];
  problems: FileProblem[];
}

const mostProblems = 100;
const sampleSize = 5;
/** Characters of one record, in whatever form it comes. */
const mostOfRecord = 1_000_000;

/** Looks at an export file: its format, its columns and how they could be mapped, the first records. */
export function lookPortions(text: string, file: ImportFacts): Portion<'importLook'>[] {
  const format = formatOf(file.name, text);
  if (format !== 'csv') {
    const read = readItems(text, format);
    if (read.problems.length > 0) return [refused(read.problems)];
    return [{ part: 'look', format, columns: [], mapping: {}, rows: read.records.length, sample: sampleOf(read.records) }];
  }
  const table = tableOf(text);
  const mapping = guessMapping(file.kind, table.columns, file.mapping);
  const { records } = readTable(table, file, mapping);
  return [{ part: 'look', format, columns: table.columns, mapping, rows: table.rows.length, sample: sampleOf(records) }];
}

/** Reads an export file whole: the mapping that was used and every record, or the problems, by line. */
export function* recordPortions(text: string, file: ImportFacts): Generator<Portion<'importRecords'>> {
  const format = formatOf(file.name, text);
  const table = format === 'csv' ? tableOf(text) : null;
  const mapping = table && Object.keys(file.mapping).length === 0 ? guessMapping(file.kind, table.columns, {}) : file.mapping;
  const read = format === 'csv' ? readTable(table ?? tableOf(text), file, mapping) : readItems(text, format);
  const problems = [...read.problems, ...problemsOf(file, read.records)];
  if (read.records.length === 0 && problems.length === 0) problems.push({ line: 1, what: 'noRecords' });
  if (format === 'csv' && file.complete) problems.push(...missingColumns(file, mapping));
  if (problems.length > 0) {
    yield refused(problems);
    return;
  }
  yield { part: 'mapping', mapping: format === 'csv' ? mapping : null };
  yield* inPortions(file, read.records);
}

function* inPortions({ kind }: ImportFacts, records: readonly Read[]): Generator<Portion<'importRecords'>> {
  let portion: { id: string; text: string }[] = [];
  let characters = 0;
  for (const record of records) {
    const text = textOf(record);
    if (portion.length === portionLimits.records || (portion.length > 0 && characters + text.length > portionLimits.characters)) {
      yield { part: 'records', records: portion };
      portion = [];
      characters = 0;
    }
    portion.push({ id: (recordId(kind, record.value) ?? '').toLowerCase(), text });
    characters += text.length;
  }
  yield { part: 'records', records: portion };
}

const textOf = ({ text, value }: Read): string => text ?? stringifyJson(value);

/** The first records, as many of them as one portion holds. */
function sampleOf(records: readonly Read[]): string[] {
  const sample: string[] = [];
  let characters = 0;
  for (const record of records.slice(0, sampleSize)) {
    const text = textOf(record);
    characters += text.length;
    if (characters > portionLimits.characters) break;
    sample.push(text);
  }
  return sample;
}

function refused(problems: FileProblem[]): { part: 'refused'; problems: FileProblem[]; total: number } {
  const sorted = problems.sort((a, b) => a.line - b.line);
  return { part: 'refused', problems: sorted.slice(0, mostProblems), total: sorted.length };
}

function readTable(table: Table, { kind }: ImportFacts, mapping: Mapping): ReadFile {
  const read: ReadFile = { records: [], problems: [...table.problems, ...twice(table.columns, mapping)] };
  for (const { line, cells } of table.rows) {
    const row = recordOfRow(kind, table.columns, cells, mapping);
    if (!row.ok) read.problems.push({ line, what: 'cell', quoted: quote(row.column), text: quote(row.text), cell: row.cell });
    else if (cells.reduce((sum, cell) => sum + cell.length, 0) > mostOfRecord) read.problems.push({ line, what: 'tooLong' });
    else read.records.push({ line, value: row.value });
  }
  return read;
}

/** Two columns of one name would fill one field, the last one winning unseen. */
function twice(columns: readonly string[], mapping: Mapping): FileProblem[] {
  const names = columns.filter((name, at) => mapping[name] !== undefined && columns.indexOf(name) !== at);
  return [...new Set(names)].map((name) => ({ line: 1, what: 'columnTwice', quoted: quote(name) }));
}

/** The replacement characters that another encoding than UTF-8 leaves. */
const lostLetter = '\uFFFD';
/** Traces of UTF-8 that was read as Windows-1252 and written again: Ã¼, Ã–, â€™. */
const encodedTwice = /Ã[\u0080-\u009F\u00A1-\u00BF–—‚„…†‡ˆ‰Š‹ŒŽ‘’“”•˜™š›œžŸ]|â€[™œ"“”¦\u009D]/;

/** Problems that make a record of the file unusable: no id, another company, a duplicate, fields of another type. */
function problemsOf({ kind, companyId }: ImportFacts, records: readonly Read[]): FileProblem[] {
  const problems: FileProblem[] = [];
  const lines = new Map<string, number>();
  for (const record of records) {
    const { line, value } = record;
    const id = recordId(kind, value)?.toLowerCase() ?? null;
    const before = id === null ? undefined : lines.get(id);
    if (id === null || !isUuid(id)) problems.push({ line, what: 'noId' });
    else if (before !== undefined) problems.push({ line, what: 'sameRecord', other: before });
    else lines.set(id, line);
    const whole = textOf(record);
    if (whole.includes(lostLetter)) problems.push({ line, what: 'lostLetters' });
    if (whole.includes('\\u0000')) problems.push({ line, what: 'hiddenZero' });
    if (encodedTwice.test(whole)) problems.push({ line, what: 'twiceEncoded' });
    const told = value['companyId'];
    if (typeof told === 'string' && companyId !== null && told.toLowerCase() !== companyId.toLowerCase())
      problems.push({ line, what: 'otherCompany' });
    for (const [name, text] of Object.entries(value)) {
      if (!isBankNumber([name]) || typeof text !== 'string') continue;
      const spoiled = spoiledBy(text);
      if (spoiled !== null) problems.push({ line, what: 'cell', quoted: name, text: quote(text), cell: spoiled });
      else if (!readBankNumber([name], text).ok) problems.push({ line, what: 'bankNumber', quoted: name, text: quote(text) });
    }
    for (const { path, expected } of parseRecord(kind, value).problems)
      problems.push({ line, what: 'fieldType', quoted: quote(path.join('.')), expected: quote(expected) });
  }
  return problems;
}

/** A table can only be called complete when it has every field that an update may set, the members of objects too. */
function missingColumns({ kind }: ImportFacts, mapping: Mapping): FileProblem[] {
  const mapped = new Set(Object.values(mapping));
  const isMissing = (fact: FieldFact, within: readonly string[] = []) => fact.editable && !mapped.has([...within, ...fact.path].join('.'));
  const missing = fieldsOf(kind)
    .filter((fact) => isMissing(fact))
    .flatMap(({ path, label, type, items = [] }) => {
      const inner = type === 'object' ? items.filter((fact) => fact.editable) : [];
      const lacks = inner.filter((fact) => isMissing(fact, path));
      return inner.length === 0 || lacks.length === inner.length ? [label] : lacks.map((fact) => `${label} (${fact.label})`);
    });
  return missing.length === 0 ? [] : [{ line: 1, what: 'missingColumns', quoted: quote(missing.join(', ')) }];
}
