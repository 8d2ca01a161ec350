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
    .replace(/^'/, '')
    .trim();

/** True for the same value, however its blanks are. */
export const sameCell = (base: string, cell: SheetCell): boolean => bare(base) === bare(cellText(cell));

/** Years between the two calendars of spreadsheets, in days. */
const years1904 = 1_462;
const dayMs = 86_400_000;
const epoch1900 = -25_569;

/**
 * True when a spreadsheet makes this cell of that text by itself: shortened digits, lost zeros, local numbers and dates, serial numbers, truth
 * values in its language, a text that is cut, letters that its code page lacks. `shifted`: its days are those of 1904.
 */
export function isReformatted(base: string, cell: SheetCell, shifted: boolean): boolean {
  if (cell === null) return false;
  const [was, is] = [bare(base), bare(cellText(cell))];
  if (was === '' || is === '') return false;
  return (
    isCut(was, is) ||
    isTruth(was, is) ||
    isNumber(was, is, typeof cell === 'object' && 'number' in cell) ||
    isDay(was, cell, is, shifted) ||
    lostLetters(was, is)
  );
}

const isCut = (was: string, is: string): boolean => is.length >= 255 && was.length > is.length && was.startsWith(is);

const truths = [
  ['true', 'wahr', 'vrai', 'sant', 'verdadero', 'waar', 'verdadeiro', '1'],
  ['false', 'falsch', 'faux', 'falskt', 'falso', 'onwaar', '0'],
];
const isTruth = (was: string, is: string): boolean =>
  /^(true|false)$/i.test(was) && truths.some((words) => words.includes(was.toLowerCase()) && words.includes(is.toLowerCase()));

/** A number's digits without zeros in front and its power of ten; null for what no spreadsheet takes for a number. */
function numberOf(text: string, decimal: '.' | ','): { sign: string; digits: string; exponent: number } | null {
  const plain = text.replaceAll(decimal === '.' ? /[,' ]/g : /[.' ]/g, '').replace(',', '.');
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?(%?)$/i.exec(plain);
  if (!match || (match[2] ?? '') + (match[3] ?? '') === '') return null;
  const [, sign, whole = '', fraction = '', power = '0', percent] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const ending = /0*$/.exec(digits)?.[0].length ?? 0;
  const exponent = digits === '' ? 0 : Number(power) - fraction.length + ending - (percent ? 2 : 0);
  return { sign: sign === '-' && digits !== '' ? '-' : '', digits: digits.slice(0, digits.length - ending), exponent };
}

/** The most digits that a spreadsheet keeps. */
const keptDigits = 15;

function isNumber(was: string, is: string, isCellNumber: boolean): boolean {
  const becomes = isCellNumber ? [numberOf(is, '.')] : [numberOf(is, '.'), numberOf(is, ',')];
  return (['.', ','] as const).some((decimal) => {
    const before = numberOf(was, decimal);
    return before !== null && becomes.some((after) => after !== null && sameNumber(before, after, /e[+-]?\d/i.test(is) && !isCellNumber));
  });
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

/** Every reading of a text as a day, or as parts of one that a spreadsheet completes. */
function readings(text: string): Parts[] {
  const parts = text.replace(/[T ]\d{1,2}:\d{2}(:\d{2})?.*$/, '').match(/\p{L}+|\d+/gu) ?? [];
  if (parts.length < 2 || parts.length > 3 || !/^[\p{L}\d\s./,-]+$/u.test(text.replace(/[T ]\d{1,2}:\d{2}.*$/, ''))) return [];
  const year = (part: string): number | null => (part.length === 4 ? Number(part) : part.length <= 2 ? -100 - Number(part) : null);
  const found: Parts[] = [];
  const add = (y: string | null, m: string, d: string | null) => {
    const month = /^\d+$/.test(m) ? Number(m) : monthOf(m);
    const day = d === null ? null : /^\d{1,2}$/.test(d) ? Number(d) : NaN;
    if (month < 1 || month > 12 || Number.isNaN(day) || (day !== null && (day < 1 || day > 31))) return;
    if (y !== null && (!/^\d+$/.test(y) || year(y) === null)) return;
    found.push({ year: y === null ? null : year(y), month, day });
  };
  const [a = '', b = '', c] = parts;
  if (c !== undefined) {
    add(a, b, c);
    add(c, b, a);
    add(c, a, b);
  } else {
    add(null, a, b);
    add(null, b, a);
    add(b, a, null);
    add(a, b, null);
  }
  return found;
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

function isDay(was: string, cell: SheetCell, is: string, shifted: boolean): boolean {
  const before = readings(was);
  if (before.length === 0) return false;
  const isoBefore = /^\d{4}-\d{2}-\d{2}/.test(was);
  const days: Parts[] = daysIn(cell, is, shifted).map((day) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    return { year, month, day: date };
  });
  const after = days.length > 0 ? days : readings(is);
  const first = isoBefore ? before.slice(0, 1) : before;
  return first.some((one) => after.some((other) => one.month === other.month && fits(one.year, other.year) && fitsDay(one.day, other.day)));
}

/** A year that one of both leaves out is the spreadsheet's own; one of two digits (below zero) has any century. */
const fits = (one: number | null, other: number | null): boolean =>
  one === null || other === null || one === other || ((one < 0 || other < 0) && Math.abs(one) % 100 === Math.abs(other) % 100);
/** A month without its day becomes its first. */
const fitsDay = (one: number | null, other: number | null): boolean =>
  one === other || (one === null && other === 1) || (other === null && one === 1);

/** A code page puts `?` or `_` for what it lacks. */
function lostLetters(was: string, is: string): boolean {
  const [before, after] = [[...was], [...is]];
  if (before.length !== after.length || was === is) return false;
  return before.every((letter, at) => letter === after[at] || ((after[at] === '?' || after[at] === '_') && letter > '\u00ff'));
}

/** True when the days of a sheet stand 1904's calendar apart from those that left: more are shifted than are not. */
export function isShifted(pairs: readonly (readonly [base: string, cell: SheetCell])[]): boolean {
  let [same, moved] = [0, 0];
  for (const [base, cell] of pairs) {
    if (typeof cell !== 'object' || cell === null || !('day' in cell) || !/^\d{4}-\d\d-\d\d$/.test(base)) continue;
    const apart = Math.abs(Date.parse(base) - Date.parse(cell.day)) / dayMs;
    if (apart === 0) same += 1;
    if (apart === years1904) moved += 1;
  }
  return moved > same;
}
