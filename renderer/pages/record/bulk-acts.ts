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
