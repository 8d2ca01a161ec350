import { editById } from '#main/outbox/outbox.ts';
import { bankAccounts } from '#main/statements/bank-lines.ts';
import { triedBefore } from '#main/outbox/reading/edit-lists.ts';
import { confirm, giveUp, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { evidenceOf } from '#main/edits/decide/evidence.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { sendPartly } from '#main/edits/decide/send-partly.ts';
import { overviewOf } from '#main/edits/overview.ts';
import { underWay } from '#main/edits/undo/under-way.ts';
import { editRowOf } from '#main/edits/view.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import type { AppServices } from '#main/app/app-services.ts';
import {
  changeOne,
  discardAll,
  done,
  putBackOne,
  recordAll,
  recordOne,
  redoActs,
  reverseOne,
  settleOne,
  undoActs,
} from '#main/app/commands/edit-commands.ts';
import { exportFile, outboxRows } from '#main/library/exports/exports.ts';
import type { Implementer } from './implementer.ts';
import { found } from '#main/app/refusals/refuse.ts';
import { connectionOf } from '#main/app/views/status.ts';

export function editsRouter({ edits: os }: Implementer, services: AppServices) {
  const store = () => services.account().store;
  return {
    record: os.record.handler(({ input, context }) => recordOne(services, context, input)),
    recordMany: os.recordMany.handler(({ input, context }) => recordAll(services, context, input.edits)),
    change: os.change.handler(({ input, context }) => changeOne(services, context, input)),
    undo: os.undo.handler(({ input: { ids, discards }, context }) => undoActs(services, context, ids && { ids, discards })),
    redo: os.redo.handler(({ context }) => redoActs(services, context)),
    discard: os.discard.handler(({ input, context }) => discardAll(services, context, input.ids)),
    hold: os.hold.handler(({ input }) => void done(hold(store(), input.ids))),
    release: os.release.handler(({ input }) => void done(release(store(), input.ids))),
    sendPartly: os.sendPartly.handler(({ input }) => void done(sendPartly(store(), input.id, input.emptied))),
    settle: os.settle.handler(({ input, context }) => settleOne(services, context, input.id, input.fields)),
    confirm: os.confirm.handler(({ input }) => void done(confirm(store(), input.id))),
    lookMyself: os.lookMyself.handler(({ input }) => void done(lookMyself(store(), input.id))),
    sendAgain: os.sendAgain.handler(({ input }) => void done(sendAgain(store(), input.id, input.secondConfirmation))),
    giveUp: os.giveUp.handler(({ input }) => void done(giveUp(store(), input.id))),
    reverse: os.reverse.handler(({ input, context }) => reverseOne(services, context, input.id)),
    putBack: os.putBack.handler(({ input, context }) => putBackOne(services, context, input.id)),
    list: os.list.handler(({ input }) => listEdits(services.store(), input)),
    get: os.get.handler(({ input }) => editRowOf(services.store(), found(editById(services.store(), input.id), 'edit'))),
    tried: os.tried.handler(() => ({ ...triedBefore(services.store()), statement: bankAccounts(services.store()).length > 0 })),
    underWay: os.underWay.handler(() => underWay(services.store())),
    overview: os.overview.handler(() => overviewOf(services.store())),
    why: os.why.handler(({ input }) =>
      waitingWhy(services.store(), input.ids, {
        connection: connectionOf(services),
        createsWait: services.life.open?.engine.createsWait() ?? false,
        createsInMs: services.life.open?.engine.createsInMs() ?? 0,
      }),
    ),
    evidence: os.evidence.handler(({ input }) => found(evidenceOf(services.store(), input.id), 'edit')),
    export: os.export.handler(({ input }) => exportFile(services.store(), outboxRows(services.store()), input.format, input.locale)),
  };
}
