import Papa from 'papaparse';
import type { ImportReading } from '#shared/files/import-summary.ts';
import { wordsOfFileProblem } from '#shared/messages/files/file-problem-words.ts';
import { safeCell } from '#main/library/exports/csv-safe.ts';
import { exportedText } from '#main/library/tables/spoiled-cell.ts';
import { slices } from '#main/library/in-parts.ts';
import type { ImportFacts, Portion } from '#main/library/reading/job-kinds.ts';
import { textOfCell, type Cell, type Grid } from '#main/library/tables/grid.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import { readFile, textOf } from './read-file.ts';
import type { Read } from './import-text.ts';

/** The rows that an import leaves out as they stand in the file, each with what is wrong in words. */
export async function* restPortions(
  content: FileContent,
  file: ImportFacts,
  more: readonly number[],
): AsyncGenerator<Portion<'importFile'>> {
  const read = await readFile(content, file);
  if ('what' in read) return void (yield { part: 'refused', problems: [read], total: 1 });
  const reasons = new Map<number, string[]>(more.map((line) => [line, [wordsOfFileProblem({ line, what: 'notHere' })]]));
  for (const problem of read.problems) reasons.set(problem.line, [...(reasons.get(problem.line) ?? []), wordsOfFileProblem(problem)]);
  const format = read.grid === null ? 'json' : 'csv';
  for (const text of read.grid === null ? jsonRest(read.records, reasons) : tableRest(read.grid, read.reading, reasons))
    yield { part: 'rest', format, text };
}

function* jsonRest(records: readonly Read[], reasons: ReadonlyMap<number, string[]>): Generator<string> {
  const left = records.filter(({ line }) => reasons.has(line));
  yield '[\n';
  for (const [at, record] of left.entries()) yield `${textOf(record)}${at < left.length - 1 ? ',' : ''}\n`;
  yield ']\n';
}

const restRows = 500;

function* tableRest(grid: Grid, { heading, separator }: ImportReading, reasons: ReadonlyMap<number, string[]>): Generator<string> {
  const config = { delimiter: separator ?? ';', newline: '\r\n' };
  const left = grid.rows.filter(({ row }) => row > heading && reasons.has(row));
  const headings = grid.rows.find(({ row }) => row === heading)?.cells ?? [];
  const line = (cells: readonly Cell[], last: string) => [
    ...Array.from({ length: headings.length }, (_, at) => safeCell(exportedText(textOfCell(cells[at])))),
    last,
  ];
  yield `\uFEFF${Papa.unparse([line(headings, 'To mend')], config)}\r\n`;
  for (const some of slices(left, restRows)) {
    const rows = some.map(({ row, cells }) => line(cells, (reasons.get(row) ?? []).join(' ')));
    yield `${Papa.unparse(rows, config)}\r\n`;
  }
}
