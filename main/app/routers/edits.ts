import { editById } from '#main/outbox/outbox.ts';
import { triedBefore } from '#main/outbox/reading/edit-lists.ts';
import { confirm, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { evidenceOf } from '#main/edits/decide/evidence.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { sendPartly } from '#main/edits/decide/send-partly.ts';
import { underWay } from '#main/edits/undo/under-way.ts';
import { editRowOf } from '#main/edits/view.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import type { House } from '#main/app/house.ts';
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
} from '#main/app/acts/edit-acts.ts';
import { exportOutbox } from '#main/library/exports/exports.ts';
import { fileOf } from '#main/app/views/files.ts';
import type { Implementer } from './implementer.ts';
import { found } from '#main/app/refuse.ts';
import { connectionOf } from '#main/app/views/status.ts';

/** What the person does. Each answers after COMMIT. */
export function editsRouter({ edits: os }: Implementer, house: House) {
  const store = () => house.account().store;
  return {
    record: os.record.handler(({ input, context }) => recordOne(house, context, input)),
    recordMany: os.recordMany.handler(({ input, context }) => recordAll(house, context, input.edits)),
    change: os.change.handler(({ input, context }) => changeOne(house, context, input)),
    undo: os.undo.handler(({ input, context }) => undoActs(house, context, input.ids)),
    redo: os.redo.handler(({ context }) => redoActs(house, context)),
    discard: os.discard.handler(({ input, context }) => discardAll(house, context, input.ids)),
    hold: os.hold.handler(({ input }) => void done(hold(store(), input.ids))),
    release: os.release.handler(({ input }) => void done(release(store(), input.ids))),
    sendPartly: os.sendPartly.handler(({ input }) => void done(sendPartly(store(), input.id, input.emptied))),
    settle: os.settle.handler(({ input, context }) => settleOne(house, context, input.id, input.fields)),
    confirm: os.confirm.handler(({ input }) => void done(confirm(store(), input.id))),
    lookMyself: os.lookMyself.handler(({ input }) => void done(lookMyself(store(), input.id))),
    sendAgain: os.sendAgain.handler(({ input }) => void done(sendAgain(store(), input.id, input.secondConfirmation))),
    reverse: os.reverse.handler(({ input, context }) => reverseOne(house, context, input.id)),
    putBack: os.putBack.handler(({ input, context }) => putBackOne(house, context, input.id)),
    list: os.list.handler(({ input }) => listEdits(house.store(), input)),
    get: os.get.handler(({ input }) => editRowOf(house.store(), found(editById(house.store(), input.id), 'edit'))),
    tried: os.tried.handler(() => triedBefore(house.store())),
    underWay: os.underWay.handler(() => underWay(house.store())),
    why: os.why.handler(({ input }) =>
      waitingWhy(house.store(), input.ids, {
        connection: connectionOf(house),
        createsWait: house.life.open?.engine.createsWait() ?? false,
      }),
    ),
    evidence: os.evidence.handler(({ input }) => found(evidenceOf(house.store(), input.id), 'edit')),
    export: os.export.handler(({ input }) => fileOf(exportOutbox(house.store(), input.format))),
  };
}
