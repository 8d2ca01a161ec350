import type { FileSummary, ImportColumn, ImportQuestion, ImportReading } from '#shared/files/import-summary.ts';
import { stringifyJson, type JsonValue } from '#shared/json/json.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { inEveryLanguage } from '#shared/messages/speak.ts';
import { idHead } from '#shared/sheets/sheet-fields.ts';
import { idFieldOf } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { portionLimits, type ImportFacts } from '#main/library/reading/job-kinds.ts';
import { isBlank, textOfCell, type Cell, type Grid, type GridRow } from '#main/library/tables/grid.ts';
import { readSource, type FileContent, type Source, type TwiceEncoded } from '#main/library/tables/read-source.ts';
import { tableOf, type Table } from '#main/library/tables/table.ts';
import { decodeText } from '#main/library/tables/text-encoding.ts';
import { decideConventions, mappedColumns } from './conventions.ts';
import { guessMapping, importFields, type Mapping } from '#main/library/imports/import-columns.ts';
import { totalFits } from './import-sums.ts';
import { readItems, type Read } from './import-text.ts';
import { matchFields } from '#main/library/imports/match-fields.ts';
import { confirmedRows } from '#main/library/imports/own-columns.ts';
import { missingColumns, problemsOf, twins } from './record-problems.ts';
import { recordOfRow, swappedColumns, type RowReading } from './record-row.ts';

type Described = 'format' | 'reading' | 'questions' | 'columns' | 'mapping' | 'problems' | 'leftOut' | 'raw' | 'totalFits';
export interface ReadFile extends Pick<FileSummary, Described> {
  /** Every record, also those with problems. */
  records: Read[];
  grid: Grid | null;
}

const rawRows = 14;
const rawCells = 26;
const exampleLength = 120;
/** Characters of one record, in whatever form it comes. */
const mostOfRecord = 1_000_000;

/** Reads a file by what is in it and by the user's word: its records, and everything that is wrong with them. */
export async function readFile(content: FileContent, file: ImportFacts): Promise<ReadFile | FileProblem> {
  const source = await readSource(content, file.name, file.choices);
  if (source.format === 'foreign') return source.problem;
  if ('grid' in source && isEditTable(source.grid)) return { line: 0, what: 'foreign', form: 'editList' };
  const questions = sourceQuestions(source, content, file);
  const read = 'grid' in source ? readTable(source.grid, file, questions) : readJson(source, file, questions);
  if (source.twice !== null) read.questions.unshift({ what: 'twice', ...short(source.twice) });
  return read;
}

/** True for the headings of a list that was exported to edit, also where the rest of the file is gone. */
const isEditHeading = (cells: readonly unknown[]): boolean =>
  cells.includes(idHead) && inEveryLanguage('edits.comment.head').some((head) => cells.includes(head));
const isEditTable = ({ rows }: Grid): boolean => rows.slice(0, 30).some(({ cells }) => isEditHeading(cells));

const short = ({ from, to }: TwiceEncoded) => ({ from: from.slice(0, 60), to: to.slice(0, 60) });

