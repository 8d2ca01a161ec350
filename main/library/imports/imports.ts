import { companyOf } from '#main/cache/records/company.ts';
import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import type { StagedRecord } from '#main/cache/records/staged-import.ts';
import type { Store } from '#main/cache/database/store.ts';
import { isJsonObject, stringifyJson, type JsonObject } from '#shared/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import { isUuid } from '#shared/uuid.ts';
import { perCommit, placeImport } from './import-place.ts';
import { guessMapping, importFields, recordOfRow, type Mapping } from './import-columns.ts';
import { formatOf, jsonItems, ndjsonItems, objectOf, tableOf, type ImportFormat, type ImportProblem } from './import-text.ts';

export interface ImportFile {
  name: string;
  text: string;
  kind: RecordKind;
}

/** The first look at an export file, before anything is stored. */
export interface ImportLook {
  format: ImportFormat;
  columns: string[];
  mapping: Mapping;
  /** Every field that a column can be mapped to. */
  fields: string[];
  rows: number;
  sample: JsonObject[];
}

/** What refuses an import whole: the first problems by line, and how many there are. */
export interface ImportRefused {
  problems: ImportProblem[];
  total: number;
}

export type LookAnswer = ({ ok: true } & ImportLook) | ({ ok: false } & ImportRefused);
export type ImportAnswer = { ok: true; imported: number; kept: number } | ({ ok: false } & ImportRefused);

interface Read {
  line: number;
  value: JsonObject;
  text?: string;
}

const mostProblems = 100;
const sampleSize = 5;
const mappingSetting = (kind: RecordKind): string => `importMapping.${kind}`;

/** Looks at an export file: its format, its columns and how they were mapped the last time, the first records. Stores nothing. */
export function inspectImport(store: Store, file: ImportFile): LookAnswer {
  const format = formatOf(file.name, file.text);
  const fields = [...importFields(file.kind).keys()];
  if (format !== 'csv') {
    const read = readItems(file.text, format);
    if (read.problems.length > 0) return refused(read.problems);
    return { ok: true, format, columns: [], mapping: {}, fields, rows: read.records.length, sample: sampleOf(read.records) };
  }
  const table = tableOf(file.text);
  const mapping = guessMapping(file.kind, table.columns, rememberedMapping(store, file.kind));
  const read = readTable(file, mapping);
  return { ok: true, format, columns: table.columns, mapping, fields, rows: table.rows.length, sample: sampleOf(read.records) };
}

const sampleOf = (records: Read[]): JsonObject[] => records.slice(0, sampleSize).map((record) => record.value);

/** The mapping that the last import of this kind used. */
function rememberedMapping(store: Store, kind: RecordKind): Mapping {
  const remembered = readSetting(store, mappingSetting(kind));
  if (!isJsonObject(remembered)) return {};
  return Object.fromEntries(Object.entries(remembered).flatMap(([column, path]) => (typeof path === 'string' ? [[column, path]] : [])));
}

/**
 * Imports an export file, all of it or nothing, also across a crash: every record is checked before the first is stored. Records that are
 * newer here are kept.
 * `complete` says that each record is whole, so that a full-record update may be built on it.
 */
export async function importRecords(
  store: Store,
  file: ImportFile,
  { mapping = {}, complete = false }: { mapping?: Mapping; complete?: boolean } = {},
): Promise<ImportAnswer> {
  const format = formatOf(file.name, file.text);
  const used = format === 'csv' && Object.keys(mapping).length === 0 ? guessMapping(file.kind, tableOf(file.text).columns, {}) : mapping;
  const read = format === 'csv' ? readTable(file, used) : readItems(file.text, format);
  const problems = [...read.problems, ...(await problemsOf(store, file.kind, read.records))];
  if (format === 'csv' && complete) problems.push(...missingColumns(file.kind, used));
  if (problems.length > 0) return refused(problems);
  if (format === 'csv') writeSetting(store, mappingSetting(file.kind), used);
  const kept = await placeImport(store, stagedFrom(store, file.kind, read.records, complete));
  return { ok: true, imported: read.records.length - kept, kept };
}

