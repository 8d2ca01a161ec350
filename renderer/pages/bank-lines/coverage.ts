import { addBankDays, isWeekend } from '#shared/statements/bank-days.ts';
import { addDays } from '#shared/values/dates.ts';

export type DayKind = 'covered' | 'weekend' | 'missing' | 'notYet';
export interface CoverageDay {
  day: string;
  kind: DayKind;
}

const shown = 60;

/** The last 60 days of an account: covered by a statement, weekend of its bank's country, missing between statements, or not yet. */
export function coverageOf(account: string, covered: readonly { from: string; to: string }[], today: string): CoverageDay[] {
  const first = covered.map(({ from }) => from).sort()[0] ?? today;
  const last = covered.map(({ to }) => to).sort().at(-1) ?? ''; // prettier-ignore
  const end = last > today ? last : today;
  return Array.from({ length: shown }, (_, at): CoverageDay => {
    const day = addDays(end, at - shown + 1) ?? end;
    const isCovered = covered.some(({ from, to }) => from <= day && day <= to);
    const kind = isWeekend(account, day) ? 'weekend' : isCovered ? 'covered' : day > last || day < first ? 'notYet' : 'missing';
    return { day, kind };
  });
}

/** Tells whether the statements reach the last bank day before today; today's comes tomorrow. */
export const isUpToDate = (account: string, to: string, today: string): boolean => to >= addBankDays(account, today, -1);
