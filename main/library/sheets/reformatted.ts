import { dayMs } from '#shared/values/days.ts';
import { evenText } from './sheet-base.ts';

/** A cell of a sheet that came back. */
export type SheetCell = null | string | boolean | { number: string } | { day: string };

/** A cell as text: '' for an empty one. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return 'day' in cell ? cell.day : cell.number;
}

/** Blanks, quotation marks and the apostrophe that made a text of it mean nothing. */
const bare = (text: string): string =>
  evenText(text)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, (found) => (/[\n\t]/.test(found) ? ' ' : ''))
    .replaceAll(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()
    .replace(/^'+/, '')
    .trim();

/** True for the same value, however its blanks are. */
export function sameCell(base: string, cell: SheetCell): boolean {
  const text = cellText(cell);
  return base === text || bare(base) === bare(text);
}

/** The order of year, month and day in a sheet's dates that are texts. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy';

/** Facts of a whole sheet: its days are those of 1904, and the order of the dates that it holds as texts, where its cells show it. */
export interface SheetDays {
  shifted: boolean;
  order: DayOrder | null;
}

/** Years between the two calendars of spreadsheets, in days. */
const years1904 = 1_462;
const epoch1900 = -25_569;

/**
 * True when a spreadsheet makes this cell of that text by itself: shortened digits, lost zeros, local numbers and dates, serial numbers, truth
 * values in its language, a text that is cut, letters that its code page lacks, the result of what it takes for a formula.
 */
export function isReformatted(base: string, cell: SheetCell, days: SheetDays): boolean {
  if (cell === null) return false;
  const [was, is] = [bare(base), bare(cellText(cell))];
  if (was === '' || is === '') return false;
  return (
    isCut(was, is, cellText(cell).length) ||
    isTruth(was, is) ||
    isNumber(was, cell) ||
    isResult(was, cell) ||
    isDay(was, cell, is, days) ||
    lostLetters(base, is) ||
    lostLetters(base.normalize('NFC'), is)
  );
}

/** Characters at which programs cut a text. */
const cutAt = [255, 256, 1_024, 32_767];
const isCut = (was: string, is: string, length: number): boolean => cutAt.includes(length) && was.length > is.length && was.startsWith(is);

const truths = [
  ['true', 'wahr', 'vrai', 'sant', 'verdadero', 'waar', 'verdadeiro', '1'],
  ['false', 'falsch', 'faux', 'falskt', 'falso', 'onwaar', '0'],
];
const isTruth = (was: string, is: string): boolean =>
  /^(true|false)$/i.test(was) && truths.some((words) => words.includes(was.toLowerCase()) && words.includes(is.toLowerCase()));

/** A number's digits without zeros in front and its power of ten; null for what no spreadsheet takes for a number. */
function numberOf(text: string, decimal: '.' | ','): { sign: string; digits: string; exponent: number } | null {
  const plain = text.replaceAll(decimal === '.' ? /[,'\u00a0\u202f]/g : /[.'\u00a0\u202f]/g, '').replace(',', '.');
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?(%?)$/i.exec(plain);
  if (!match || (match[2] ?? '') + (match[3] ?? '') === '') return null;
  const [, sign, whole = '', fraction = '', power = '0', percent] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const ending = /0*$/.exec(digits)?.[0].length ?? 0;
  const exponent = digits === '' ? 0 : Number(power) - fraction.length + ending - (percent ? 2 : 0);
  return { sign: sign === '-' && digits !== '' ? '-' : '', digits: digits.slice(0, digits.length - ending), exponent };
}

/** A text as spreadsheets read numbers: brackets for less than nothing, a sign of a currency, blanks between groups. */
const numeral = (text: string): string =>
  text
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/^([+-]?)[$€£¥] ?/, '$1')
    .replace(/ ?[$€£¥]$/, '')
    .replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, '');

/** The most digits that a spreadsheet keeps. */
const keptDigits = 15;

const zerosBefore = (text: string): number => /^[+-]?(0*)(?=\d)/.exec(text)?.[1]?.length ?? 0;

