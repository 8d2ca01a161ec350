import { parseIds } from '#main/library/ids.ts';
import { importRecords, inspectImport } from '#main/library/imports.ts';
import type { Desk } from './desk.ts';
import type { Implementer } from './implementer.ts';
import { refuse } from './refuse.ts';

/** Filling and carrying. */
export function libraryRouter({ library: os }: Implementer, desk: Desk) {
  return {
    parseIds: os.parseIds.handler(({ input }) => parseIds(input.text)),
    inspectImport: os.inspectImport.handler(({ input }) => {
      const look = inspectImport(desk.store(), input);
      return look.ok ? look : refuse('IMPORT_REFUSED', look);
    }),
    importRecords: os.importRecords.handler(async ({ input: { mapping, complete, ...file } }) => {
      const answer = await importRecords(desk.account().store, file, { mapping, complete });
      return answer.ok ? answer : refuse('IMPORT_REFUSED', answer);
    }),
  };
}
