import type { Act } from '#renderer/state/keymap.ts';
import type { ListConfig } from './list-config.ts';

/** What can be done with several records of a list at once: which kind of edit each of them gets. */
export interface BulkAct {
  act: Act;
  says: string;
  edit: string;
}

const acts: Record<ListConfig['bulk'][number], BulkAct> = {
  edit: { act: 'edit', says: 'Edit date or currency', edit: 'updateExpense' },
  describe: { act: 'edit', says: 'Describe', edit: 'updateCardTransaction' },
  comment: { act: 'comment', says: 'Comment', edit: 'createUserComment' },
};

export function bulkActs(config: ListConfig): BulkAct[] {
  return config.bulk.map((name) => acts[name]);
}

const reasons: Record<string, string> = {
  bank: 'touch bank data, which always waits for you',
  payment: 'are payments, which always wait for you',
  review: 'wait for your review, as your rules say',
  person: 'wait for your review',
};

/** "2 wait for your review, as your rules say": why some of a bulk act's edits did not leave by themselves, a line a reason. */
export function splitWords(needYou: { why: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of needYou) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${count.toLocaleString()} ${reasons[why] ?? 'wait for your review'}.`);
}
