import { listOf } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { readableState } from '#shared/values/readable.ts';

const reasons = ['bank', 'payment', 'review', 'person', 'conflict'] as const;

/** "2 wait for your review, as your rules say": a line for each reason why edits of a bulk command are not sent automatically. */
export function splitWords(needYou: { why: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of needYou) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => t(`list.bulk.why.${reasons.find((each) => each === why) ?? 'person'}`, { count }));
}

/** The notice of a form for several records about those that have left the list since it was opened. */
export function leftWords(chosen: number, left: number): string {
  if (chosen === 1) return t('list.bulk.left.one');
  return left === chosen ? t('list.bulk.left.all') : t('list.bulk.left.some', { count: left });
}

/** "23 now, 2 will probably be refused: cancelled." said before a form for several records is saved; null where none is in such a state. */
export function refusedWords(kind: RecordKind, chosen: number, states: readonly string[]): string | null {
  if (states.length === 0) return null;
  const refused = { count: states.length, states: listOf([...new Set(states)].map((state) => readableState(state, kind))) };
  const now = chosen - states.length;
  return now === 0 ? t('list.bulk.refused', refused) : t('list.bulk.refusedSome', { ...refused, now });
}
