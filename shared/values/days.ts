/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Days since 1970 of a calendar date; 0 for a text that is none. */
export function dayOf(date: string): number {
  const at = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at) ? 0 : Math.floor(at / dayMs);
}

/** YYYY-MM-DD of a day; null for 0. */
export function dateOfDay(day: number): string | null {
  return day === 0 ? null : new Date(day * dayMs).toISOString().slice(0, 10);
}
