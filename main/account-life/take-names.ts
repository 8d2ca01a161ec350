import type { Store } from '#main/cache/database/store.ts';
import { takeCompanyNames } from '#main/library/names/import-names.ts';

/** Takes in the names that the company gives. A file that cannot be used keeps nobody from working: it is logged with its first problem. */
export function takeNames(store: Store, read: () => { name: string; text: string } | null): void {
  try {
    const file = read();
    if (!file) return;
    const answer = takeCompanyNames(store, { ...file, kind: null });
    if (answer.kind === 'refused')
      store.world.log.error('companyNamesRefused', { problems: answer.total, first: answer.problems[0]?.message });
    else store.world.log.info('companyNamesTaken', { ...answer });
  } catch (error) {
    store.world.log.error('companyNamesUnreadable', { message: error instanceof Error ? error.message : String(error) });
  }
}
