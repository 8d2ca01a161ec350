import { draftPayments, type LineChoice } from '#main/edits/statements/draft-payments.ts';
import { editById } from '#main/outbox/outbox.ts';
import { pauseBeforeLeaving } from '#main/outbox/pause.ts';
import type { Act, NotNow } from '#main/edits/record/act.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { putBack } from '#main/edits/decide/put-back.ts';
import { recordEdit, seenIn, type EditInput, type EditIssue } from '#main/edits/record/record-edit.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import { reverse } from '#main/edits/undo/reverse.ts';
import { settle, type FieldChoice } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import type { Store } from '#main/storage/store.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import type { EditState } from '#shared/edit.ts';
import type { House } from '#main/app/house.ts';
import { refuse, refuseMissing, refuseNow } from '#main/app/refuse.ts';
import { reviewRules } from './settings.ts';
import type { WindowContext } from '#main/app/window-context.ts';

/** Passes on what an act did, or refuses as the contract promises. */
export function done<Done extends object>(act: Act<Done>): Done {
  return act.ok || act.kind === 'notNow' ? inTime(act) : refuseMissing(act.what);
}

function inTime<Done extends object>(act: Act<Done, NotNow>): Done {
  return act.ok ? act : refuseNow(act.why, act.state, act.unlocksInMs);
}

/** What came of a body that fits. */
function fitting<Came extends { ok: boolean }>(came: Came | { ok: false; issues: EditIssue[] }): Exclude<Came, { issues: EditIssue[] }> {
  if ('issues' in came) return refuse('INVALID_BODY', { issues: came.issues });
  return came as Exclude<Came, { issues: EditIssue[] }>;
}

/** What leaves by itself waits this long before it is claimed, in milliseconds: as long as "Undo" is offered. */
export const LEAVES_AFTER_MS = 5_000;

type Recorded = { id: string } | { ids: string[] };

/** Acts in one commit with the pause before leaving of the edits that the act opened; null when nothing of it leaves by itself. */
function paused<Came extends { ok: boolean }>(
  house: House,
  act: (store: Store, rules: ReviewRules) => Came,
  opened: (came: Extract<Came, { ok: true }>) => string[],
): { came: Came; leavesInMs: number | null } {
  const { store } = house.account();
  return store.commit('act', () => {
    const came = act(store, reviewRules(house));
    const pauses = came.ok && pauseBeforeLeaving(store, opened(came as Extract<Came, { ok: true }>), LEAVES_AFTER_MS);
    return { came, leavesInMs: pauses ? LEAVES_AFTER_MS : null };
  });
}

/** Records in one commit with the pause before leaving. */
function recordPaused<Came extends ({ ok: true } & Recorded) | { ok: false }>(
  house: House,
  record: (store: Store, rules: ReviewRules) => Came,
): { came: Came; leavesInMs: number | null } {
  return paused(house, record, (came) => idsOf(came as Recorded));
}

/** This window can undo it as one. */
function undoable<Done extends Recorded>(house: House, { windowId }: WindowContext, recorded: Done): Done {
  house.undo.remember(windowId, idsOf(recorded));
  return recorded;
}

const idsOf = (recorded: Recorded): string[] => ('ids' in recorded ? recorded.ids : [recorded.id]);

const stateOf = (house: House, id: string): EditState => editById(house.account().store, id)?.state ?? 'waiting';

/** Records one edit. */
export function recordOne(house: House, window: WindowContext, input: EditInput) {
  const { came, leavesInMs } = recordPaused(house, (store, rules) => recordEdit(store, input, rules));
  const { id, merged, state } = undoable(house, window, fitting(came));
  return { id, merged, state, leavesInMs };
}

/** Records many edits in one commit and says which leave by themselves and which need a person. */
export function recordAll(house: House, window: WindowContext, inputs: EditInput[]) {
  const { came, leavesInMs } = recordPaused(house, (store, rules) => recordMany(store, inputs, rules));
  const { ids, now, needYou } = undoable(house, window, fitting(came));
  return { ids, now, needYou, leavesInMs };
}

/** Drafts payments from bank lines; this window can undo them as one act, which frees the lines. */
export function draftFromLines(house: House, window: WindowContext, choices: readonly LineChoice[]): { ids: string[] } {
  const { came } = recordPaused(house, (store, rules) => draftPayments(store, choices, rules));
  return { ids: undoable(house, window, fitting(came)).ids };
}

/** Corrects an edit; undoing it brings the earlier typing back. */
export function changeOne(house: House, window: WindowContext, { id, body, seen }: { id: string } & Pick<EditInput, 'body' | 'seen'>) {
  const { came } = recordPaused(house, (store, rules) => change(store, id, body, rules, seenIn({ seen })));
  const changed = undoable(house, window, done(fitting(came)));
  return { id: changed.id, state: stateOf(house, changed.id) };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(house: House, { windowId }: WindowContext, id: string, fields: FieldChoice[]): { id: string | null } {
  const { came } = paused(
    house,
    (store, rules) => settle(store, id, fields, rules),
    (answer) => (answer.id === null ? [] : [answer.id]),
  );
  const settled = done(fitting(came)).id;
  if (settled === null) house.undo.of(windowId).undone.push([id]);
  else house.undo.remember(windowId, [settled]);
  return { id: settled };
}

/** Composes the reverse of an applied edit. */
export function reverseOne(house: House, window: WindowContext, id: string) {
  const { came, leavesInMs } = recordPaused(house, (store, rules) => reverse(store, id, rules));
  const reversed = undoable(house, window, done(came));
  return { id: reversed.id, state: stateOf(house, reversed.id), leavesInMs };
}

/** Puts back what an applied edit had emptied; this window can undo it. */
export function putBackOne(house: House, { windowId }: WindowContext, id: string): { id: string } {
  const back = done(recordPaused(house, (store, rules) => putBack(store, id, rules)).came);
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
    const { came } = paused(
      house,
      (store, rules) => undo(store, act, rules),
      ({ back }) => back,
    );
    if (!ids) acts.done.pop();
    const { undone, left } = inTime(came);
    if (undone.length > 0) acts.undone.push(undone);
    if (ids || undone.length > 0) return { undone, left };
  }
}

/** Brings back what this window's newest undo, or discard, took away. */
export function redoActs(house: House, { windowId }: WindowContext): { redone: string[] } {
  const acts = house.undo.of(windowId);
  const act = acts.undone.at(-1) ?? refuseNow('nothingToRedo');
  const { came } = paused(
    house,
    (store, rules) => redo(store, act, rules),
    (answer) => answer.redone,
  );
  acts.undone.pop();
  const { redone } = inTime(came);
  if (redone.length > 0) acts.done.push(redone);
  return { redone };
}

/** Takes edits out of the line; this window's redo brings them back. */
export function discardAll(house: House, { windowId }: WindowContext, ids: string[]): void {
  done(discard(house.account().store, ids));
  if (ids.length > 0) house.undo.of(windowId).undone.push(ids);
}
