import type { Act } from '#main/edits/act.ts';
import { change } from '#main/edits/change.ts';
import { discard } from '#main/edits/discard.ts';
import { recordEdit, type EditInput, type EditIssue } from '#main/edits/record-edit.ts';
import { recordMany } from '#main/edits/record-many.ts';
import { reverse } from '#main/edits/reverse.ts';
import { settle, type FieldSettlement } from '#main/edits/settle.ts';
import { redo, undo } from '#main/edits/undo.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Desk } from '#main/app/desk.ts';
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

/** Records one edit; this window can undo it. */
export function recordOne(desk: Desk, { windowId }: WindowContext, input: EditInput): { id: string; merged: boolean; state: string } {
  const answer = recordEdit(desk.account().store, input, reviewRules(desk));
  if (!answer.ok) return refuse('INVALID_BODY', { issues: answer.issues });
  desk.undo.remember(windowId, [answer.id]);
  return { id: answer.id, merged: answer.merged, state: answer.state };
}

/** Records many edits in one commit and says which leave by themselves and which need a person. This window undoes them as one. */
export function recordAll(desk: Desk, { windowId }: WindowContext, inputs: EditInput[]) {
  const answer = recordMany(desk.account().store, inputs, reviewRules(desk));
  if (!answer.ok) return refuse('INVALID_BODY', { issues: answer.issues });
  desk.undo.remember(windowId, answer.ids);
  return { ids: answer.ids, now: answer.now, needYou: answer.needYou };
}

/** Corrects an edit; undoing it brings the earlier typing back. */
export function changeOne(desk: Desk, { windowId }: WindowContext, id: string, body: Record<string, unknown>): { id: string } {
  const changed = done(change(desk.account().store, id, body, reviewRules(desk)));
  desk.undo.remember(windowId, [changed.id]);
  return { id: changed.id };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(desk: Desk, { windowId }: WindowContext, id: string, fields: FieldSettlement[]): { id: string | null } {
  const settled = done(settle(desk.account().store, id, fields, reviewRules(desk))).id;
  if (settled === null) desk.undo.rememberUndone(windowId, [id]);
  else desk.undo.remember(windowId, [settled]);
  return { id: settled };
}

/** Composes the reverse of an applied edit; this window can undo it. */
export function reverseOne(desk: Desk, { windowId }: WindowContext, id: string): { id: string } {
  const reversed = done(reverse(desk.account().store, id, reviewRules(desk)));
  desk.undo.remember(windowId, [reversed.id]);
  return { id: reversed.id };
}

/**
 * Undoes what has not left of the named edits, or of this window's newest act that has anything to undo. An act is taken off only by an
 * answer: what the disk refuses can be undone later. One that left whole is refused, once.
 */
export function undoActs(desk: Desk, { windowId }: WindowContext, ids: string[] | undefined): { undone: string[]; left: string[] } {
  for (;;) {
    const act = ids ?? desk.undo.newest(windowId) ?? refuseNow('nothingToUndo');
    const answer = undo(desk.account().store, act, reviewRules(desk));
    if (!ids) desk.undo.dropNewest(windowId);
    const { undone, left } = done(answer);
    desk.undo.rememberUndone(windowId, undone);
    if (ids || undone.length > 0) return { undone, left };
  }
}

/** Brings back what this window's newest undo, or discard, took away. */
export function redoActs(desk: Desk, { windowId }: WindowContext): { redone: string[] } {
  const act = desk.undo.newestUndone(windowId) ?? refuseNow('nothingToRedo');
  const answer = redo(desk.account().store, act, reviewRules(desk));
  desk.undo.dropUndone(windowId);
  const { redone } = done(answer);
  desk.undo.rememberRedone(windowId, redone);
  return { redone };
}

/** Takes edits out of the line; this window's redo brings them back. */
export function discardAll(desk: Desk, { windowId }: WindowContext, ids: string[]): void {
  done(discard(desk.account().store, ids));
  desk.undo.rememberUndone(windowId, ids);
}
