import { knownKinds } from '#main/cache/records/known-kinds.ts';
import { parseIds } from '#main/library/imports/ids.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { runPack } from '#main/app/acts/run-pack.ts';
import { found, refuse } from '#main/app/refuse.ts';

/** Filling and carrying. */
export function libraryRouter({ library: os }: Implementer, house: House) {
  return {
    packs: os.packs.handler(() => house.life.open?.packs.views() ?? []),
    pack: os.pack.handler(({ input }) => found(house.life.open?.packs.view(input.id), 'pack')),
    createPack: os.createPack.handler(({ input }) => house.account().packs.create(input.name)),
    removePack: os.removePack.handler(({ input }) => {
      found(house.account().packs.view(input.id), 'pack');
      house.account().packs.remove(input.id);
    }),
    parseIds: os.parseIds.handler(({ input }) => {
      const found = parseIds(input.text);
      return { ...found, known: house.life.open ? knownKinds(house.store(), found.ids) : [] };
    }),
    addToPack: os.addToPack.handler(({ input }) => found(house.account().packs.add(input.id, input.kind, input.ids), 'pack')),
    leaveOutOfPack: os.leaveOutOfPack.handler(({ input }) => found(house.account().packs.leaveOut(input.id, input.refs), 'pack')),
    runPack: os.runPack.handler(({ input }) => runPack(house.account(), input)),
    openedFile: os.openedFile.handler(() => house.takeFile()),
    inspectImport: os.inspectImport.handler(({ input }) => {
      const look = inspectImport(house.store(), input);
      return look.ok ? look : refuse('IMPORT_REFUSED', look);
    }),
    importRecords: os.importRecords.handler(async ({ input: { mapping, complete, ...file } }) => {
      const answer = await importRecords(house.account().store, file, { mapping, complete });
      return answer.ok ? answer : refuse('IMPORT_REFUSED', answer);
    }),
  };
}
