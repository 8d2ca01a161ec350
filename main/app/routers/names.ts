import { forgetNames, giveName, namesOf } from '#main/names/book.ts';
import { countNames } from '#main/projections/usage/count-names.ts';
import { findNames } from '#main/names/find.ts';
import { doubtAbout } from '#main/edits/record/reference-doubts.ts';
import { exportNames, nameRows } from '#main/library/names/export-names.ts';
import { importNames, inspectNames } from '#main/library/names/import-names.ts';
import { exportFile } from '#main/library/exports/exports.ts';
import { bytesOf, fileOf } from '#main/app/views/files.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { found, refuseImport } from '#main/app/refusals/refuse.ts';
import type { Implementer } from './implementer.ts';

/** The book of names: read for every page that shows a reference, written by people and files. */
export function namesRouter({ names: os }: Implementer, services: AppServices) {
  return {
    of: os.of.handler(({ input }) => namesOf(services.store(), input.refs)),
    find: os.find.handler(({ input }) => findNames(services.store(), input)),
    doubt: os.doubt.handler(({ input }) => doubtAbout(services.store(), input.ref, input.record)),
    counts: os.counts.handler(() => countNames(services.store())),
    give: os.give.handler(({ input }) => {
      const { store } = services.account();
      giveName(store, input, 'typed');
      return found(namesOf(store, [input])[0], 'name');
    }),
    inspectFile: os.inspectFile.handler(async ({ input: { file, ...input } }) => {
      const summary = await inspectNames(services.reading, { ...input, content: await bytesOf(file) });
      return summary.ok ? summary : refuseImport(summary);
    }),
    importFile: os.importFile.handler(async ({ input: { mapping, take, file, ...input } }) => {
      const importer = { store: services.account().store, reading: services.reading };
      const answer = await importNames(importer, { ...input, content: await bytesOf(file) }, { mapping, take });
      if (answer.kind === 'refused') return refuseImport(answer.answer);
      if (answer.kind === 'imported') return { ...answer, conflicts: [], viewConflicts: [] };
      const nothing = { imported: 0, unchanged: 0, kept: 0, views: { imported: 0, kept: 0 } };
      return { ...nothing, conflicts: answer.conflicts, viewConflicts: answer.views };
    }),
    export: os.export.handler(({ input: { format, locale } }) => {
      const store = services.store();
      return format === 'json' ? fileOf(exportNames(store)) : exportFile(store, nameRows(store), format, locale);
    }),
    forget: os.forget.handler(({ input }) => forgetNames(services.account().store, input.refs)),
  };
}
