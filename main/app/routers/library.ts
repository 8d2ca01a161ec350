import { knownKinds } from '#main/records/known-kinds.ts';
import { importRecords, inspectImport, restOfImport } from '#main/library/imports/imports.ts';
import { undoImport } from '#main/library/imports/undo-import.ts';
import type { ImportProgress } from '#main/library/imports/import-place.ts';
import { recordsBefore } from '#main/records/import-before.ts';
import { bankDetailsEdit } from '#shared/edits/update-vendor/bank-details.ts';
import { draftFromSheet, recordAll, undoActs } from '#main/app/commands/edit-commands.ts';
import { bytesOf, fileOf } from '#main/app/views/files.ts';
import { endTrip, tripEndOf } from '#main/library/packs/end-trip.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import type { ImportBankChange } from '#shared/contract/views/library-views.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { Implementer } from './implementer.ts';
import { compareFile } from '#main/app/commands/sheet-commands.ts';
import { runPack } from '#main/app/commands/run-pack.ts';
import { found, refuse, refuseImport, refuseNow } from '#main/app/refusals/refuse.ts';

export function libraryRouter({ library: os }: Implementer, services: AppServices) {
  return {
    packs: os.packs.handler(() => services.life.open?.packs.views() ?? []),
    pack: os.pack.handler(({ input }) => found(services.life.open?.packs.view(input.id), 'pack')),
    createPack: os.createPack.handler(({ input }) => services.account().packs.create(input.name)),
    removePack: os.removePack.handler(({ input }) => {
      found(services.account().packs.view(input.id), 'pack');
      services.account().packs.remove(input.id);
    }),
    tripEnd: os.tripEnd.handler(({ input }) => found(tripEndOf(services.account().store, input.id), 'pack')),
    endTrip: os.endTrip.handler(async ({ input: { id, ...seen } }) => {
      const { store, documents, packs } = services.account();
      return found(await endTrip({ store, documents, stop: (pack) => packs.pause(pack) }, id, seen), 'pack');
    }),
    parseIds: os.parseIds.handler(async ({ input }) => {
      const found = await idsIn(services, input.text);
      return { ...found, known: services.life.open ? knownKinds(services.store(), found.ids) : [] };
    }),
    addToPack: os.addToPack.handler(({ input }) => found(services.account().packs.add(input.id, input.kind, input.ids, input.way), 'pack')),
    followView: os.followView.handler(({ input }) => found(services.account().packs.follow(input.id, input.viewId, input.locale), 'view')),
    leaveView: os.leaveView.handler(({ input }) => found(services.account().packs.leaveView(input.id, input.viewId), 'pack')),
    leaveOutOfPack: os.leaveOutOfPack.handler(({ input }) => found(services.account().packs.leaveOut(input.id, input.refs), 'pack')),
    runPack: os.runPack.handler(({ input }) => runPack(services.account(), input)),
    openedFile: os.openedFile.handler(() => services.takeFile()),
    compareSheet: os.compareSheet.handler(({ input, context }) => compareFile(services, context, input)),
    draftSheet: os.draftSheet.handler(({ input, context }) => draftFromSheet(services, context, input.plan, input.take)),
    inspectImport: os.inspectImport.handler(async ({ input: { file, ...input } }) => {
      const importer = { store: services.store(), reading: services.reading };
      const summary = await inspectImport(importer, { ...input, content: await bytesOf(file) }, input);
      return summary.ok ? summary : refuseImport(summary);
    }),
    importRecords: os.importRecords.handler(async ({ input: { file, ...input }, context, signal }) => {
      const importer = { store: services.account().store, reading: services.reading };
      const report = (progress: ImportProgress) => services.changes.publish({ kind: 'importing', ...progress });
      let drafts: string[] = [];
      // Not after the import: another account may be active by then.
      const taken = (bank: readonly ImportBankChange[]) => {
        const edits = bank.map(({ id, fields }) => bankDetailsEdit(id, fields));
        if (edits.length > 0) drafts = recordAll(services, context, edits).ids;
      };
      const answer = await importRecords(importer, { ...input, content: await bytesOf(file) }, input, { report, signal, taken });
      if (!answer.ok) return refuseImport(answer);
      const { bank: _bank, ok: _ok, ...done } = answer;
      return { ...done, drafts };
    }),
    undoImport: os.undoImport.handler(async ({ input: { at, drafts }, context }) => {
      const { store } = services.account();
      if (recordsBefore(store, 1)[0]?.importedAt !== at) return refuseNow('nothingToUndo');
      if (drafts.length > 0) undoActs(services, context, { ids: drafts, discards: false });
      return undoImport(store);
    }),
    restOfImport: os.restOfImport.handler(async ({ input: { file, ...input } }) => {
      const importer = { store: services.store(), reading: services.reading };
      const answer = await restOfImport(importer, { ...input, content: await bytesOf(file) }, input);
      return 'ok' in answer ? refuseImport(answer) : fileOf(answer);
    }),
  };
}

async function idsIn({ reading }: AppServices, text: string): Promise<Portion<'ids'>> {
  const answer = await reading.read('ids', text, null);
  if (!answer.ok) return refuse('NOT_READ', { why: answer.why });
  const [first] = answer.portions;
  return { duplicates: 0, problems: [], ...first, ids: answer.portions.flatMap(({ ids }) => ids) };
}
