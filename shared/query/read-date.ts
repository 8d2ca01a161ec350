import { addDays, datePartsOf, daysNamed, monthNamed, parseDate, type CalendarDate } from '#shared/values/dates.ts';

/** A stretch of days, both included. */
export interface Days {
  from: CalendarDate;
  to: CalendarDate;
}

export type DaysEntry = { days: Days } | { choices: CalendarDate[] } | null;

/**
 * The days that a text means: a date, a month (`nov`: the one nearest to today; `nov 2026`, `2026-11`), a year, `today`, `yesterday`,
 * `tomorrow`, or days from today (`+30`, `-7`). `choices` when it may mean two dates; null when it means none.
 */
export function readDays(text: string, today: CalendarDate): DaysEntry {
  const typed = text.trim().toLowerCase();
  const relative = daysNamed(typed) ?? (/^[+-]\d{1,5}$/.test(typed) ? Number(typed) : null);
  if (relative !== null) return oneDay(addDays(today, relative));
  const year = /^(\d{4})$/.exec(typed)?.[1];
  if (year !== undefined) return Number(year) === 0 ? null : { days: { from: `${year}-01-01`, to: `${year}-12-31` } };
  const monthOf = /^(\d{4})-(\d{1,2})$/.exec(typed);
  if (monthOf) return wholeMonth(Number(monthOf[1]), Number(monthOf[2]));
  const named = /^(\p{L}{3,9})\.?(?:\s+(\d{4}))?$/u.exec(typed);
  const month = named ? monthNamed(named[1] ?? '') : 0;
  if (month > 0) return wholeMonth(named?.[2] === undefined ? nearestYear(month, today) : Number(named[2]), month);
  const entry = parseDate(text);
  if (entry.kind === 'ambiguous') return { choices: entry.choices };
  return entry.kind === 'date' ? oneDay(entry.date) : null;
}

const oneDay = (date: CalendarDate | null): DaysEntry => (date === null ? null : { days: { from: date, to: date } });

function wholeMonth(year: number, month: number): DaysEntry {
  const from = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
  const last = [31, 30, 29, 28].map((day) => `${from.slice(0, 8)}${day}`).find((date) => datePartsOf(date) !== null);
  return datePartsOf(from) === null || last === undefined ? null : { days: { from, to: last } };
}

/** The year in which a month is nearest to today: five months ahead at most, else behind. */
function nearestYear(month: number, today: CalendarDate): number {
  const now = datePartsOf(today) ?? { year: 2000, month: 1 };
  const ahead = (month - now.month + 12) % 12;
  return now.year + (ahead <= 5 ? (now.month + ahead > 12 ? 1 : 0) : now.month + ahead > 12 ? 0 : -1);
}
