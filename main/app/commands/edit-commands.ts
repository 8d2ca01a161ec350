import { draftPayments, type LineChoice } from '#main/edits/statements/draft-payments.ts';
import { editById } from '#main/outbox/outbox.ts';
import { pauseBeforeLeaving } from '#main/outbox/pause.ts';
import type { CommandResult, NotNow } from '#main/edits/record/command-result.ts';
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
import type { AppServices } from '#main/app/app-services.ts';
import { refuse, refuseMissing, refuseNow } from '#main/app/refusals/refuse.ts';
import { reviewRules } from './settings.ts';
import { draftSheet, planOf, type TakenChange } from './sheet-commands.ts';
import type { WindowContext } from '#main/app/window-context.ts';

/** Returns what a command did, or refuses as the contract promises. */
export function done<Done extends object>(result: CommandResult<Done>): Done {
  return result.ok || result.kind === 'notNow' ? inTime(result) : refuseMissing(result.what);
}

function inTime<Done extends object>(result: CommandResult<Done, NotNow>): Done {
  return result.ok ? result : refuseNow(result.why, result.state, result.unlocksInMs);
}

/** The result of recording a valid body. */
function fitting<Came extends { ok: boolean }>(came: Came | { ok: false; issues: EditIssue[] }): Exclude<Came, { issues: EditIssue[] }> {
  if ('issues' in came) return refuse('INVALID_BODY', { issues: came.issues });
  return came as Exclude<Came, { issues: EditIssue[] }>;
}

/** The delay in milliseconds before an automatic edit is claimed: as long as "Undo" is offered. */
export const LEAVES_AFTER_MS = 5_000;

type Recorded = { id: string } | { ids: string[] };

/** Runs `command` in one commit with the pause before sending of the edits that it opened; null when nothing of it is sent automatically. */
function paused<Came extends { ok: boolean }>(
  services: AppServices,
  command: (store: Store, rules: ReviewRules) => Came,
  opened: (came: Extract<Came, { ok: true }>) => string[],
): { came: Came; leavesInMs: number | null } {
  const { store } = services.account();
  return store.commit('act', () => {
    const came = command(store, reviewRules(services));
    const pauses = came.ok && pauseBeforeLeaving(store, opened(came as Extract<Came, { ok: true }>), LEAVES_AFTER_MS);
    return { came, leavesInMs: pauses ? LEAVES_AFTER_MS : null };
  });
}

/** Records in one commit with the pause before leaving. */
function recordPaused<Came extends ({ ok: true } & Recorded) | { ok: false }>(
  services: AppServices,
  record: (store: Store, rules: ReviewRules) => Came,
): { came: Came; leavesInMs: number | null } {
  return paused(services, record, (came) => idsOf(came as Recorded));
}

/** This window can undo it as one. */
function undoable<Done extends Recorded>(services: AppServices, { windowId }: WindowContext, recorded: Done): Done {
  services.undo.remember(windowId, idsOf(recorded));
  return recorded;
}

const idsOf = (recorded: Recorded): string[] => ('ids' in recorded ? recorded.ids : [recorded.id]);

const stateOf = (services: AppServices, id: string): EditState => editById(services.account().store, id)?.state ?? 'waiting';

/** Records one edit. */
export function recordOne(services: AppServices, window: WindowContext, input: EditInput) {
  const { came, leavesInMs } = recordPaused(services, (store, rules) => recordEdit(store, input, rules));
  const { id, state } = undoable(services, window, fitting(came));
  return { id, state, leavesInMs };
}

/** Records many edits in one commit and says which leave on their own and which need a user. */
export function recordAll(services: AppServices, window: WindowContext, inputs: EditInput[]) {
  const { came, leavesInMs } = recordPaused(services, (store, rules) => recordMany(store, inputs, rules));
  const { ids, now, needYou } = undoable(services, window, fitting(came));
  return { ids, now, needYou, leavesInMs };
}

/** Drafts what the user takes of a sheet; this window can undo it as one act. */
export function draftFromSheet(services: AppServices, window: WindowContext, id: string, taken: readonly TakenChange[]) {
  const plan = planOf(services, window, id);
  const { came } = recordPaused(services, (store) => draftSheet(store, plan, taken));
  const { ids, needYou } = undoable(services, window, fitting(came));
  return { ids, needYou };
}

/** Drafts payments from bank lines; this window can undo them as one act, which frees the lines. */
export function draftFromLines(services: AppServices, window: WindowContext, choices: readonly LineChoice[]): { ids: string[] } {
  const { came } = recordPaused(services, (store, rules) => draftPayments(store, choices, rules));
  return { ids: undoable(services, window, fitting(came)).ids };
}

/** Corrects an edit; undoing it brings the earlier typing back. */
export function changeOne(
  services: AppServices,
  window: WindowContext,
  { id, body, seen }: { id: string } & Pick<EditInput, 'body' | 'seen'>,
) {
  const { came } = recordPaused(services, (store, rules) => change(store, id, body, rules, seenIn({ seen })));
  const changed = undoable(services, window, done(fitting(came)));
  return { id: changed.id, state: stateOf(services, changed.id) };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(services: AppServices, { windowId }: WindowContext, id: string, fields: FieldChoice[]): { id: string | null } {
  const { came } = paused(
    services,
    (store, rules) => settle(store, id, fields, rules),
    (answer) => (answer.id === null ? [] : [answer.id]),
  );
  const settled = done(fitting(came)).id;
  if (settled === null) services.undo.of(windowId).undone.push([id]);
  else services.undo.remember(windowId, [settled]);
  return { id: settled };
}

/** Composes the reverse of an applied edit. */
export function reverseOne(services: AppServices, window: WindowContext, id: string) {
  const { came, leavesInMs } = recordPaused(services, (store, rules) => reverse(store, id, rules));
  const reversed = undoable(services, window, done(came));
  return { id: reversed.id, state: stateOf(services, reversed.id), leavesInMs };
}

/** Puts back what an applied edit had emptied; this window can undo it. */
export function putBackOne(services: AppServices, { windowId }: WindowContext, id: string): { id: string } {
  const back = done(recordPaused(services, (store, rules) => putBack(store, id, rules)).came);
  services.undo.remember(windowId, [back.id]);
  return { id: back.id };
}

/**
 * Undoes what has not left of the named edits, or of this window's newest act that has anything to undo. An act is taken off only by an
 * answer: what the disk refuses can be undone later. One that left whole is refused, once.
 */
export function undoActs(
  services: AppServices,
  { windowId }: WindowContext,
  ids: string[] | undefined,
): { undone: string[]; left: string[] } {
  const acts = services.undo.of(windowId);
  for (;;) {
    const act = ids ?? acts.done.at(-1) ?? refuseNow('nothingToUndo');
    const { came } = paused(
      services,
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
export function redoActs(services: AppServices, { windowId }: WindowContext): { redone: string[] } {
  const acts = services.undo.of(windowId);
  const act = acts.undone.at(-1) ?? refuseNow('nothingToRedo');
  const { came } = paused(
    services,
    (store, rules) => redo(store, act, rules),
    (answer) => answer.redone,
  );
  acts.undone.pop();
  const { redone } = inTime(came);
  if (redone.length > 0) acts.done.push(redone);
  return { redone };
}

/** Discards edits; this window's redo restores them. */
export function discardAll(services: AppServices, { windowId }: WindowContext, ids: string[]): void {
  done(discard(services.account().store, ids));
  if (ids.length > 0) services.undo.of(windowId).undone.push(ids);
}
