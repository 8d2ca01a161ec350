import { editById } from '#main/cache/outbox/outbox.ts';
import { pauseBeforeLeaving } from '#main/cache/outbox/pause.ts';
import type { Act } from '#main/edits/act.ts';
import { change } from '#main/edits/change.ts';
import { discard } from '#main/edits/discard.ts';
import { putBack } from '#main/edits/put-back.ts';
import { recordEdit, seenIn, type EditInput, type EditIssue } from '#main/edits/record-edit.ts';
import { recordMany } from '#main/edits/record-many.ts';
import { reverse } from '#main/edits/reverse.ts';
import { settle, type FieldChoice } from '#main/edits/settle.ts';
import { redo, undo } from '#main/edits/undo.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { House } from '#main/app/house.ts';
import { refuse, refuseMissing, refuseNow } from '#main/app/refuse.ts';
import { reviewRules } from './settings.ts';
import type { WindowContext } from '#main/app/window-context.ts';

/** Passes on what an act did, or refuses as the contract promises. */
export function done<Done extends object>(act: Act<Done> | { ok: false; kind: 'invalid'; issues: EditIssue[] }): Done {
  if (act.ok) return act;
  switch (act.kind) {
    case 'invalid':
      return refuse('INVALID_BODY', { issues: act.issues });
    case 'notFound':
      return refuseMissing(act.what);
    case 'notNow':
      return refuseNow(act.why, act.state, act.unlocksInMs);
    default:
      return assertNever(act);
  }
}

/** What leaves by itself waits this long before it is claimed, in milliseconds: as long as "Undo" is offered. */
export const LEAVES_AFTER_MS = 5_000;

/** Records in one commit with the pause before leaving; null when nothing of it leaves by itself. */
function recordPaused<Done>(house: House, record: () => Done, idsOf: (done: Done) => string[]): { done: Done; leavesInMs: number | null } {
  const { store } = house.account();
  return store.commit('record', () => {
    const recorded = record();
    return { done: recorded, leavesInMs: pauseBeforeLeaving(store, idsOf(recorded), LEAVES_AFTER_MS) ? LEAVES_AFTER_MS : null };
  });
}

/** Records one edit; this window can undo it. */
export function recordOne(house: House, { windowId }: WindowContext, input: EditInput) {
  const { store } = house.account();
  const { done: answer, leavesInMs } = recordPaused(
    house,
    () => recordEdit(store, input, reviewRules(house)),
    (recorded) => (recorded.ok ? [recorded.id] : []),
  );
  if (!answer.ok) return refuse('INVALID_BODY', { issues: answer.issues });
  house.undo.remember(windowId, [answer.id]);
  return { id: answer.id, merged: answer.merged, state: answer.state, leavesInMs };
}

/** Records many edits in one commit and says which leave by themselves and which need a person. This window undoes them as one. */
export function recordAll(house: House, { windowId }: WindowContext, inputs: EditInput[]) {
  const { store } = house.account();
  const { done: answer, leavesInMs } = recordPaused(
    house,
    () => recordMany(store, inputs, reviewRules(house)),
    (recorded) => (recorded.ok ? recorded.ids : []),
  );
  if (!answer.ok) return refuse('INVALID_BODY', { issues: answer.issues });
  house.undo.remember(windowId, answer.ids);
  return { ids: answer.ids, now: answer.now, needYou: answer.needYou, leavesInMs };
}

/** Corrects an edit; undoing it brings the earlier typing back. */
export function changeOne(
  house: House,
  { windowId }: WindowContext,
  { id, body, seen }: { id: string } & Pick<EditInput, 'body' | 'seen'>,
): { id: string; state: string } {
  const { store } = house.account();
  const changing = recordPaused(
    house,
    () => change(store, id, body, reviewRules(house), seenIn({ seen })),
    (recorded) => (recorded.ok ? [recorded.id] : []),
  );
  const changed = done(changing.done);
  house.undo.remember(windowId, [changed.id]);
  return { id: changed.id, state: editById(store, changed.id)?.state ?? 'waiting' };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(house: House, { windowId }: WindowContext, id: string, fields: FieldChoice[]): { id: string | null } {
  const settled = done(settle(house.account().store, id, fields, reviewRules(house))).id;
  if (settled === null) house.undo.rememberUndone(windowId, [id]);
  else house.undo.remember(windowId, [settled]);
  return { id: settled };
}

/** Composes the reverse of an applied edit; this window can undo it. */
export function reverseOne(
  house: House,
  { windowId }: WindowContext,
  id: string,
): { id: string; state: string; leavesInMs: number | null } {
  const { store } = house.account();
  const { done: answer, leavesInMs } = recordPaused(
    house,
    () => reverse(store, id, reviewRules(house)),
    (recorded) => (recorded.ok ? [recorded.id] : []),
  );
  const reversed = done(answer);
  house.undo.remember(windowId, [reversed.id]);
  return { id: reversed.id, state: editById(store, reversed.id)?.state ?? 'waiting', leavesInMs };
}

/** Puts back what an applied edit had emptied; this window can undo it. */
export function putBackOne(house: House, { windowId }: WindowContext, id: string): { id: string } {
  const back = done(putBack(house.account().store, id, reviewRules(house)));
  house.undo.remember(windowId, [back.id]);
  return { id: back.id };
}

/**
 * Undoes what has not left of the named edits, or of this window's newest act that has anything to undo. An act is taken off only by an
 * answer: what the disk refuses can be undone later. One that left whole is refused, once.
 */
export function undoActs(house: House, { windowId }: WindowContext, ids: string[] | undefined): { undone: string[]; left: string[] } {
  for (;;) {
    const act = ids ?? house.undo.newest(windowId) ?? refuseNow('nothingToUndo');
    const answer = undo(house.account().store, act, reviewRules(house));
    if (!ids) house.undo.dropNewest(windowId);
    const { undone, left } = done(answer);
    house.undo.rememberUndone(windowId, undone);
    if (ids || undone.length > 0) return { undone, left };
  }
}

/** Brings back what this window's newest undo, or discard, took away. */
export function redoActs(house: House, { windowId }: WindowContext): { redone: string[] } {
  const act = house.undo.newestUndone(windowId) ?? refuseNow('nothingToRedo');
  const answer = redo(house.account().store, act, reviewRules(house));
  house.undo.dropUndone(windowId);
  const { redone } = done(answer);
  house.undo.rememberRedone(windowId, redone);
  return { redone };
}

/** Takes edits out of the line; this window's redo brings them back. */
export function discardAll(house: House, { windowId }: WindowContext, ids: string[]): void {
  done(discard(house.account().store, ids));
  house.undo.rememberUndone(windowId, ids);
}
