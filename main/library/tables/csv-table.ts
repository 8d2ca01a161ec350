import Papa from 'papaparse';
import { separators, type Separator } from '#shared/files/file-format.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { headingMatches } from './heading-words.ts';

const newlines = (text: string): number => (text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/).length - 1 : 0);

export interface TextRow {
  row: number;
  cells: string[];
}

/** Reads the rows of a text: by its `sep=` line, by the separator chosen, or by the one that gives the evenest table. A cell may hold line breaks. */
export function csvTable(text: string, chosen?: Separator): { separator: Separator; rows: TextRow[]; problems: FileProblem[] } {
  const told = /^\uFEFF?"?sep=([^\r\n])"?\r?\n/i.exec(text);
  const content = text.slice(told?.[0].length ?? 0).replace(/^\uFEFF|[\r\n]+$/g, '');
  const separator = chosen ?? separators.find((each) => each === told?.[1]) ?? likelySeparator(content);
  const parsed = Papa.parse<string[]>(content, { delimiter: separator, skipEmptyLines: false });
  const first = told ? 2 : 1;
  const rows: TextRow[] = [];
  let line = first;
  for (const cells of parsed.data) {
    let height = 1;
    let blank = true;
    for (const cell of cells) {
      height += newlines(cell);
      blank &&= cell.trim() === '';
    }
    if (!blank) rows.push({ row: line, cells });
    line += height;
  }
  const quotes = parsed.errors.find((error) => error.type === 'Quotes');
  return { separator, rows, problems: quotes ? [{ line: (quotes.row ?? 0) + first, what: 'openQuote' }] : [] };
}

const lookedAt = 200_000;
const sampleRows = 120;

function likelySeparator(text: string): Separator {
  const sample = text.slice(0, lookedAt);
  const rated = separators.map((separator) => ({ separator, score: evenness(sample, separator) }));
  const [best] = rated.sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.separator : ',';
}

/** Share of rows that have the usual number of cells, and known headings among them; 0 where nothing is parted. */
function evenness(sample: string, separator: Separator): number {
  const { data } = Papa.parse<string[]>(sample, { delimiter: separator, preview: sampleRows });
  const rows = data.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 1, times = 0] = [...counts].filter(([width]) => width > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  if (usual < 2) return 0;
  const known = Math.max(0, ...rows.slice(0, 30).map((cells) => (cells.length > 1 ? headingMatches(cells) : 0)));
  return times / rows.length + 0.3 * Math.min(known, 10) + 0.001 * Math.min(usual, 50);
}
