import { parseIds } from '#main/library/imports/ids.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import type { Desk } from '#main/app/desk.ts';
import type { Implementer } from './implementer.ts';
import { runPack } from '#main/app/pack-runs.ts';
import { found, refuse } from '#main/app/refuse.ts';

/** Filling and carrying. */
export function libraryRouter({ library: os }: Implementer, desk: Desk) {
  return {
    packs: os.packs.handler(() => desk.open?.packs.views() ?? []),
    pack: os.pack.handler(({ input }) => found(desk.open?.packs.view(input.id), 'pack')),
    createPack: os.createPack.handler(({ input }) => desk.account().packs.create(input.name)),
    removePack: os.removePack.handler(({ input }) => {
      found(desk.account().packs.view(input.id), 'pack');
      desk.account().packs.remove(input.id);
    }),
    parseIds: os.parseIds.handler(({ input }) => parseIds(input.text)),
    addToPack: os.addToPack.handler(({ input }) => found(desk.account().packs.add(input.id, input.kind, input.ids), 'pack')),
    runPack: os.runPack.handler(({ input }) => runPack(desk.account(), input.id, input.paused)),
    openedFile: os.openedFile.handler(() => {
      const file = desk.openedFile;
      desk.openedFile = null;
      return file;
    }),
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