function stagedFrom(store: Store, kind: RecordKind, records: readonly Read[], complete: boolean): StagedRecord[] {
  const asOf = store.world.now();
  return records.map(({ value, text }) => {
    return { ref: { kind, id: (recordId(kind, value) ?? '').toLowerCase() }, text: text ?? stringifyJson(value), complete, asOf };
  });
}

function refused(problems: ImportProblem[]): { ok: false } & ImportRefused {
  const sorted = problems.sort((a, b) => a.line - b.line);
  return { ok: false, problems: sorted.slice(0, mostProblems), total: sorted.length };
}

function readItems(text: string, format: 'json' | 'ndjson'): { records: Read[]; problems: ImportProblem[] } {
  const answer = format === 'ndjson' ? { ok: true as const, items: ndjsonItems(text) } : jsonItems(text);
  if (!answer.ok) return { records: [], problems: [answer.problem] };
  const read: { records: Read[]; problems: ImportProblem[] } = { records: [], problems: [] };
  for (const item of answer.items) {
    const parsed = objectOf(item);
    if (parsed.ok) read.records.push({ line: item.line, value: parsed.value, text: item.text });
    else read.problems.push(parsed.problem);
  }
  return read;
}

function readTable({ kind, text }: ImportFile, mapping: Mapping): { records: Read[]; problems: ImportProblem[] } {
  const table = tableOf(text);
  const read: { records: Read[]; problems: ImportProblem[] } = {
    records: [],
    problems: [...table.problems, ...twice(table.columns, mapping)],
  };
  for (const { line, cells } of table.rows) {
    const row = recordOfRow(kind, table.columns, cells, mapping);
    if (row.ok) read.records.push({ line, value: row.value });
    else read.problems.push({ line, message: row.message });
  }
  return read;
}

/** Two columns of one name would fill one field, the last one winning unseen. */
function twice(columns: readonly string[], mapping: Mapping): ImportProblem[] {
  const names = columns.filter((name, at) => mapping[name] !== undefined && columns.indexOf(name) !== at);
  return [...new Set(names)].map((name) => ({ line: 1, message: `The column ${name} stands twice: rename or remove one.` }));
}

/** What a text in another encoding than UTF-8 leaves of its letters. */
const lostLetter = '\uFFFD';

/** What makes a record of the file unusable: no id, another company's, a second time, fields of another type. */
async function problemsOf(store: Store, kind: RecordKind, records: Read[]): Promise<ImportProblem[]> {
  const company = companyOf(store);
  const problems: ImportProblem[] = [];
  const lines = new Map<string, number>();
  if (records.length === 0) problems.push({ line: 1, message: 'There is no record in this file.' });
  for (const [index, { line, value, text }] of records.entries()) {
    if (index % perCommit === perCommit - 1) await store.world.sleep(0);
    const id = recordId(kind, value)?.toLowerCase() ?? null;
    const before = id === null ? undefined : lines.get(id);
    if (id === null || !isUuid(id)) problems.push({ line, message: 'This record has no identifier.' });
    else if (before !== undefined) problems.push({ line, message: `The same record stands on line ${before}.` });
    else lines.set(id, line);
    if ((text ?? stringifyJson(value)).includes(lostLetter))
      problems.push({ line, message: 'Some letters could not be read. Save the file as UTF-8 and choose it again.' });
    const told = value['companyId'];
    if (typeof told === 'string' && company !== null && told.toLowerCase() !== company.toLowerCase())
      problems.push({ line, message: 'This record belongs to another company.' });
    for (const { path, expected } of parseRecord(kind, value).problems)
      problems.push({ line, message: `${path.join('.')}: this is not of the type ${expected}.` });
  }
  return problems;
}

/** A table can only be called complete when it has every field that an update may set. */
function missingColumns(kind: RecordKind, mapping: Mapping): ImportProblem[] {
  const mapped = Object.values(mapping);
  const missing = fieldsOf(kind)
    .filter((fact) => fact.editable)
    .map((fact) => fact.path.join('.'))
    .filter((path) => !mapped.some((other) => other === path || other.startsWith(`${path}.`)));
  return missing.length === 0 ? [] : [{ line: 1, message: `Complete records need columns for: ${missing.join(', ')}.` }];
}
