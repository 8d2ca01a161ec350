import { t } from '#shared/messages/t.ts';
import { dayMs } from './days.ts';
import { englishMonths, formatsNow } from './language.ts';
import { memoized } from './memoized.ts';

/** A calendar date without a time or a zone, YYYY-MM-DD, as the specification's `date` format. */
export type CalendarDate = string;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface DateParts {
  year: number;
  month: number;
  day: number;
}

/** Year, month and day of a calendar date, or null when the text is none; 2026-02-30 is none. */
export function datePartsOf(text: string): DateParts | null {
  const match = datePattern.exec(text);
  return match === null ? null : checkedParts(Number(match[1]), Number(match[2]), Number(match[3]));
}

function checkedParts(year: number, month: number, day: number): DateParts | null {
  const exists = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? { year, month, day } : null;
}

export function isCalendarDate(text: string): boolean {
  return datePartsOf(text) !== null;
}

/** True for an ISO 8601 date-time, also without an offset, which is shown as written. */
export function isInstant(text: string): boolean {
  const match = instantPattern.exec(text);
  return match !== null && isCalendarDate(match[1] ?? '') && Number(match[2]) < 24 && Number(match[3]) < 60 && Number(match[4] ?? 0) <= 60;
}

function dateText({ year, month, day }: DateParts): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The readings of a typed date. */
export type DateEntry =
  { kind: 'date'; date: CalendarDate } | { kind: 'ambiguous'; choices: CalendarDate[] } | { kind: 'invalid'; why: string };

/**
 * Reads a date: `2026-03-12`, `12 Mar 2026`, `March 12, 2026`, `12.3.2026`, `12/03/2026`. Day and month in figures that fit both ways are ambiguous
 * unless the separator is a point, which always means day first. With `today` it was typed by a user: also `today`, `yesterday`, `tomorrow`, `+30`,
 * `-7`, `12 mar` and `12.3.`, where a day without its year is the nearest one, or, of what `happened`, the last one; names are also those of the
 * user's language, and in any language but English the day is first.
 */
export function parseDate(text: string, today?: CalendarDate, happened = false): DateEntry {
  const trimmed = text.trim();
  const near = today === undefined ? null : nearDate(trimmed.toLowerCase(), today, happened);
  if (near !== null) return { kind: 'date', date: near };
  const iso = datePartsOf(trimmed);
  if (iso !== null) return { kind: 'date', date: dateText(iso) };
  const named = namedDate(trimmed, today === undefined ? englishMonth : monthNamed);
  if (named !== null) return { kind: 'date', date: dateText(named) };
  const match = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4})$/.exec(trimmed);
  if (match === null) return { kind: 'invalid', why: t('values.date.form') };
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const dayFirst = checkedParts(year, second, first);
  const isDayFirst = match[2] === '.' || (today !== undefined && formatsNow().language !== 'en');
  const monthFirst = isDayFirst ? null : checkedParts(year, first, second);
  const choices = [...new Set([dayFirst, monthFirst].filter((parts) => parts !== null).map(dateText))];
  const [only, other] = choices;
  if (only === undefined) return { kind: 'invalid', why: t('values.date.none') };
  return other === undefined ? { kind: 'date', date: only } : { kind: 'ambiguous', choices };
}

const daysFromToday: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };

/** -1, 0 or 1 for a day's name in English or in the user's language. */
export function daysNamed(text: string): number | undefined {
  const own = [t('values.date.yesterday'), t('values.date.today'), t('values.date.tomorrow')].indexOf(text);
  return daysFromToday[text] ?? (own === -1 ? undefined : own - 1);
}

/** A date that is said from today; null when the text is none. */
function nearDate(text: string, today: CalendarDate, happened: boolean): CalendarDate | null {
  const steps = daysNamed(text) ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : null);
  if (steps !== null) return addDays(today, steps);
  const now = datePartsOf(today);
  const figures = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(text);
  if (now === null || !(figures || /^(\d{1,2}\.?\s+\p{L}{3,}|\p{L}{3,}\.?\s+\d{1,2})\.?$/u.test(text))) return null;
  const read = (year: number) =>
    figures ? checkedParts(year, Number(figures[2]), Number(figures[1])) : namedDate(`${text.replace(/\.$/, '')} ${year}`, monthNamed);
  const distance = (parts: DateParts) => dayNumber(parts) - dayNumber(now);
  const candidates = [now.year - 1, now.year, now.year + 1].map(read).filter((parts) => parts !== null);
  const fitting = happened ? candidates.filter((parts) => distance(parts) <= 0) : candidates;
  const [nearest] = fitting.toSorted((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)));
  return nearest ? dateText(nearest) : null;
}

/** Days since 1 Jan 1970; a year below 100 stays that year. */
const dayNumber = ({ year, month, day }: DateParts): number => new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;

/** The weekday of a calendar date: `Thu`; empty when the text is none. */
export function weekdayOf(text: CalendarDate): string {
  const parts = datePartsOf(text);
  return parts === null ? '' : inWords(formatsNow().weekday(), parts);
}

const inWords = (format: Intl.DateTimeFormat, parts: DateParts): string => format.format(dayNumber(parts) * dayMs);

