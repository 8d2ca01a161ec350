import { csvTable, type TextRow } from '#main/library/tables/csv-table.ts';
import { decodeText } from '#main/library/tables/text-encoding.ts';
import { separators } from '#shared/files/file-format.ts';
import { rowOf } from './csv-base.ts';
import { idHead } from '#shared/sheets/sheet-fields.ts';

/** Rows in which the heading is looked for. */
const headWithin = 30;

/** The rows of an edit CSV from its heading on, whatever stands above; null for a file without our ids. */
export function editRows(bytes: Uint8Array): TextRow[] | null {
  const text = decodedByBase(bytes);
  const headed = (rows: readonly TextRow[]) => {
    const at = rows.slice(0, headWithin).findIndex(({ cells }) => cells.some((cell) => cell.trim() === idHead));
    return at === -1 ? null : rows.slice(at);
  };
  const start = text.slice(0, 200_000);
  const known = separators.find((separator) => headed(csvTable(start, separator).rows)?.[0]?.cells.length);
  return known === undefined ? null : headed(csvTable(text, known).rows);
}

/** Code pages in which spreadsheets save a "CSV" without a word of it. */
const codePages = [
  ...['windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'windows-874', 'iso-8859-15', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'x-mac-cyrillic'],
] as const;
/** Lines that decide a code page. */
const lookedAt = 400;

/** Decodes a file: what is neither UTF-8 nor UTF-16 by the code page that gives most of the texts that left, else by its letters. */
function decodedByBase(bytes: Uint8Array): string {
  const { text, encoding } = decodeText(bytes);
  if (encoding.startsWith('utf-') && !text.includes('\uFFFD')) return text;
  const lines = linesWithLetters(bytes);
  const scores: { page: string; score: number }[] = codePages.map((page) => {
    const decoder = new TextDecoder(page);
    const found = lines.flatMap(({ line, texts }) => {
      const decoded = decoder.decode(line);
      return texts.filter((each) => decoded.includes(each));
    });
    return { page, score: found.length };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one), { page: encoding, score: 0 });
  return best.page === encoding ? text : new TextDecoder(best.page).decode(bytes);
}

/** Lines with letters beyond ASCII, and the texts beyond ASCII that left in them. */
function linesWithLetters(bytes: Uint8Array): { line: Uint8Array; texts: string[] }[] {
  const found: { line: Uint8Array; texts: string[] }[] = [];
  for (let from = 0, to; from < bytes.length && found.length < lookedAt; from = to + 1) {
    to = bytes.indexOf(0x0a, from);
    if (to === -1) to = bytes.length;
    const line = bytes.subarray(from, to);
    if (!line.some((byte) => byte >= 0x80)) continue;
    const left = new TextDecoder('windows-1252').decode(line).match(/WyI[\w-]{8,}\.[\w-]{22}/)?.[0];
    const texts = rowOf(left ?? '')?.texts.filter((text) => /[^\0-\u007f]/.test(text) && !/[\r\n"]/.test(text)) ?? [];
    if (texts.length > 0) found.push({ line, texts });
  }
  return found;
}
