import Papa from 'papaparse';

/** What was found in a pasted or dropped list of ids. Lines count from 1. */
export interface ParsedIds {
  /** Lower case, each once, in the order of the list. */
  ids: string[];
  duplicates: number;
  problems: { line: number; message: string }[];
}

const identifier = /(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f-])/gi;
/** Begins only where a run of figures begins, so that a long run is looked at once. */
const nearlyIdentifier = /(?<![0-9a-f])[0-9a-f]{6,}-[0-9a-f]{2,}-[0-9a-f]{2}|\b[0-9a-f]{32}\b/i;

/** A problem list stays short enough to be read. */
const mostProblems = 200;

/**
 * Finds the ids in a work list: one a line, in a table (CSV, TSV, semicolons), or anywhere in a text. In a table with several columns of
 * ids, the column named `id` counts, else the first one. Never throws.
 */
export function parseIds(text: string): ParsedIds {
  const found: ParsedIds = { ids: [], duplicates: 0, problems: [] };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const column = idColumn(lines);
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const ids = idsIn(column === null ? line : (cellsOf(line, column.delimiter)[column.at] ?? ''));
    for (const id of ids) {
      if (seen.has(id)) found.duplicates += 1;
      else found.ids.push(id);
      seen.add(id);
    }
    if (ids.length === 0 && !(index === 0 && isHeading(line, lines))) complain(found, index + 1, line);
  }
  return found;
}

function idsIn(text: string): string[] {
  return (text.match(identifier) ?? []).map((id) => id.toLowerCase());
}

function complain(found: ParsedIds, line: number, text: string): void {
  if (found.problems.length >= mostProblems) return;
  const message = nearlyIdentifier.test(text)
    ? 'This looks like an identifier, but it is not complete.'
    : 'There is no identifier in this line.';
  found.problems.push({ line, message });
}

/** A first line without an id, above lines with one, names the columns. */
function isHeading(line: string, lines: string[]): boolean {
  return !nearlyIdentifier.test(line) && lines.slice(1, 20).some((other) => idsIn(other).length > 0);
}

interface IdColumn {
  delimiter: string;
  at: number;
}

/** The column to read, where the text is a table with more than one column of ids; null where every id counts. */
function idColumn(lines: string[]): IdColumn | null {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, 20);
  const widest = sample.find((line) => idsIn(line).length > 1);
  if (widest === undefined) return null;
  const delimiter = ['\t', ';', ',', '|'].find(
    (candidate) => cellsOf(widest, candidate).filter((cell) => idsIn(cell).length === 1).length > 1,
  );
  if (delimiter === undefined) return null;
  const [heading = ''] = sample;
  const names = idsIn(heading).length === 0 ? cellsOf(heading, delimiter).map((name) => name.trim().toLowerCase()) : [];
  // Without a heading, lines of nothing but ids are a list that was wrapped: every id counts.
  if (names.length === 0 && cellsOf(widest, delimiter).every((cell) => cell.trim() === '' || idsIn(cell).length === 1)) return null;
  const named = names.findIndex((name) => name === 'id' || name === 'uuid');
  const at = named >= 0 ? named : cellsOf(widest, delimiter).findIndex((cell) => idsIn(cell).length === 1);
  return { delimiter, at };
}

function cellsOf(line: string, delimiter: string): string[] {
  return Papa.parse<string[]>(line, { delimiter }).data[0] ?? [];
}
