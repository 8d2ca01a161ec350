import Papa from 'papaparse';
import type { Program } from './play-spreadsheet.ts';

// Plays the programs that open a CSV by a double click and save it. Knows nothing of the reader.

interface Habits {
  /** Its list separator and its decimal sign. */
  separator: string;
  decimal: string;
  day: (year: string, month: string, day: string) => string;
  encode: (text: string) => Uint8Array;
  truth: [string, string];
}

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const withMark = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`);
const plain = (text: string): string => String(Number(text));

const excel = { encode: withMark };
const habits: Record<Program, Habits> = {
  'Excel US': { ...excel, separator: ',', decimal: '.', day: (y, m, d) => `${Number(m)}/${Number(d)}/${y}`, truth: ['TRUE', 'FALSE'] },
  'Excel 1904': { ...excel, separator: ',', decimal: '.', day: (y, m, d) => `${Number(m)}/${Number(d)}/${y}`, truth: ['TRUE', 'FALSE'] },
  'Excel DE': { ...excel, separator: ';', decimal: ',', day: (y, m, d) => `${d}.${m}.${y}`, truth: ['WAHR', 'FALSCH'] },
  'Excel SE': { ...excel, separator: ';', decimal: ',', day: (y, m, d) => `${y}-${m}-${d}`, truth: ['SANT', 'FALSKT'] },
  LibreOffice: { separator: ',', decimal: '.', day: (y, m, d) => `${m}/${d}/${y}`, truth: ['TRUE', 'FALSE'], encode: utf8 },
  Numbers: { separator: ',', decimal: '.', day: (y, m, d) => `${Number(d)}/${Number(m)}/${y}`, truth: ['TRUE', 'FALSE'], encode: utf8 },
};

/** A cell as the program shows it after it took the text for what it seems to be. */
export function shown(text: string, program: Program): string {
  const { decimal, day, truth } = habits[program];
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (date) return day(date[1] ?? '', date[2] ?? '', date[3] ?? '');
  const number = text.replace(decimal, '.');
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number) && !text.includes(decimal === ',' ? '.' : ',')) {
    const digits = number.replace(/\D/g, '').replace(/^0+/, '');
    if (digits.length > 11) return Number(number).toExponential(5).replace(/0+e/, 'E').replace('e', 'E').replace('.', decimal);
    return plain(number).replace('.', decimal);
  }
  if (/^(?:true|wahr|sant|vrai)$/i.test(text)) return truth[0];
  if (/^(?:false|falsch|falskt|faux)$/i.test(text)) return truth[1];
  if (/^\d+[.,]?\d*e[+-]?\d+$/i.test(text)) return Number(number).toExponential(2).replace('e', 'E').replace('.', decimal);
  const short = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (short && Number(short[1]) <= 12 && Number(short[2]) <= 31) return `${short[2]}-Jan`;
  return text;
}

/** The letters of Windows-1252, by their bytes. */
const westernLetters = Array.from({ length: 256 }, (_, byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)));
const macLetters = Array.from({ length: 256 }, (_, byte) => new TextDecoder('macintosh').decode(Uint8Array.of(byte)));
const inPage = (letters: readonly string[]) => (text: string) =>
  Uint8Array.from([...text], (letter) => (letters.includes(letter) ? letters.indexOf(letter) : 0x3f));

/** The forms in which programs save a table as text: their "CSV", "CSV UTF-8", "CSV (Macintosh)" and "Unicode Text". */
export const textForms = {
  'CSV UTF-8': withMark,
  CSV: inPage(westernLetters),
  'CSV (Macintosh)': inPage(macLetters),
  'Unicode Text': (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
  'UTF-8 without mark': utf8,
};
export type TextForm = keyof typeof textForms;

/** The rows of our CSV as a person has them open. */
export async function openedCsv(file: Blob, given: string): Promise<string[][]> {
  return Papa.parse<string[]>((await file.text()).replace(/^\uFEFF/, ''), { delimiter: given, skipEmptyLines: true }).data;
}

/** The rows as the program saves them. */
export function writtenCsv(rows: readonly string[][], program: Program, form: TextForm): Uint8Array {
  const delimiter = form === 'Unicode Text' ? '\t' : habits[program].separator;
  return textForms[form](`${Papa.unparse(rows as string[][], { delimiter, newline: '\r\n' })}\r\n`);
}

/** Our CSV as the program reads it by a double click, and saves it again. */
export async function savedCsv(file: Blob, program: Program, given: string): Promise<Uint8Array> {
  const own = habits[program];
  const text = (await file.text()).replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(text, { delimiter: given, skipEmptyLines: true });
  const rows = data.map((cells) => cells.map((cell) => shown(cell, program)));
  return own.encode(`${Papa.unparse(rows, { delimiter: own.separator, newline: '\r\n' })}\r\n`);
}
