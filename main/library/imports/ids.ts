import Papa from 'papaparse';
import { portionLimits, type Portion } from '#main/library/reading/job-kinds.ts';

/** The ids of a pasted or dropped list: lower case, each once, in the order of the list. Lines count from 1. */
export type ParsedIds = Portion<'ids'>;

/** The boundaries of an id: not inside a longer run of digits, nor part of a longer chain. */
const begins = String.raw`(?<![0-9a-f])(?<!(?:^|[^0-9a-z])[0-9a-f]{1,12}-)`;
const ends = String.raw`(?![0-9a-f])(?!-[0-9a-f]{1,12}(?![0-9a-z]))`;
const groups = [8, 4, 4, 4, 12];
const identifier = new RegExp(begins + groups.map((length) => `[0-9a-f]{${length}}`).join('-') + ends, 'gi');
/** The same, wrapped by a mail: line breaks within it, with the signs that quote a mail or end a soft line. */
const wrap = String.raw`(?:=?\n[ \t>]*)?`;
const wrapped = new RegExp(
  begins + groups.map((length) => `[0-9a-f](?:${wrap}[0-9a-f]){${length - 1}}`).join(`${wrap}-${wrap}`) + ends,
  'gi',
);
/** Stands where a line goes on with the rest of a wrapped one: nobody misses an id there. */
const goesOn = '\0';
/** Begins only where a run of figures begins, so that a long run is looked at once. */
const nearlyIdentifier = /(?<![0-9a-f])[0-9a-f]{6,}-[0-9a-f]{2,}-[0-9a-f]{2}|\b[0-9a-f]{32}\b/i;

/** A problem list stays short enough to be read. */
const mostProblems = 200;

/**
 * Finds the ids in any text, whatever stands around them and wherever a mail wrapped them: one a line, in a table (CSV, TSV, semicolons), in
 * sentences. In a table with several columns of ids one column counts, when its heading names an id; else all do. Never throws.
 */
export function parseIds(text: string): ParsedIds {
  const found: ParsedIds = { ids: [], duplicates: 0, problems: [] };
  const lines = unwrapped(text).split('\n');
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
    if (ids.length === 0 && !line.startsWith(goesOn) && !(index === 0 && isHeading(line, lines))) complain(found, index + 1, line);
  }
  return found;
}

/** The same, in portions; what was found beside the ids comes with the first. */
export function* idPortions(text: string): Generator<ParsedIds> {
  const { ids, duplicates, problems } = parseIds(text);
  yield { ids: ids.slice(0, portionLimits.ids), duplicates, problems };
  for (let from = portionLimits.ids; from < ids.length; from += portionLimits.ids)
    yield { ids: ids.slice(from, from + portionLimits.ids), duplicates: 0, problems: [] };
}

/** One kind of line break and of hyphen, and every wrapped id in one piece; lines keep their numbers. */
function unwrapped(text: string): string {
  const plain = text
    .replaceAll(/[\0\uFEFF\u200B-\u200D\u00AD]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  return plain.replaceAll(wrapped, (match) => {
    const breaks = match.split('\n').length - 1;
    return breaks === 0 ? match : match.replaceAll(/[^0-9a-f-]/gi, '') + `\n${goesOn}`.repeat(breaks);
  });
}

function idsIn(text: string): string[] {
  return (text.match(identifier) ?? []).map((id) => id.toLowerCase());
}

function complain(found: ParsedIds, line: number, text: string): void {
  if (found.problems.length >= mostProblems) return;
  found.problems.push({ line, what: nearlyIdentifier.test(text) ? 'partialId' : 'noId' });
}

/** A first line without an id, above lines with one, names the columns. */
function isHeading(line: string, lines: string[]): boolean {
  return !nearlyIdentifier.test(line) && lines.slice(1, 20).some((other) => idsIn(other).length > 0);
}

/** The column to read, where the text is a table with more than one column of ids; null where every id counts. */
function idColumn(lines: string[]): { delimiter: string; at: number } | null {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, 20);
  const widest = sample.find((line) => idsIn(line).length > 1);
  if (widest === undefined) return null;
  const delimiter = ['\t', ';', ',', '|'].find(
    (candidate) => cellsOf(widest, candidate).filter((cell) => idsIn(cell).length === 1).length > 1,
  );
  if (delimiter === undefined) return null;
  const [heading = ''] = sample;
  const names = idsIn(heading).length === 0 ? cellsOf(heading, delimiter).map((name) => name.trim().toLowerCase()) : [];
  const exact = names.findIndex((name) => name === 'id' || name === 'uuid');
  const at = exact >= 0 ? exact : names.findIndex((name) => /(?:^|[ _-])(?:id|uuid|guid|identifier)$/.test(name));
  return at === -1 ? null : { delimiter, at };
}

function cellsOf(line: string, delimiter: string): string[] {
  return Papa.parse<string[]>(line, { delimiter }).data[0] ?? [];
}
