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

/** The workbook with other XML in one part: for what no library writes. */
export async function withXml(file: Blob, change: (xml: string) => string, part = 'xl/worksheets/sheet1.xml'): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
    if (entry.directory) continue;
    const xml = await entry.getData(new TextWriter());
    await zip.add(entry.filename, new TextReader(entry.filename === part ? change(xml) : xml));
  }
  return zip.close();
}

/** Days between the two calendars of spreadsheets. */
const apart = 1462;
const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const commas = (program: Program) => program === 'Excel DE' || program === 'Excel SE';
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));

/** Changes one cell as a program does by itself. */
export function played(value: Value, program: Program, draws: Draws): Value {
  if (value instanceof Date) return playedDay(value, program, draws);
  if (typeof value !== 'string' || value === '') return value;
  const guessed = guessedType(value, program, draws);
  if (guessed !== undefined) return guessed;
  if (value.length > 255 && draws.below(2) === 0) return value.slice(0, 255);
  const kinds = [
    () => value.replaceAll(' ', '\u00a0'),
    () => `${value} `,
    () => (program === 'Numbers' ? value.normalize('NFD') : value.normalize('NFC')),
    () => `'${value}`,
    () => value.replaceAll('\n', '\r\n'),
    () => value.replaceAll('\n', ' '),
    () => [...value].map((letter) => (letter > '\u00ff' ? '_' : letter)).join(''),
    () => [...value].map((letter) => (letter > '\u007f' ? '?' : letter)).join(''),
    () => new TextDecoder('windows-1252').decode(new TextEncoder().encode(value)),
  ];
  return (kinds[draws.below(kinds.length)] ?? (() => value))();
}

/** The value that a program takes a text for once its cell lost the format of a text; undefined for none. */
function guessedType(value: string, program: Program, draws: Draws): Value | undefined {
  if (/^\d+$/.test(value)) return playedNumber(value, program, draws);
  if (/^[+-]?\d+(\.\d+)?e\d{1,2}$/i.test(value)) return draws.below(2) === 0 ? Number(value) : shortForm(Number(value), program);
  if (/^(TRUE|FALSE)$/.test(value)) return playedTruth(value === 'TRUE', program);
  if (/^[+-]\d+$/.test(value)) return Number(value);
  if (/^\d+%$/.test(value)) return Number(value.slice(0, -1)) / 100;
  if (/^\(\d+\)$/.test(value)) return -Number(value.slice(1, -1));
  if (/^\d+ \d\/\d$/.test(value)) return Number(value[0]) + Number(value.at(-3)) / Number(value.at(-1));
  const clock = /^(\d{1,2}):(\d\d)$/.exec(value);
  if (clock) return (Number(clock[1]) * 60 + Number(clock[2])) / 1440;
  if (/^=\d\+\d$/.test(value)) return Number(value[1]) + Number(value[3]);
  if (/^\d{1,3}(,\d{3})*\.\d+$/.test(value) && !commas(program)) return Number(value.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})*,\d+$/.test(value) && commas(program)) return Number(value.replaceAll('.', '').replace(',', '.'));
  if (/^\d{4,}\.\d\d$/.test(value)) return grouped(value, program);
  const pair = /^(\d{1,2})[-/](\d{1,2})$/.exec(value);
  if (pair) {
    const [first, second] = [Number(pair[1]), Number(pair[2])];
    const [month, day] = commas(program) ? [second, first] : [first, second];
    if (month <= 12 && day <= 28) return draws.below(2) === 0 ? utc(2026, month, day) : `${day}-${months[month - 1]}`;
  }
  const monthly = /^(\d{1,2})\/(\d{4})$/.exec(value);
  if (monthly) return utc(Number(monthly[2]), Number(monthly[1]), 1);
  const gene = /^(SEPT|MAR|DEC)(\d{1,2})$/.exec(value);
  if (gene) return utc(2026, { SEPT: 9, MAR: 3, DEC: 12 }[gene[1] ?? ''] ?? 1, Number(gene[2]));
  return undefined;
}

/** A number with the separators of its language, as a text. */
function grouped(value: string, program: Program): string {
  const [whole = '', fraction = ''] = value.split('.');
  const [group, decimal] = { 'Excel DE': ['.', ','] as const, 'Excel SE': ['\u00a0', ','] as const }[program as string] ?? [',', '.'];
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${fraction}`;
}

function playedDay(value: Date, program: Program, draws: Draws): Value {
  const [year = '', month = '', date = ''] = value.toISOString().slice(0, 10).split('-');
  if (program === 'Excel 1904') return new Date(value.getTime() - apart * dayMs);
  if (draws.below(3) === 0) return Math.round(value.getTime() / dayMs) + 25_569;
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
  return value.length < 12 || draws.below(2) === 0 ? float : shortForm(float, program);
}

function shortForm(number: number, program: Program): string {
  const short = number
    .toExponential(2)
    .replace('e+', 'E+')
    .replace(/E\+(\d)$/, 'E+0$1');
  return commas(program) ? short.replace('.', ',') : short;
}

function playedTruth(value: boolean, program: Program): Value {
  if (program === 'Excel DE') return value ? 'WAHR' : 'FALSCH';
  return program === 'Excel SE' ? (value ? 'SANT' : 'FALSKT') : value;
}

/** A real edit: a value that somebody types over another and that no program makes of it. */
export function typedOver(value: Value, input: string, draws: Draws): Value {
  if (input === 'date') {
    const before = value instanceof Date ? value : utc(2026, 2, 3);
    const [year, month, date] = [before.getUTCFullYear(), before.getUTCMonth() + 1, before.getUTCDate()];
    const days = [utc(year, month, date + 1), utc(year, month + 1, date), utc(year + 1, month, date)];
    // The trap of two orders: the day of the month for the month.
    if (date <= 12 && date !== month) days.push(utc(year, date, month));
    return days[draws.below(days.length)] ?? null;
  }
  if (input === 'currency') return ['CHF', 'NOK'][draws.below(2)] ?? 'CHF';
  const text = typeof value === 'string' ? value : '';
  const kinds = [() => `${text} typed ${draws.below(1_000)}`, () => `typed by a colleague ${draws.below(1_000)}`];
  if (/^\d{4,}$/.test(text)) {
    const last = Number(text.at(-1));
    kinds.push(
      () => `0${text}`,
      () => `${text.slice(0, 3)} ${text.slice(3)}`,
      () => `${text}1`,
      () => `${text.slice(0, -1)}${(last + 1) % 10}`,
      () => `-${text}`,
    );
  }
  const pair = /^(\d)([-/])(\d)$/.exec(text);
  if (pair && pair[1] !== pair[3]) kinds.push(() => `${pair[3]}${pair[2]}${pair[1]}`);
  if (/\p{Ll}{2}/u.test(text)) kinds.push(() => text.toUpperCase());
  if (text.length > 300) kinds.push(() => text.slice(0, 280));
  return (kinds[draws.below(kinds.length)] ?? (() => text))();
}
