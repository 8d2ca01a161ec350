import { BlobReader, BlobWriter, TextReader, TextWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import readExcelFile from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';

// Plays the programs that open and save what left. Knows nothing of the code that recognises what they do.

/** The same draws in every run of one seed. */
export class Draws {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 4_294_967_296) * most);
  }
}

export type Program = 'Excel US' | 'Excel DE' | 'Excel SE' | 'Excel 1904' | 'LibreOffice' | 'Numbers';
export const programs: readonly Program[] = ['Excel US', 'Excel DE', 'Excel SE', 'Excel 1904', 'LibreOffice', 'Numbers'];

export type Value = string | number | boolean | Date | null;
export interface PlayedSheet {
  sheet: string;
  data: Value[][];
}

/** The sheets of a workbook, as a person has them open. */
export async function opened(file: Blob): Promise<PlayedSheet[]> {
  const sheets = (await readExcelFile(Buffer.from(await file.arrayBuffer()), { trim: false })) as unknown as PlayedSheet[];
  return sheets.map(({ sheet, data }) => ({ sheet, data: data.map((row) => [...row]) }));
}

/** The workbook as another library writes it. */
export async function saved(sheets: readonly PlayedSheet[]): Promise<Blob> {
  const cell = (value: Value) => {
    if (value === null) return null;
    if (typeof value === 'string') return { value, type: String, format: '@' };
    if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd' };
    return typeof value === 'number' ? { value, type: Number } : { value, type: Boolean };
  };
  const all = sheets.map(({ sheet, data }) => ({ sheet, data: data.map((row) => row.map(cell)) }));
  const bytes = await (writeExcelFile as unknown as (sheets: unknown) => { toBuffer: () => Promise<Buffer> })(all).toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

/** The workbook with other XML in its first sheet: for cells that no library writes. */
export async function withXml(file: Blob, change: (xml: string) => string): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
    if (entry.directory) continue;
    const xml = await entry.getData(new TextWriter());
    await zip.add(entry.filename, new TextReader(entry.filename === 'xl/worksheets/sheet1.xml' ? change(xml) : xml));
  }
  return zip.close();
}

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Changes one cell as a program does by itself. */
export function played(value: Value, program: Program, draws: Draws): Value {
  if (value instanceof Date) return playedDay(value, program, draws);
  if (typeof value !== 'string' || value === '') return value;
  if (/^\d+$/.test(value)) return playedNumber(value, program, draws);
  if (/^[+-]?\d+(\.\d+)?e\d{1,2}$/i.test(value)) return Number(value);
  if (/^(TRUE|FALSE)$/.test(value)) return playedTruth(value === 'TRUE', program);
  const parts = /^(\d{1,2})-(\d{1,2})$/.exec(value);
  if (parts && Number(parts[1]) <= 12 && Number(parts[2]) <= 28) return new Date(Date.UTC(2026, Number(parts[1]) - 1, Number(parts[2])));
  const kinds = [
    () => value.replaceAll(' ', '\u00a0'),
    () => `${value} `,
    () => (program === 'Numbers' ? value.normalize('NFD') : value.normalize('NFC')),
    () => `'${value}`,
    () => value.replaceAll('\n', '\r\n'),
  ];
  return (kinds[draws.below(kinds.length)] ?? (() => value))();
}

function playedDay(value: Date, program: Program, draws: Draws): Value {
  const [, year = '', month = '', date = ''] = day.exec(value.toISOString().slice(0, 10)) ?? [];
  if (program === 'Excel 1904') return new Date(value.getTime() - 1462 * 86_400_000);
  if (draws.below(3) === 0) return Math.round(value.getTime() / 86_400_000) + 25_569;
  const texts: Record<Exclude<Program, 'Excel 1904'>, string> = {
    'Excel US': `${Number(month)}/${Number(date)}/${year}`,
    'Excel DE': `${date}.${month}.${year}`,
    'Excel SE': `${year}-${month}-${date}`,
    LibreOffice: `${month}/${date}/${year.slice(2)}`,
    Numbers: `${Number(date)} ${months[Number(month) - 1]} ${year}`,
  };
  return texts[program];
}

function playedNumber(value: string, program: Program, draws: Draws): Value {
  const float = Number(Number(value).toPrecision(15));
  if (value.length < 12 || draws.below(2) === 0) return float;
  const short = float.toExponential(2).replace('e+', 'E+');
  return program === 'Excel DE' || program === 'Excel SE' ? short.replace('.', ',') : short;
}

function playedTruth(value: boolean, program: Program): Value {
  if (program === 'Excel DE') return value ? 'WAHR' : 'FALSCH';
  return program === 'Excel SE' ? (value ? 'SANT' : 'FALSKT') : value;
}
