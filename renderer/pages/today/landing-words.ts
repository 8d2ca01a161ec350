import { countOfTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import { formatCount } from '#renderer/state/format-count.ts';
import type { Counters, UnderWay } from '#shared/contract/views/views.ts';
import { durationText } from '#shared/messages/reason-words.ts';
import { formatAmount } from '#shared/values/money.ts';

/** "3 h 38 min", "12 min": the time without a connection. */
export function timeAway(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return minutes === 0 ? durationText(ms) : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export const needYouOf = (counters: Counters): number => countOfTab('needsYou', counters) + counters.inDoubt;

/** "1 rejected, 1 conflict, 1 held" */
export function needWords({ conflict, rejected, held, inDoubt }: Counters): string {
  const parts: [number, string][] = [
    [rejected, 'rejected'],
    [conflict, conflict === 1 ? 'conflict' : 'conflicts'],
    [inDoubt, 'in doubt'],
    [held, 'held'],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : [])).join(', ');
}

/** Payments that wait for a review, and what else does. */
export function reviewCounts({ draft }: Counters, payments: UnderWay['payments']): { payments: number; others: number } {
  const count = payments.reduce((sum, total) => sum + total.count, 0);
  return { payments: count, others: Math.max(0, draft - count) };
}

/** "Back online: 38 sent, 3 need you, 6 payments to review (9,135.00 EUR)"; null where nothing was sent and nothing is asked. */
export function landingSentence(sent: number, counters: Counters, payments: UnderWay['payments'], locale: string): string | null {
  const needYou = needYouOf(counters);
  const review = reviewCounts(counters, payments);
  const sums = payments.map(({ amountMinor, currency }) => formatAmount(amountMinor, currency, locale)).join(', ');
  const parts: [number, string][] = [
    [sent, 'sent'],
    [needYou, needYou === 1 ? 'needs you' : 'need you'],
    [review.payments, `${review.payments === 1 ? 'payment' : 'payments'} to review (${sums})`],
    [review.others, review.payments > 0 ? 'more to review' : 'to review'],
  ];
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : []));
  return said.length === 0 ? null : `Back online: ${said.join(', ')}`;
}