function isNumber(was: string, cell: SheetCell): boolean {
  const isCellNumber = typeof cell === 'object' && cell !== null && 'number' in cell;
  if (!isCellNumber && typeof cell !== 'string') return false;
  const is = isCellNumber ? cell.number : cell.trim().replace(/^'/, '');
  // Programs take zeros away, and write groups with the blank of their language: a person adds zeros, and types a plain blank.
  if (!isCellNumber && zerosBefore(is) > zerosBefore(was)) return false;
  const becomes = isCellNumber ? [numberOf(is, '.')] : [numberOf(is, '.'), numberOf(is, ',')];
  return (['.', ','] as const).some((decimal) => {
    const before = numberOf(numeral(was), decimal);
    return before !== null && becomes.some((after) => after !== null && sameNumber(before, after, /e[+-]?\d/i.test(is) && !isCellNumber));
  });
}

/** A number that a spreadsheet computes of a text: a time of the day, a fraction, or anything of a formula. */
function isResult(was: string, cell: SheetCell): boolean {
  if (typeof cell !== 'object' || cell === null || !('number' in cell)) return typeof cell === 'boolean' && /^[=+@-]\D/.test(was);
  const [clock, fraction] = [/^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/.exec(was), /^(\d+) (\d+)\/(\d+)$/.exec(was)];
  const near = (value: number) => Math.abs(value - Number(cell.number)) < 1e-9;
  if (clock) return near((Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) / 86_400);
  if (fraction) return near(Number(fraction[1]) + Number(fraction[2]) / Number(fraction[3]));
  return /^[=+@-]/.test(was) && numberOf(was, '.') === null && numberOf(was, ',') === null;
}

type Digits = NonNullable<ReturnType<typeof numberOf>>;

/** The same number, or one rounded to what a spreadsheet keeps; a text with an exponent shows as few digits as fit. */
function sameNumber(before: Digits, after: Digits, shortened: boolean): boolean {
  if (before.sign !== after.sign) return false;
  if (before.digits === after.digits) return before.exponent === after.exponent;
  const most = shortened ? after.digits.length : keptDigits;
  if (before.digits.length <= most || after.digits.length > before.digits.length || (!shortened && after.digits.length < 1)) return false;
  return [0n, 1n].some((up) => {
    const kept = BigInt(before.digits.slice(0, most)) + up;
    const rounded = String(kept);
    const shorter = rounded.replace(/0+$/, '');
    const exponent = before.exponent + (before.digits.length - most) + (rounded.length - shorter.length);
    return shorter === after.digits && exponent === after.exponent;
  });
}

const monthNames = [
  ['jan', 'ene'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'maj', 'mei'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aoû', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];
const monthOf = (word: string): number => monthNames.findIndex((names) => names.some((name) => word.toLowerCase().startsWith(name))) + 1;

interface Parts {
  year: number | null;
  month: number;
  day: number | null;
}

const partsOf = (text: string): string[] => text.replace(/[T ]\d{1,2}:\d{2}(:\d{2})?.*$/, '').match(/\p{L}+|\d+/gu) ?? [];
const hasWord = (parts: readonly string[]): boolean => parts.some((part) => /\p{L}/u.test(part));
const hasYear = (parts: readonly string[]): boolean => parts.some((part) => /^\d{4}$/.test(part));

/** Every reading of a text as a day, or as parts of one that a spreadsheet completes; of figures alone, those in the known order. */
function readings(text: string, known: DayOrder | null = null): Parts[] {
  const parts = partsOf(text);
  if (parts.length < 2 || parts.length > 3 || !/^[\p{L}\d\s./,-]+$/u.test(text.replace(/[T ]\d{1,2}:\d{2}.*$/, ''))) return [];
  const year = (part: string): number | null => (part.length === 4 ? Number(part) : part.length <= 2 ? -100 - Number(part) : null);
  const found: Parts[] = [];
  const order = hasWord(parts) ? null : known;
  const add = (y: string | null, m: string, d: string | null, as: DayOrder | null) => {
    if (order !== null && as !== null && as !== order) return;
    const month = /^\d+$/.test(m) ? Number(m) : monthOf(m);
    const day = d === null ? null : /^\d{1,2}$/.test(d) ? Number(d) : NaN;
    if (month < 1 || month > 12 || Number.isNaN(day) || (day !== null && (day < 1 || day > 31))) return;
    if (y !== null && (!/^\d+$/.test(y) || year(y) === null)) return;
    found.push({ year: y === null ? null : year(y), month, day });
  };
  const [a = '', b = '', c] = parts;
  if (c !== undefined) {
    add(a, b, c, 'ymd');
    add(c, b, a, 'dmy');
    add(c, a, b, 'mdy');
  } else {
    add(null, a, b, null);
    add(null, b, a, null);
    add(b, a, null, null);
    add(a, b, null, null);
  }
  return found;
}

/** The day that a text means in a sheet of this order; null where the order does not decide it. */
export function dayInOrder(text: string, order: DayOrder | null): string | null {
  const [one, ...others] = order === null || hasWord(partsOf(text)) ? [] : readings(text, order);
  if (!one || others.length > 0 || one.year === null || one.day === null) return null;
  const year = one.year < 0 ? 1_900 - one.year : one.year;
  return `${year}-${String(one.month).padStart(2, '0')}-${String(one.day).padStart(2, '0')}`;
}

const serial = (days: number): string => new Date((days + epoch1900) * dayMs).toISOString().slice(0, 10);

/** The days that a cell may mean. */
function daysIn(cell: SheetCell, is: string, shifted: boolean): string[] {
  if (typeof cell === 'object' && cell !== null && 'day' in cell) {
    const moved = new Date(Date.parse(cell.day) + (shifted ? years1904 : 0) * dayMs);
    return [
      cell.day,
      ...(shifted ? [moved, new Date(Date.parse(cell.day) - years1904 * dayMs)].map((day) => day.toISOString().slice(0, 10)) : []),
    ];
  }
  if (!/^\d{3,6}(\.\d+)?$/.test(is)) return [];
  const days = Math.floor(Number(is));
  return [serial(days), serial(days + years1904)];
}

function isDay(was: string, cell: SheetCell, is: string, { shifted, order }: SheetDays): boolean {
  const before = readings(was);
  if (before.length === 0) return false;
  const isoBefore = /^\d{4}-\d{2}-\d{2}/.test(was);
  const days: Parts[] = daysIn(cell, is, shifted).map((day) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    return { year, month, day: date };
  });
  // A text is a program's where it says more than the text that left: 1-2 becomes 2-Jan, and only a person makes 2-1 of it.
  const [partsBefore, parts] = [partsOf(was), partsOf(is)];
  const saysMore =
    parts.length > partsBefore.length || (hasWord(parts) && !hasWord(partsBefore)) || (hasYear(parts) && !hasYear(partsBefore));
  if (days.length === 0 && !isoBefore && !saysMore) return false;
  const after = days.length > 0 ? days : readings(is, order);
  const first = isoBefore ? before.slice(0, 1) : before;
  return first.some((one) => after.some((other) => one.month === other.month && fits(one.year, other.year) && fitsDay(one.day, other.day)));
}

/** A year that one of both leaves out is the spreadsheet's own; one of two digits (below zero) has any century. */
const fits = (one: number | null, other: number | null): boolean =>
  one === null || other === null || one === other || ((one < 0 || other < 0) && Math.abs(one) % 100 === Math.abs(other) % 100);
/** A month without its day becomes its first. */
const fitsDay = (one: number | null, other: number | null): boolean =>
  one === other || (one === null && other === 1) || (other === null && one === 1);

/** A code page puts `?` or `_` for what it lacks; UTF-8 that is read as Windows-1252 has two letters for one. */
function lostLetters(was: string, is: string): boolean {
  if (!/[^\0-\u007f]/.test(was)) return false;
  if (bare(new TextDecoder('windows-1252').decode(new TextEncoder().encode(was))) === is) return true;
  if (!/[?_\ufffd]/.test(is)) return false;
  const letters = [...was.trim().replaceAll(/\s+/g, ' ')].map((letter) =>
    letter > '\u007f' ? `(?:${letter}|[?_\ufffd]{1,2})` : letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'),
  );
  return new RegExp(`^${letters.join('')}$`, 'u').test(is);
}

/** True for a changed text in which a code page put `?` for letters that left: the change is real and the rest is spoiled. */
export function hasLostLetters(base: string, cell: SheetCell): boolean {
  const text = typeof cell === 'string' ? cell : '';
  const signs = (some: string) => some.match(/[?\ufffd]/g)?.length ?? 0;
  const letters = new Set(text.match(/[^\0-\u007f]/gu));
  return signs(text) > signs(base) && [...base].some((letter) => letter > '\u007f' && !letters.has(letter));
}

/** Compares the days of a sheet with those that left: 1904's calendar where more are shifted than are not, and the order of dates as texts. */
export function daysOf(pairs: Iterable<readonly [base: string, cell: SheetCell]>): SheetDays {
  let [same, moved] = [0, 0];
  const orders: Record<DayOrder, number> = { ymd: 0, dmy: 0, mdy: 0 };
  for (const [base, cell] of pairs) {
    if (cell === null || !/^\d{4}-\d\d-\d\d$/.test(base)) continue;
    if (typeof cell === 'string') {
      const possible = (Object.keys(orders) as DayOrder[]).filter((order) => dayInOrder(cell, order) === base);
      if (possible.length === 1 && possible[0]) orders[possible[0]] += 1;
      continue;
    }
    if (typeof cell !== 'object' || !('day' in cell)) continue;
    const apart = Math.abs(Date.parse(base) - Date.parse(cell.day)) / dayMs;
    if (apart === 0) same += 1;
    if (apart === years1904) moved += 1;
  }
  const [[order, most], [, next]] = Object.entries(orders).toSorted(([, one], [, other]) => other - one) as [
    [DayOrder, number],
    [string, number],
  ];
  return { shifted: moved > same, order: most > next ? order : null };
}