function namedDate(text: string, monthOf: (name: string) => number): DateParts | null {
  const dayFirst = /^(\d{1,2})\.?\s+(?:de\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/iu.exec(text);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})$/iu.exec(text);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [];
  const month = monthOf(name ?? '');
  return month === 0 ? null : checkedParts(Number(year), month, Number(day));
}

/** 1 to 12 for a month's English name or three letters of its beginning; 0 when it is none. */
const englishMonth = (name: string): number => monthIn(englishMonths(), name);

/** The same, or in the user's language; 0 also where two months begin like it. */
export const monthNamed = (name: string): number => monthIn(formatsNow().monthNames(), name) || englishMonth(name);

function monthIn(names: readonly string[], name: string): number {
  const begins = names.flatMap((long, at) => (long.toLowerCase().startsWith(name.toLowerCase()) ? [at + 1] : []));
  return name.length < 3 || begins.length > 1 ? 0 : (begins[0] ?? 0);
}

/** `12 Mar 2026`, never through a time zone; a text that is no date is shown as it came. */
export function formatDate(text: CalendarDate): string {
  const parts = datePartsOf(text);
  if (parts === null) return text;
  // Intl's English says "Sept", and a year before 1000 would be read as another one.
  if (formatsNow().language !== 'en' && parts.year >= 1000) return inWords(formatsNow().date(), parts);
  return `${formatDayAndMonth(text)} ${String(parts.year).padStart(4, '0')}`;
}

/** `12 Mar`, for days whose year is plain. */
export function formatDayAndMonth(text: CalendarDate): string {
  const parts = datePartsOf(text);
  if (parts === null) return text;
  if (formatsNow().language !== 'en') return inWords(formatsNow().dayAndMonth(), parts);
  return `${parts.day} ${englishMonths()[parts.month - 1]?.slice(0, 3)}`;
}

/** The calendar date a number of days after another; null when the text is no date or the sum leaves the calendar. */
export function addDays(text: CalendarDate, days: number): CalendarDate | null {
  const parts = datePartsOf(text);
  if (parts === null) return null;
  const moved = new Date((dayNumber(parts) + days) * dayMs);
  const result = checkedParts(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
  return result === null ? null : dateText(result);
}

/** Days from the first date to the second, negative when it is earlier; 0 when one of them is invalid. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  const [first, last] = [datePartsOf(from), datePartsOf(to)];
  if (first === null || last === null) return 0;
  return dayNumber(last) - dayNumber(first);
}

/** Days from 1 Jan 1970 to a date. */
export const daysAfter1970 = (date: CalendarDate): number => daysBetween('1970-01-01', date);

/** The calendar date on which a moment falls in a time zone (the system's when absent). */
export function dateOfEpoch(at: number, timeZone?: string): CalendarDate {
  const minute = Math.floor(at / 60_000);
  if (lately?.minute === minute && lately.timeZone === timeZone) return lately.date;
  const { year, month, day } = clockParts(at, timeZone);
  const date: CalendarDate = `${year}-${month}-${day}`;
  // Clocks that were off by seconds ended before 1973: a minute lies in one day.
  if (at > 1e11) lately = { minute, timeZone, date };
  return date;
}

/** The date that was asked for last: every question about a list asks for today. */
let lately: { minute: number; timeZone: string | undefined; date: CalendarDate } | null = null;

/** In figures: 12/03/2026, 14:02:11. */
const clockIn = memoized(
  (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', { calendar: 'gregory', hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium', timeZone }),
);

function clockParts(at: number, timeZone?: string) {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { year: year.padStart(4, '0'), month, day, hour, minute, second };
}

/** The moment of an ISO 8601 date-time with an offset, or null when the text has none or is none. */
export function epochOf(text: string): number | null {
  if (!isInstant(text) || instantPattern.exec(text)?.[5] === undefined) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** A moment as people read it: `12 Mar 2026, 14:02` in the given or the system's zone. */
export function formatEpoch(at: number, timeZone?: string): string {
  const { year, month, day, hour, minute } = clockParts(at, timeZone);
  return `${formatDate(`${year}-${month}-${day}`)}, ${hour}:${minute}`;
}

/** The time of day of a moment: `14:02`. */
export function formatClock(at: number): string {
  const { hour, minute } = clockParts(at);
  return `${hour}:${minute}`;
}

/** The first moment of the day in which another falls, by the system's zone; in milliseconds since 1970. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** A service's timestamp in local time; without an offset, or when it is none, it is shown as it came. */
export function formatInstant(text: string, timeZone?: string): string {
  const at = epochOf(text);
  return at === null ? text : formatEpoch(at, timeZone);
}

/** Local time to the second with its UTC beside it, for evidence: `14:02:11 (12:02:11 UTC), 12 Mar 2026`. */
export function formatEvidenceTime(at: number, timeZone?: string): string {
  const local = clockParts(at, timeZone);
  const utc = clockParts(at, 'UTC');
  const dateOf = (parts: typeof local) => `${parts.year}-${parts.month}-${parts.day}`;
  const time = (parts: typeof local) => `${parts.hour}:${parts.minute}:${parts.second}`;
  const [day, utcDay] = [formatDate(dateOf(local)), formatDate(dateOf(utc))];
  const said = { local: time(local), utc: time(utc), day };
  return day === utcDay ? t('values.evidence.sameDay', said) : t('values.evidence.otherDay', { ...said, utcDay });
}