/** Questions about the letters of a file. */
function sourceQuestions(source: Exclude<Source, { format: 'foreign' }>, content: FileContent, { choices }: ImportFacts): ImportQuestion[] {
  const { encoding, rivals } = 'grid' in source ? source.grid : source;
  if (typeof content === 'string' || encoding === null || rivals.length === 0 || choices.encoding !== undefined) return [];
  const texts = [encoding, ...rivals].map((each) => ({ encoding: each, text: decodeText(content, each).text }));
  const at = texts[0]?.text.search(/[^\x00-\x7F]/) ?? 0;
  const sample = (text: string) =>
    text
      .slice(Math.max(0, at - 12), at + 18)
      .replaceAll(/[\r\n\t;|"]+/g, ' ')
      .trim();
  return [{ what: 'encoding', choices: texts.map(({ encoding: each, text }) => ({ encoding: each, sample: sample(text) })) }];
}

const noReading: ImportReading = {
  ...{ encoding: null, separator: null, sheets: [], sheet: 0, hiddenRows: 0, hiddenColumns: 0, heading: 0 },
  ...{ decimal: null, dates: null, unit: null, currency: null, twice: null },
};

function readJson({ format, text, encoding }: Extract<Source, { text: string }>, file: ImportFacts, questions: ImportQuestion[]): ReadFile {
  const { records, problems } = readItems(text, format);
  const names = new Map<string, string>();
  for (const { value } of records.slice(0, 20))
    for (const [name, each] of Object.entries(value)) if (each != null && !names.has(name)) names.set(name, exampleOf(each));
  problems.push(...problemsOf(file, records, new Map(), false));
  return {
    ...{ format, questions, mapping: {}, records, problems, leftOut: [], raw: [], totalFits: null, grid: null },
    reading: { ...noReading, encoding, twice: file.choices.twice ?? null },
    columns: [...names].slice(0, portionLimits.columns).map(([name, example]) => ({ name, letter: '', example, problems: 0, twin: false })),
  };
}

const exampleOf = (value: JsonValue): string => (typeof value === 'object' ? '' : String(value)).slice(0, exampleLength);

function isTooLong(cells: readonly Cell[]): boolean {
  let length = 0;
  for (const cell of cells) length += textOfCell(cell).length;
  return length > mostOfRecord;
}

/** Reads a grid as records of a kind. */
export function readTable(grid: Grid, file: ImportFacts, questions: ImportQuestion[]): ReadFile {
  const { kind, choices } = file;
  const whole = tableOf(grid, choices.heading);
  const table = { ...whole, rows: mendedRows({ ...whole, rows: confirmedRows(whole) }, choices.mended ?? {}) };
  const fields = importFields(kind);
  const mapping = file.guesses ? guessMapping(kind, table, file.mapping) : file.mapping;
  const columns = mappedColumns(table, mapping, fields);
  const { conventions, questions: asked } = decideConventions(kind, table, columns, choices);
  questions.push(...asked);
  const problems = [...table.problems, ...twins(table, mapping, file)];
  const isBook = grid.format !== 'csv';
  const reading = { columns, conventions, base: grid.base, swapped: swappedColumns(table, columns), isBook };
  const records: Read[] = [];
  for (const row of table.rows) {
    const read = recordOfRow(reading, row);
    for (const problem of read.problems) problems.push(problem);
    if (isTooLong(row.cells)) problems.push({ line: row.row, what: 'tooLong' });
    else records.push({ line: row.row, value: read.value });
  }
  // A cell's own problem explains a record without its id.
  const explained = badLines(problems);
  const letters = new Map(columns.map(({ path, letter }) => [path, letter]));
  // Objects and lists are JSON that somebody wrote.
  const typed = columns.every(({ fact }) => fact.type !== 'object' && fact.type !== 'array');
  const found = problemsOf(file, records, letters, typed);
  for (const problem of found) if (!(problem.what === 'noId' && explained.has(problem.line))) problems.push(problem);
  if (file.complete) problems.push(...missingColumns(file, mapping));
  if (table.columns.length > 0 && !hasKey(kind, mapping)) problems.push({ line: 0, what: 'noMatchColumn' });
  return {
    ...{ format: grid.format, questions, mapping, records, problems, leftOut: table.leftOut },
    reading: readingOf(grid, table.heading, reading, file),
    columns: describeColumns(table, problems),
    raw: grid.rows
      .slice(0, rawRows)
      .map(({ row, cells }) => ({ row, cells: cells.slice(0, rawCells).map((cell) => textOfCell(cell).slice(0, 100)) })),
    totalFits: totalFits(reading, grid, table, kind, records),
    grid,
  };
}

/** The rows with the cells that the user mended, so that everything is decided by them. */
function mendedRows({ columns, rows }: Table, mended: Record<string, string>): GridRow[] {
  const byRow = new Map<number, [at: number, text: string][]>();
  for (const [reference, text] of Object.entries(mended)) {
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    const column = columns.find(({ letter }) => letter === letters);
    if (column) byRow.set(Number(digits), [...(byRow.get(Number(digits)) ?? []), [column.at, text]]);
  }
  return rows.map((each) => {
    const own = byRow.get(each.row);
    return own === undefined ? each : { ...each, cells: Object.assign([...each.cells], Object.fromEntries(own)) };
  });
}

/** Records of a table are matched by their id, or by what names a record among those here. */
const hasKey = (kind: RecordKind, mapping: Mapping): boolean =>
  Object.values(mapping).some((path) => path === idFieldOf(kind) || matchFields[kind].includes(path));

function readingOf(grid: Grid, heading: number, { conventions, columns }: RowReading, { choices }: ImportFacts): ImportReading {
  const { encoding, separator, sheet, hiddenRows, hiddenColumns } = grid;
  const sheets = grid.sheets.map(({ name, hidden }) => ({ name: name.slice(0, 300), hidden }));
  const named = columns.find((column) => column.fact.type === 'money' && column.currency !== null)?.currency ?? null;
  return {
    ...{ encoding, separator, sheets, sheet, hiddenRows, hiddenColumns, heading, twice: choices.twice ?? null },
    ...{ ...conventions, currency: conventions.currency ?? named },
  };
}

function describeColumns(table: Table, problems: readonly FileProblem[]): ImportColumn[] {
  const counts = new Map<string, number>();
  for (const problem of problems) {
    const letter = 'at' in problem ? /^[A-Z]+/.exec(problem.at ?? '')?.[0] : undefined;
    if (letter !== undefined) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return table.columns.map(({ name, letter, at, twin }) => ({
    ...{ name, letter, twin, problems: counts.get(letter) ?? 0 },
    example: textOfCell(table.rows.find(({ cells }) => !isBlank(cells[at]))?.cells[at]).slice(0, exampleLength),
  }));
}

export const badLines = (problems: readonly FileProblem[]): Set<number> => new Set(problems.map(({ line }) => line));

export const textOf = ({ text, value }: Read): string => text ?? stringifyJson(value);
