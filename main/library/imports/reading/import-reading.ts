import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { idFieldOf, recordId } from '#shared/records/record-id.ts';
import { vendorBankPaths } from '#shared/edits/update-vendor/kind.ts';
import { isTable } from '#shared/files/file-format.ts';
import { portionLimits, type ImportFacts, type Portion } from '#main/library/reading/job-kinds.ts';
import { knownHeadings } from '#main/library/tables/heading-words.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import { restPortions } from './import-rest.ts';
import { sumsOf } from './import-sums.ts';
import { dayFields } from '#main/library/imports/import-columns.ts';
import { matchFields } from '#main/library/imports/match-fields.ts';
import { badLines, readFile, textOf } from './read-file.ts';
import type { Read } from './import-text.ts';

// Reads a file of records. Runs in the file reader, without a database.

const mostProblems = 100;
const previewRows = 50;

/** Describes a file, takes its records, or gives the rows that are left out. */
export function partsOfImport(content: FileContent, facts: ImportFacts): AsyncGenerator<Portion<'importFile'>> {
  if (facts.wantsSummary) return summaryPortions(content, facts);
  return facts.rest === null ? recordPortions(content, facts) : restPortions(content, facts, facts.rest);
}

/** Describes a file: how it is read, what is asked, its columns, its first records, everything that cannot be used. */
async function* summaryPortions(content: FileContent, file: ImportFacts): AsyncGenerator<Portion<'importFile'>> {
  const read = await readFile(content, file);
  if ('what' in read) return void (yield refused([read]));
  const bad = badLines(read.problems);
  const good = read.records.filter(({ line }) => !bad.has(line));
  const { records, problems, grid: _grid, leftOut, ...described } = read;
  yield {
    part: 'summary',
    ...described,
    known: knownHeadings(read.columns.map(({ name }) => name)),
    leftOut: leftOut.slice(0, mostProblems),
    rows: records.length,
    good: good.length,
    problems: sorted(problems).slice(0, mostProblems),
    total: problems.length,
    preview: previewOf(good),
    sums: sumsOf(file.kind, good),
  };
  if (file.wantsRecords || good.some(({ value }) => recordId(file.kind, value) === null))
    yield* inPortions(file, comparedWithHere(file, good));
}

/** The fields of each record that are compared with the records here; records without any but the id are left out, unless they are complete. */
function comparedWithHere({ kind, wantsRecords, complete }: ImportFacts, records: readonly Read[]): Read[] {
  const idField = idFieldOf(kind);
  const wanted = kind === 'vendor' ? vendorBankPaths.flatMap(([name]) => name ?? []) : wantsRecords ? dayFields(kind) : [];
  const fields = [idField, ...matchFields[kind], ...wanted];
  return records.flatMap(({ line, value }) => {
    const compared = Object.fromEntries(fields.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]])));
    return !complete && idField in compared && Object.keys(compared).length === 1 ? [] : [{ line, value: compared }];
  });
}

/** Reads a file whole: the mapping that was used and every record, or the problems by line; `partly` leaves out the rows that have one. */
async function* recordPortions(content: FileContent, file: ImportFacts): AsyncGenerator<Portion<'importFile'>> {
  const read = await readFile(content, file);
  if ('what' in read) return void (yield refused([read]));
  const { problems, records } = read;
  for (const _ of read.questions.slice(0, 1)) problems.push({ line: 0, what: 'openQuestion' });
  const whole = problems.filter(({ line }) => line <= 0);
  if (records.length === 0 && problems.length === 0) problems.push({ line: 1, what: 'noRecords' });
  const bad = badLines(problems);
  const good = records.filter(({ line }) => !bad.has(line));
  if (problems.length > 0 && (!file.partly || whole.length > 0 || good.length === 0)) {
    yield refused(problems);
    return;
  }
  yield { part: 'mapping', mapping: isTable(read.format) ? read.mapping : null, bad: bad.size, good: good.length };
  yield* inPortions(file, good);
}

function* inPortions({ kind }: ImportFacts, records: readonly Read[]): Generator<Portion<'importFile'>> {
  let portion: { line: number; id: string; text: string }[] = [];
  let characters = 0;
  for (const record of records) {
    const text = textOf(record);
    if (portion.length === portionLimits.records || (portion.length > 0 && characters + text.length > portionLimits.characters)) {
      yield { part: 'records', records: portion };
      portion = [];
      characters = 0;
    }
    portion.push({ line: record.line, id: (recordId(kind, record.value) ?? '').toLowerCase(), text });
    characters += text.length;
  }
  if (portion.length > 0) yield { part: 'records', records: portion };
}

/** The first records, as many of them as one portion holds. */
function previewOf(records: readonly Read[]): { row: number; text: string }[] {
  const preview: { row: number; text: string }[] = [];
  let characters = 0;
  for (const record of records.slice(0, previewRows)) {
    const text = textOf(record);
    characters += text.length;
    if (characters > portionLimits.characters) break;
    preview.push({ row: record.line, text });
  }
  return preview;
}

const sorted = (problems: readonly FileProblem[]): FileProblem[] => problems.toSorted((a, b) => a.line - b.line);

function refused(problems: FileProblem[]): { part: 'refused'; problems: FileProblem[]; total: number } {
  return { part: 'refused', problems: sorted(problems).slice(0, mostProblems), total: problems.length };
}
