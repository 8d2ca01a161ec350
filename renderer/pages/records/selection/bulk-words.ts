import { formatCount } from '#shared/values/language.ts';
import { readableState } from '#shared/values/readable.ts';

const reasons: Record<string, string> = {
  bank: 'touch bank data, which always waits for you',
  payment: 'are payments, which always wait for you',
  review: 'wait for your review, as your rules say',
  person: 'wait for your review',
  conflict: 'not sent: the service says something else since you looked',
};

/** "2 wait for your review, as your rules say": a line for each reason why edits of a bulk command are not sent automatically. */
export function splitWords(needYou: { why: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of needYou) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${formatCount(count)} ${reasons[why] ?? 'wait for your review'}.`);
}

/** The notice of a form for several records about those that have left the list since it was opened. */
export function leftWords(chosen: number, left: number): string {
  if (chosen === 1) return 'It has left the list meanwhile, and is saved all the same.';
  const them = left === chosen ? 'All of them have' : `${formatCount(left)} of them ${left === 1 ? 'has' : 'have'}`;
  return `${them} left the list meanwhile. Every one that you chose is saved.`;
}

/** "23 now, 2 will probably be refused: cancelled." said before a form for several records is saved; null where none is in such a state. */
export function refusedWords(chosen: number, states: readonly string[]): string | null {
  if (states.length === 0) return null;
  const why = [...new Set(states)].map(readableState).join(', ');
  const now = chosen - states.length;
  return `${now === 0 ? '' : `${formatCount(now)} now, `}${formatCount(states.length)} will probably be refused: ${why}.`;
}
