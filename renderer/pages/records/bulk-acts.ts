import { formatCount } from '#renderer/state/format-count.ts';

const reasons: Record<string, string> = {
  bank: 'touch bank data, which always waits for you',
  payment: 'are payments, which always wait for you',
  review: 'wait for your review, as your rules say',
  person: 'wait for your review',
  conflict: 'not sent: the service says something else since you looked',
};

/** "2 wait for your review, as your rules say": why some of a bulk act's edits did not leave by themselves, a line a reason. */
export function splitWords(needYou: { why: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of needYou) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${formatCount(count)} ${reasons[why] ?? 'wait for your review'}.`);
}
