import type { Choices } from './random.ts';

const DAY_MS = 86_400_000;
const firstDay = Date.UTC(2026, 0, 5);
const lastDay = Date.UTC(2026, 10, 13);

/** A timestamp on a working day of the seeded year, during office hours. */
export function officeTime(choices: Choices): string {
  const day = firstDay + choices.int(0, (lastDay - firstDay) / DAY_MS) * DAY_MS;
  const weekday = new Date(day).getUTCDay();
  const worked = weekday === 0 ? day + DAY_MS : weekday === 6 ? day - DAY_MS : day;
  return new Date(worked + choices.int(7 * 3600, 17 * 3600) * 1000).toISOString();
}

export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

export function hoursAfter(timestamp: string, hours: number): string {
  return new Date(Date.parse(timestamp) + hours * 3_600_000).toISOString();
}
