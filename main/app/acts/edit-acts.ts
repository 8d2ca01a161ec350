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
import type { Store } from '#main/cache/database/store.ts';
import type { ReviewRules } from '#main/edits/rules.ts';
import type { EditState } from '#shared/edit.ts';
import type { House } from '#main/app/house.ts';
import { refuse, refuseMissing, refuseNow } from '#main/app/refuse.ts';
import { reviewRules } from './settings.ts';
import type { WindowContext } from '#main/app/window-context.ts';

/** What an act came to; `issues` are of a body that does not fit. */
type Came<Done extends object> = Act<Done> | { ok: false; issues: EditIssue[] } | { ok: false; kind: 'invalid'; issues: EditIssue[] };

/** Passes on what an act did, or refuses as the contract promises. */
export function done<Done extends object>(act: Came<Done>): Done {
  if (act.ok) return act;
  if ('issues' in act) return refuse('INVALID_BODY', { issues: act.issues });
  return act.kind === 'notFound' ? refuseMissing(act.what) : refuseNow(act.why, act.state, act.unlocksInMs);
}

/** What leaves by itself waits this long before it is claimed, in milliseconds: as long as "Undo" is offered. */
export const LEAVES_AFTER_MS = 5_000;

/** Records in one commit with the pause before leaving (null when nothing of it leaves by itself); this window can undo it as one. */
function recordPaused<Done extends { id: string } | { ids: string[] }>(
  house: House,
  { windowId }: WindowContext,
  record: (store: Store, rules: ReviewRules) => Came<Done>,
): Done & { leavesInMs: number | null } {
  const { store } = house.account();
  const { act, leavesInMs } = store.commit('record', () => {
    const act = record(store, reviewRules(house));
    const pauses = act.ok && pauseBeforeLeaving(store, idsOf(act), LEAVES_AFTER_MS);
    return { act, leavesInMs: pauses ? LEAVES_AFTER_MS : null };
  });
  const recorded = done(act);
  house.undo.remember(windowId, idsOf(recorded));
  return { ...recorded, leavesInMs };
}

const idsOf = (recorded: { id: string } | { ids: string[] }): string[] => ('ids' in recorded ? recorded.ids : [recorded.id]);

const stateOf = (house: House, id: string): EditState => editById(house.account().store, id)?.state ?? 'waiting';

/** Records one edit. */
export function recordOne(house: House, window: WindowContext, input: EditInput) {
  const { id, merged, state, leavesInMs } = recordPaused(house, window, (store, rules) => recordEdit(store, input, rules));
  return { id, merged, state, leavesInMs };
}

/** Records many edits in one commit and says which leave by themselves and which need a person. */
export function recordAll(house: House, window: WindowContext, inputs: EditInput[]) {
  const { ids, now, needYou, leavesInMs } = recordPaused(house, window, (store, rules) => recordMany(store, inputs, rules));
  return { ids, now, needYou, leavesInMs };
}

/** Corrects an edit; undoing it brings the earlier typing back. */
export function changeOne(house: House, window: WindowContext, { id, body, seen }: { id: string } & Pick<EditInput, 'body' | 'seen'>) {
  const changed = recordPaused(house, window, (store, rules) => change(store, id, body, rules, seenIn({ seen })));
  return { id: changed.id, state: stateOf(house, changed.id) };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(house: House, { windowId }: WindowContext, id: string, fields: FieldChoice[]): { id: string | null } {
  const settled = done(settle(house.account().store, id, fields, reviewRules(house))).id;
  if (settled === null) house.undo.of(windowId).undone.push([id]);
  else house.undo.remember(windowId, [settled]);
  return { id: settled };
}

/** Composes the reverse of an applied edit. */
export function reverseOne(house: House, window: WindowContext, id: string) {
  const reversed = recordPaused(house, window, (store, rules) => reverse(store, id, rules));
  return { id: reversed.id, state: stateOf(house, reversed.id), leavesInMs: reversed.leavesInMs };
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
  const acts = house.undo.of(windowId);
  for (;;) {
    const act = ids ?? acts.done.at(-1) ?? refuseNow('nothingToUndo');
    const answer = undo(house.account().store, act, reviewRules(house));
    if (!ids) acts.done.pop();
    const { undone, left } = done(answer);
    if (undone.length > 0) acts.undone.push(undone);
    if (ids || undone.length > 0) return { undone, left };
  }
}

/** Brings back what this window's newest undo, or discard, took away. */
export function redoActs(house: House, { windowId }: WindowContext): { redone: string[] } {
  const acts = house.undo.of(windowId);
  const answer = redo(house.account().store, acts.undone.at(-1) ?? refuseNow('nothingToRedo'), reviewRules(house));
  acts.undone.pop();
  const { redone } = done(answer);
  if (redone.length > 0) acts.done.push(redone);
  return { redone };
}

/** Takes edits out of the line; this window's redo brings them back. */
export function discardAll(house: House, { windowId }: WindowContext, ids: string[]): void {
  done(discard(house.account().store, ids));
  if (ids.length > 0) house.undo.of(windowId).undone.push(ids);
}
