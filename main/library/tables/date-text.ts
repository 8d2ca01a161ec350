import type { DateOrder } from '#shared/files/file-format.ts';
import { isCalendarDate } from '#shared/values/dates.ts';
import { memoized } from '#shared/values/memoized.ts';
import { dateOfSerial } from './number-cell.ts';

/** A date as it stands in a file: what it means, or what it may mean by each order. `time` without a zone where one stands behind it. */
export type DateText = { readings: Partial<Record<DateOrder, string>>; time: string } | null;

const pad = (value: number | string): string => String(value).padStart(2, '0');

/** Years of two figures: 1990 is the first that a record may have. */
const fullYear = (year: string): string => (year.length === 4 ? year : Number(year) >= 90 ? `19${year}` : `20${pad(year)}`);

function dateOf(year: string, month: string | number, day: string): string | null {
  const text = `${fullYear(year)}-${pad(month)}-${pad(Number(day))}`;
  return isCalendarDate(text) ? text : null;
}

/** The orders in which three numbers stand, and a name for a month that needs no order. The same dates stand in many rows. */
export const dateText = memoized(readDateText);

function readDateText(cell: string): DateText {
  const [, day = '', time = ''] =
    /^(.*?)(?:[T ,]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AP]M)?)(?:\s*(?:Uhr|h))?)?$/is.exec(cell.trim()) ?? [];
  const readings: Partial<Record<DateOrder, string>> = {};
  const put = (order: DateOrder, date: string | null) => {
    if (date !== null) readings[order] = date;
  };
  const text = day.trim().replaceAll(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0));
  const clock = clockOf(time);
  if (clock === null) return null;
  const iso =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(text);
  if (iso) put('iso', dateOf(iso[1] ?? '', Number(iso[2]), iso[3] ?? ''));
  const named = namedDate(text);
  if (named !== null) put('iso', named);
  const ymd = /^(\d{4}|\d{2})([./-])(\d{1,2})\2(\d{1,2})\.?$/.exec(text);
  if (ymd && !iso) put(ymd[1]?.length === 4 ? 'iso' : 'ymd', dateOf(ymd[1] ?? '', Number(ymd[3]), ymd[4] ?? ''));
  const parts = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/.exec(text);
  if (parts) {
    const [, first = '', sign = '', second = '', year = ''] = parts;
    put('dmy', dateOf(year, Number(second), first));
    // Nobody writes the month first with points.
    if (sign !== '.') put('mdy', dateOf(year, Number(first), second));
    else delete readings.ymd;
  }
  if (/^\d{5}$/.test(text) && time === '') {
    put('serial1900', inYears(dateOfSerial(text, 1900)));
    put('serial1904', inYears(dateOfSerial(text, 1904)));
  }
  return Object.keys(readings).length === 0 ? null : { readings, time: clock };
}

const inYears = (date: string | null): string | null => (date !== null && date >= '1990' && date < '2101' ? date : null);

/** `08:14:00`; empty where none is said, null for what is none. */
function clockOf(time: string): string | null {
  if (time === '') return '';
  const [, hour = '', minute = '', second = '00', half = ''] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([AP]M)?$/i.exec(time) ?? [];
  const late = half.toUpperCase() === 'PM' ? 12 : 0;
  const of24 = half === '' ? Number(hour) : (Number(hour) % 12) + late;
  return hour === '' || of24 > 23 || Number(minute) > 59 || Number(second) > 59 ? null : `${pad(of24)}:${minute}:${second}`;
}

/** Months by their names in English, German, French, Swedish, Spanish and Dutch, each from its shortest beginning that is only its own. */
const months = [
  'january januar janvier januari enero',
  'february februar février februari febrero',
  'march märz mars marzo maart mrz mrt',
  'april avril abril',
  'may mai maj mayo mei',
  'june juni juin junio',
  'july juli juillet julio',
  'august août augusti agosto augustus',
  'september septembre septiembre setiembre',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember décembre diciembre',
].map((names) => names.split(' ').map(plain));

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('.', '');
}

/** 1 to 12 for a month's name or its beginning; 0 where it is none, or of two months. */
export function monthOf(name: string): number {
  const typed = plain(name);
  if (typed.length < 3) return 0;
  const found = months.flatMap((names, at) => (names.some((full) => full.startsWith(typed)) ? [at + 1] : []));
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

function namedDate(text: string): string | null {
  if (!/\p{L}/u.test(text)) return null;
  const dayFirst =
    /^(?:[\p{L}.]{2,10},?\s+)?(\d{1,2})\.?(?:º|er|st|nd|rd|th)?[\s-]*(?:de\s+)?([\p{L}]{3,10}\.?)[\s-]*(?:de[l]?\s+)?(\d{4}|\d{2})$/iu.exec(
      text,
    );
  const monthFirst = /^([\p{L}]{3,10}\.?)[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/iu.exec(text);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [];
  const month = monthOf(name ?? '');
  return month === 0 ? null : dateOf(year ?? '', month, day ?? '');
}

/** True for a code that a spreadsheet may have made a date of: `01-Mar`, `Mar-24`. */
export function looksLikeMadeDate(cell: string): boolean {
  const match = /^(?:\d{1,2}[-. ]+([\p{L}]{3,5})\.?|([\p{L}]{3,5})\.?[-. ]+\d{2,4})$/u.exec(cell.trim());
  return match !== null && monthOf(match[1] ?? match[2] ?? '') > 0;
}
