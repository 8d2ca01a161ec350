import { t, type PlainId } from '#shared/messages/t.ts';
import type { PaymentsByDay, ReceivablesByAge } from '#shared/contract/views/overview-views.ts';

const ages: readonly PlainId[] = ['today.ages.0', 'today.ages.1', 'today.ages.2', 'today.ages.3', 'today.ages.4'];
export const wordsOfAge = (age: number): string => t(ages[age] ?? 'today.ages.0');

/** The invoices of each age, in the words of the list's search. */
const ageQueries = ['state:open -overdue', 'overdueby:1..30', 'overdueby:31..60', 'overdueby:61..90', 'overdueby>90'] as const;
export const queryOfAge = (age: number, currency: string): string => `${ageQueries[age] ?? ''} currency:${currency}`;

/** A share of a whole for drawing; sums stay exact beside it. */
export const asNumber = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000);

export function overdueOf({ ages }: ReceivablesByAge): { total: bigint; late: bigint; share: number } {
  const total = ages.reduce((sum, { minor }) => sum + minor, 0n);
  const late = total - (ages[0]?.minor ?? 0n);
  return { total, late, share: Math.round(asNumber(late, total) * 100) };
}

/** The sums of 30 days, and the tallest day. */
export function sumsOf({ days }: PaymentsByDay): { confirmed: bigint; other: bigint; most: bigint } {
  const sum = (of: (day: (typeof days)[number]) => bigint) => days.reduce((all, day) => all + of(day), 0n);
  const heights = days.map((day) => day.confirmedMinor + day.otherMinor);
  return {
    confirmed: sum((day) => day.confirmedMinor),
    other: sum((day) => day.otherMinor),
    most: heights.reduce((most, height) => (height > most ? height : most), 0n),
  };
}
