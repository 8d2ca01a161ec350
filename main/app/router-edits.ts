import { moveEdit } from '#main/cache/outbox-move.ts';
import { editById, editsByIds, outboxColumns, type OutboxRow } from '#main/cache/outbox.ts';
import { recordEdit } from '#main/edits/record-edit.ts';
import type { Desk } from './desk.ts';
import { editRowOf, editRowsOf } from './edit-rows.ts';
import type { Implementer } from './implementer.ts';
import { found, refuse, refuseNow } from './refuse.ts';
import { reviewRules } from './settings.ts';

export function editsRouter({ edits: os }: Implementer, desk: Desk) {
  const discard = (ids: string[]) => {
    const { store } = desk.account();
    return store.commit('discard', () =>
      editsByIds(store, ids)
        .filter((row) => moveEdit(store, row, { to: 'discarded', what: 'discarded', reason: { kind: 'byPerson' } }))
        .map((row) => row.id),
    );
  };
  return {
    record: os.record.handler(({ input, context }) => {
      const answer = recordEdit(desk.account().store, input, reviewRules(desk));
      if (!answer.ok) return refuse('INVALID_BODY', { issues: answer.issues });
      desk.undo.remember(context.windowId, [answer.id]);
      return { id: answer.id, merged: answer.merged, state: answer.state };
    }),
    undo: os.undo.handler(({ input, context }) => {
      const ids = input.ids ?? desk.undo.takeNewest(context.windowId) ?? refuseNow('nothingToUndo');
      return { undone: discard(ids) };
    }),
    discard: os.discard.handler(({ input }) => void discard(input.ids)),
    list: os.list.handler(({ input }) => {
      const store = desk.store();
      const rows = store.prepared<OutboxRow>(`SELECT ${outboxColumns} FROM outbox WHERE seq < ? ORDER BY seq DESC LIMIT ?`).all(input.after ?? 1e15, input.limit);
      return { rows: editRowsOf(store, rows), next: null, total: rows.length };
    }),
    get: os.get.handler(({ input }) => editRowOf(desk.store(), found(editById(desk.store(), input.id), 'edit'))),
  };
}
