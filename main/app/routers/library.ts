import { knownKinds } from '#main/records/known-kinds.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import { endTrip, tripEndOf } from '#main/library/packs/end-trip.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { runPack } from '#main/app/acts/run-pack.ts';
import { found, refuse, refuseImport } from '#main/app/refuse.ts';

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
    tripEnd: os.tripEnd.handler(({ input }) => found(tripEndOf(house.account().store, input.id), 'pack')),
    endTrip: os.endTrip.handler(async ({ input: { id, ...seen } }) => {
      const { store, documents, packs } = house.account();
      return found(await endTrip({ store, documents, stop: (pack) => packs.pause(pack) }, id, seen), 'pack');
    }),
    parseIds: os.parseIds.handler(async ({ input }) => {
      const found = await idsIn(house, input.text);
      return { ...found, known: house.life.open ? knownKinds(house.store(), found.ids) : [] };
    }),
    addToPack: os.addToPack.handler(({ input }) => found(house.account().packs.add(input.id, input.kind, input.ids, input.way), 'pack')),
    followView: os.followView.handler(({ input }) => found(house.account().packs.follow(input.id, input.viewId, input.locale), 'view')),
    leaveView: os.leaveView.handler(({ input }) => found(house.account().packs.leaveView(input.id, input.viewId), 'pack')),
    leaveOutOfPack: os.leaveOutOfPack.handler(({ input }) => found(house.account().packs.leaveOut(input.id, input.refs), 'pack')),
    runPack: os.runPack.handler(({ input }) => runPack(house.account(), input)),
    openedFile: os.openedFile.handler(() => house.takeFile()),
    inspectImport: os.inspectImport.handler(async ({ input }) => {
      const look = await inspectImport({ store: house.store(), reading: house.reading }, input);
      return look.ok ? look : refuseImport(look);
    }),
    importRecords: os.importRecords.handler(async ({ input: { mapping, complete, ...file } }) => {
      const answer = await importRecords({ store: house.account().store, reading: house.reading }, file, { mapping, complete });
      return answer.ok ? answer : refuseImport(answer);
    }),
  };
}

async function idsIn({ reading }: House, text: string): Promise<Portion<'ids'>> {
  const answer = await reading.read('ids', text, null);
  if (!answer.ok) return refuse('NOT_READ', { why: answer.why });
  const [first] = answer.portions;
  return { duplicates: 0, problems: [], ...first, ids: answer.portions.flatMap(({ ids }) => ids) };
}
