import { isTable, type ImportFormat, type TextEncoding } from '#shared/files/file-format.ts';
import type { ImportChoices } from '#shared/files/import-summary.ts';
import { parseJson, strangersLimits } from '#shared/json/json.ts';
import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { foreignForm } from '#shared/values/encoding.ts';
import { csvTable } from './csv-table.ts';
import { mostColumns, noGrid, TooManyColumns, type Grid } from './grid.ts';
import { isOds, readOds } from './ods.ts';
import { decodeText, mendTwiceEncoded, twiceEncoded } from './text-encoding.ts';
import { isXlsx, readXlsx } from './xlsx.ts';
import { WorkbookTooLarge, ZipParts } from './zip-parts.ts';

/** A file as it lies on a disk, or a text that this app made. */
export type FileContent = string | Uint8Array;

/** The first letters of a file that were encoded twice, and what they would be. */
export interface TwiceEncoded {
  from: string;
  to: string;
}

/** A file: its rows and columns, or its text where that is JSON. */
export type Source =
  | { format: 'json' | 'ndjson'; text: string; encoding: TextEncoding | null; rivals: TextEncoding[]; twice: TwiceEncoded | null }
  | { format: 'csv' | 'xlsx' | 'ods'; grid: Grid; twice: TwiceEncoded | null }
  | { format: 'foreign'; problem: FileProblem };

/** Reads a file by what is in it; its name only where that says nothing. */
export async function readSource(content: FileContent, name: string, choices: ImportChoices = {}): Promise<Source> {
  if (typeof content !== 'string' && content[0] === 0x50 && content[1] === 0x4b) return readWorkbook(content, choices.sheet);
  if (typeof content !== 'string') {
    const foreign = foreignForm(content);
    if (foreign !== null) return { format: 'foreign', problem: { line: 0, what: 'foreign', form: foreign } };
  }
  const read = typeof content === 'string' ? { text: content, encoding: null, rivals: [] } : decodeText(content, choices.encoding);
  const twice = choices.twice === 'keep' ? null : twiceIn(read.text);
  const text = twice && choices.twice === 'mend' ? mendTwiceEncoded(read.text) : read.text;
  const asked = choices.twice === undefined ? twice : null;
  const format = formatOf(name, text);
  const { encoding, rivals } = read;
  if (!isTable(format)) return { format: format === 'json' ? 'json' : 'ndjson', text, encoding, rivals, twice: asked };
  const { separator, rows, problems } = csvTable(text, choices.separator);
  const width = Math.max(0, ...rows.slice(0, 50).map(({ cells }) => cells.length));
  if (width > mostColumns) return tooManyColumns(width);
  return { format: 'csv', grid: { ...noGrid, format: 'csv', encoding, rivals, separator, rows, problems }, twice: asked };
}

function twiceIn(text: string): TwiceEncoded | null {
  const at = text.search(twiceEncoded);
  if (at === -1) return null;
  const start = at - (/[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, at - 20), at))?.[0].length ?? 0);
  const from = /^[^\s;,"|]{1,40}/.exec(text.slice(start))?.[0] ?? '';
  const to = mendTwiceEncoded(from);
  return to === from ? null : { from, to };
}

const tooManyColumns = (count: number): Source => ({
  format: 'foreign',
  problem: { line: 1, what: 'tooManyColumns', count, most: mostColumns },
});

async function readWorkbook(bytes: Uint8Array, sheet: number | undefined): Promise<Source> {
  try {
    const parts = await ZipParts.of(bytes);
    if (isXlsx(parts)) return { format: 'xlsx', grid: await readXlsx(parts, sheet), twice: null };
    if (isOds(parts)) return { format: 'ods', grid: await readOds(parts, sheet), twice: null };
    return { format: 'foreign', problem: { line: 0, what: 'foreign', form: foreignForm(bytes) ?? 'zip' } };
  } catch (error) {
    if (error instanceof TooManyColumns) return tooManyColumns(error.count);
    return { format: 'foreign', problem: { line: 0, what: error instanceof WorkbookTooLarge ? 'workbookTooLarge' : 'workbookDamaged' } };
  }
}

/** Tells a text's format by what is in it; its name only where that says nothing. */
export function formatOf(name: string, text: string): ImportFormat {
  const start = /\S/.exec(text.slice(0, 100_000).replace(/^\uFEFF/, ''))?.[0];
  if (start === '[') return 'json';
  if (start !== '{') return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
  const lines = text.trim().split('\n', 6);
  const everyLineWhole = lines.length > 1 && lines.slice(0, 5).every((line) => line.trim() === '' || parseJson(line, strangersLimits).ok);
  return everyLineWhole ? 'ndjson' : 'json';
}
