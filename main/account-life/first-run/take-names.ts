import { takeCompanyNames } from '#main/library/names/import-names.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import type { Importer } from '#main/library/imports/read-portions.ts';

/** Takes in the names that the company gives. A file that cannot be used keeps nobody from working: it is logged with its first problem. */
export async function takeNames(into: Importer, read: () => { name: string; content: FileContent } | null): Promise<void> {
  const { log } = into.store.world;
  try {
    const file = read();
    if (!file) return;
    const answer = await takeCompanyNames(into, file);
    if (answer.kind === 'refused') {
      const { answer: why } = answer;
      const [first] = why.why === null ? why.problems : [];
      log.error(
        'companyNamesRefused',
        why.why === null ? { problems: why.total, first: first?.what, line: first?.line } : { why: why.why },
      );
    } else log.info('companyNamesTaken', { ...answer });
  } catch (error) {
    // closed meanwhile: the next start takes them
    if (!into.store.sql.open) return;
    log.error('companyNamesUnreadable', { message: error instanceof Error ? error.message : String(error) });
  }
}
