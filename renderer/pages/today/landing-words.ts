import { countsOf } from '#renderer/state/counts.ts';
import { countOfTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import type { Counters, UnderWay } from '#shared/contract/views/views.ts';
import { durationText } from '#shared/messages/reason-words.ts';
import { formatAmount } from '#shared/values/money.ts';

/** "3 h 38 min", "12 min": the time without a connection. */
export function timeAway(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return minutes === 0 ? durationText(ms) : t('today.away.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? t('today.away.hours', { hours }) : t('today.away.hoursMinutes', { hours, minutes: minutes % 60 });
}

export const needYouOf = (counters: Counters): number => countOfTab('needsYou', counters) + counters.inDoubt;

/** "1 rejected, 1 conflict, 1 held" */
export function needWords({ conflict, rejected, held, inDoubt }: Counters): string {
  return countsOf([
    ['today.landing.rejected', rejected],
    ['today.landing.conflict', conflict],
    ['frame.count.inDoubt', inDoubt],
    ['today.landing.held', held],
  ]);
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
  const sums = listOf(payments.map(({ amountMinor, currency }) => formatAmount(amountMinor, currency, locale)));
  const more = review.payments > 0 ? 'today.landing.count.more' : 'frame.count.toReview';
  const counts = [
    ...(sent > 0 ? [t('today.landing.count.sent', { count: sent })] : []),
    ...(needYou > 0 ? [t('frame.count.needYou', { count: needYou })] : []),
    ...(review.payments > 0 ? [t('today.landing.count.payments', { count: review.payments, sums })] : []),
    ...(review.others > 0 ? [t(more, { count: review.others })] : []),
  ];
  return counts.length === 0 ? null : t('today.landing.sentence', { counts: listOf(counts) });
}
