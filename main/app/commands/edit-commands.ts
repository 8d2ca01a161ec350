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
import { redo, undo, type Undone } from '#main/edits/undo/undo.ts';
import type { Store } from '#main/storage/store.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import type { EditState } from '#shared/edit.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuse, refuseMissing, refuseNow } from '#main/app/refusals/refuse.ts';
import { reviewRules } from './settings.ts';
import { draftSheet, planOf, type TakenChange } from './sheet-commands.ts';
import type { WindowCommand } from '#main/app/undo-scopes.ts';
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
  const { came, leavesInMs } = recordPaused(services, (store, rules) => change(store, id, body, rules, seenIn({ seen })));
  const changed = undoable(services, window, done(fitting(came)));
  return { id: changed.id, state: stateOf(services, changed.id), leavesInMs };
}

/** Settles a conflict; the answer names the edit that carries the settlement, if one is left to send. This window can undo it. */
export function settleOne(services: AppServices, { windowId }: WindowContext, id: string, fields: FieldChoice[]): { id: string | null } {
  const { came } = paused(
    services,
    (store, rules) => settle(store, id, fields, rules),
    (answer) => (answer.id === null ? [] : [answer.id]),
  );
  const settled = done(fitting(came)).id;
  services.undo.remember(windowId, [settled ?? id], settled === null);
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

/** Edits that an undo closed, those that were sent before it, and those that are open again since a discard of them was undone. */
interface UndoneActs {
  undone: string[];
  left: string[];
  reopened: string[];
}

/**
 * Undoes the named act, or this window's newest act that has anything to undo: discards the unsent edits that it recorded, or reopens those that it
 * discarded. An act is taken off only by an answer: what the disk refuses can be undone later. One that left whole is refused, once.
 */
export function undoActs(services: AppServices, { windowId }: WindowContext, named?: WindowCommand): UndoneActs {
  const acts = services.undo.of(windowId);
  for (;;) {
    const act = named ?? acts.done.at(-1) ?? refuseNow('nothingToUndo');
    const { came } = paused(
      services,
      (store, rules) => undoAct(store, act, rules),
      ({ back }) => back,
    );
    // A discard that its button reopened is not undone twice.
    acts.done = named ? acts.done.filter((other) => !isSameDiscard(other, named)) : acts.done.slice(0, -1);
    const { undone, left, reopened } = inTime(came);
    const changed = act.discards ? reopened : undone;
    if (changed.length > 0) acts.undone.push({ ...act, ids: changed });
    // A discard that cannot be undone does not let an older act be undone in its place.
    if (named || act.discards || changed.length > 0) return { undone, left, reopened };
  }
}

const isSameDiscard = (one: WindowCommand, other: WindowCommand): boolean =>
  one.discards && other.discards && one.ids.join() === other.ids.join();

function undoAct(store: Store, act: WindowCommand, rules: ReviewRules): CommandResult<Undone & { reopened: string[] }, NotNow> {
  if (!act.discards) {
    const came = undo(store, act.ids, rules);
    return came.ok ? { ...came, reopened: [] } : came;
  }
  const came = redo(store, act.ids, rules);
  return came.ok ? { ok: true, undone: [], left: [], back: came.redone, reopened: came.redone } : came;
}

/** Redoes this window's newest undone act: reopens the edits that its undo closed, or discards again those that its undo reopened. */
export function redoActs(services: AppServices, { windowId }: WindowContext): { redone: string[]; discarded: string[] } {
  const acts = services.undo.of(windowId);
  const act = acts.undone.at(-1) ?? refuseNow('nothingToRedo');
  const { came } = paused(
    services,
    (store, rules) => redoAct(store, act, rules),
    ({ redone }) => redone,
  );
  acts.undone.pop();
  const { redone, discarded } = done(came);
  const changed = act.discards ? discarded : redone;
  if (changed.length > 0) acts.done.push({ ...act, ids: changed });
  return { redone, discarded };
}

type Redone = CommandResult<{ redone: string[]; discarded: string[] }>;

function redoAct(store: Store, act: WindowCommand, rules: ReviewRules): Redone {
  if (act.discards) {
    const came = discard(store, act.ids);
    return came.ok ? { ok: true, redone: [], discarded: act.ids } : came;
  }
  const came = redo(store, act.ids, rules);
  return came.ok ? { ...came, discarded: [] } : came;
}

/** Discards edits; this window can undo it as one act. */
export function discardAll(services: AppServices, { windowId }: WindowContext, ids: string[]): void {
  done(discard(services.account().store, ids));
  services.undo.remember(windowId, ids, true);
}
