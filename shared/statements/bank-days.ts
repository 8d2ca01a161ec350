import { addDays } from '#shared/values/dates.ts';

/** Countries whose weekend is Friday and Saturday. */
const fridays = new Set(['BH', 'DZ', 'EG', 'IL', 'IQ', 'JO', 'KW', 'LY', 'OM', 'QA', 'SA', 'SY', 'YE']);

/** Tells whether banks of an account's country rest on a day; holidays are not known. */
export function isWeekend(account: string, day: string): boolean {
  const weekend = fridays.has(account.slice(0, 2)) ? [5, 6] : [0, 6];
  return weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** The day so many bank days before or after another one. */
export function addBankDays(account: string, day: string, count: number): string {
  const step = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0;) {
    at = addDays(at, step) ?? at;
    if (!isWeekend(account, at)) left -= 1;
  }
  return at;
}

/** Tells whether statements cover every bank day from one day to another. */
export function isCovered(account: string, covered: readonly { from: string; to: string }[], from: string, to: string): boolean {
  for (let day = from; day <= to; day = addDays(day, 1) ?? '~')
    if (!isWeekend(account, day) && !covered.some((each) => each.from <= day && day <= each.to)) return false;
  return true;
}
