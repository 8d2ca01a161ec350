import { editById } from '#main/cache/outbox/outbox.ts';
import { confirm, sendAgain } from '#main/edits/doubt.ts';
import { evidenceOf } from '#main/edits/evidence.ts';
import { hold, release } from '#main/edits/hold.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { editRowOf } from '#main/edits/view.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import type { Desk } from '#main/app/desk.ts';
import { changeOne, discardAll, done, recordAll, recordOne, redoActs, reverseOne, settleOne, undoActs } from '#main/app/acts/edit-acts.ts';
import { outboxFile } from '#main/app/views/export-files.ts';
import type { Implementer } from './implementer.ts';
import { found } from '#main/app/refuse.ts';
import { connectionOf } from '#main/app/views/status.ts';

/** What the person does. Each answers after COMMIT. */
export function editsRouter({ edits: os }: Implementer, desk: Desk) {
  const store = () => desk.account().store;
  return {
    record: os.record.handler(({ input, context }) => recordOne(desk, context, input)),
    recordMany: os.recordMany.handler(({ input, context }) => recordAll(desk, context, input.edits)),
    change: os.change.handler(({ input, context }) => changeOne(desk, context, input.id, input.body)),
    undo: os.undo.handler(({ input, context }) => undoActs(desk, context, input.ids)),
    redo: os.redo.handler(({ context }) => redoActs(desk, context)),
    discard: os.discard.handler(({ input, context }) => discardAll(desk, context, input.ids)),
    hold: os.hold.handler(({ input }) => void done(hold(store(), input.ids))),
    release: os.release.handler(({ input }) => void done(release(store(), input.ids))),
    settle: os.settle.handler(({ input, context }) => settleOne(desk, context, input.id, input.fields)),
    confirm: os.confirm.handler(({ input }) => void done(confirm(store(), input.id))),
    sendAgain: os.sendAgain.handler(({ input }) => void done(sendAgain(store(), input.id, input.secondConfirmation))),
    reverse: os.reverse.handler(({ input, context }) => reverseOne(desk, context, input.id)),
    list: os.list.handler(({ input }) => listEdits(desk.store(), input)),
    get: os.get.handler(({ input }) => editRowOf(desk.store(), found(editById(desk.store(), input.id), 'edit'))),
    why: os.why.handler(({ input }) => waitingWhy(desk.store(), input.ids, connectionOf(desk))),
    evidence: os.evidence.handler(({ input }) => found(evidenceOf(desk.store(), input.id), 'edit')),
    export: os.export.handler(({ input }) => outboxFile(desk, input.format)),
  };
}
