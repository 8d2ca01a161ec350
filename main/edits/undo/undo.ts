import { linesReach } from '#main/statements/bank-lines.ts';
import { laterHasLeft } from '#main/outbox/reading/edit-lists.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { backFromFile } from '#main/recovery/bring-back.ts';
import { isBeforeRestore } from '#main/outbox/claim.ts';
import { mayArriveForMs } from '#main/outbox/waits.ts';
import { bodyOf, editById, isOwn, isSomebodyElses, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { moveEdit, moveToEnd, type Move } from '#main/outbox/move.ts';
import { everLeft } from '#main/outbox/requests-in-log.ts';
import type { Store } from '#main/storage/store.ts';
import { isChangeable, type EditState, type Reason } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { notNow, waitLeft, type CommandResult, type NotNow } from '#main/edits/record/command-result.ts';
import { compareAgain, saidThen } from '#main/edits/decide/hold.ts';
import { mayBeThere } from '#main/edits/decide/may-be-there.ts';
import { reviewNeed, type ReviewRules } from '#main/edits/review/rules.ts';

/** The result of an undo: the edits it `undone`, those that `left` before, and the earlier ones that are open again in their place. */
export interface Undone {
  undone: string[];
  left: string[];
  back: string[];
}

/**
 * Undoes the unsent part of a command: each edit is discarded, and the edit of another command that it had corrected or merged is open again. A sent
 * edit, or one that replaces a sent one, is answered as `left`: for those *compose the reverse* is the way. Refused when all of it was sent.
 */
export function undo(store: Store, ids: readonly string[], rules: ReviewRules): CommandResult<Undone, NotNow> {
  return store.commit('undo', () => {
    // An edit that is closed already (merged into a later one, discarded) is not undone twice.
    const open = ids.flatMap((id) => editById(store, id) ?? []).filter((row) => !['superseded', 'discarded'].includes(row.state));
    const another = open.find((row) => isSomebodyElses(store, row));
    if (another) return notNow('otherIdentity', another);
    const act = new Set(ids);
    const steps = open.map((row) => ({ row, earlier: earlierThan(store, row, act), refused: refusalOf(store, row, act) }));
    const here = steps.filter(({ refused }) => refused === null);
    const refused = steps.find((step) => step.refused !== null)?.refused;
    if (here.length === 0 && refused) return refused;
    const closing = here.map(({ row }) => row);
    const back = here.flatMap(({ earlier }) => earlier ?? []);
    const [first] = closing;
    // Another payment may use by now the part of a bank line that this act freed.
    if (first && !linesReach(store, back, closing)) return notNow('lineUsed', first);
    for (const row of closing) moveEdit(store, row, { to: 'discarded', what: 'undone', reason: { kind: 'byPerson', note: 'undo' } });
    return {
      ok: true,
      undone: closing.map(({ id }) => id),
      left: steps.filter((step) => step.refused !== null).map(({ row }) => row.id),
      back: back.map((row) => reopen(store, row, rules)),
    };
  });
}

function refusalOf(store: Store, row: OutboxRow, act: ReadonlySet<string>): NotNow | null {
  // A conflict that a read found before anything was sent is still here.
  if (row.attempts > 0 || !['draft', 'waiting', 'held', 'conflict'].includes(row.state)) return notNow('alreadySent', row);
  const earlier = earlierThan(store, row, act);
  if (earlier && !isOwn(store, earlier)) return notNow('otherIdentity', row);
  return earlier && !mayComeBack(store, earlier) ? notNow('earlierTried', row) : null;
}

/** The edit of another command that this one replaced; null without one. */
function earlierThan(store: Store, row: OutboxRow, act: ReadonlySet<string>): OutboxRow | null {
  const earlier = row.supersedes === null ? null : editById(store, row.supersedes);
  if (!earlier || !standsFor(row, earlier)) return null;
  // Edits that the same command recorded and merged stay closed with it.
  return act.has(earlier.id) ? earlierThan(store, earlier, act) : earlier;
}

/** True when an edit is closed because `row` corrected it, settled it or merged it. */
function standsFor(row: OutboxRow, earlier: OutboxRow): boolean {
  const reason = earlier.state === 'superseded' ? reasonOf(earlier) : null;
  return (reason?.kind === 'settledBy' && reason.edit === row.id) || (reason?.kind === 'merged' && reason.into === row.id);
}

/** Undoes an undo, or a discard: the same edits are open again, and what they had stood for is closed again. */
export function redo(store: Store, ids: readonly string[], rules: ReviewRules): CommandResult<{ redone: string[] }, NotNow> {
  return store.commit('redo', () => {
    const rows = ids.map((id) => editById(store, id)).filter((row) => row !== null);
    // A user does not reopen another user's edits.
    const own = rows.filter((row) => isOwn(store, row));
    const refused = own.map((row) => redoRefusal(store, row)).find((refusal) => refusal !== null);
    if (refused) return refused;
    const [first] = own;
    const closing = own.flatMap((row) => openBelow(store, row).open ?? []);
    if (first && !linesReach(store, own, closing)) return notNow('lineUsed', first);
    for (const row of own) {
      const { follower, open } = openBelow(store, row);
      if (open) moveEdit(store, open, { to: 'superseded', what: 'redone', reason: standingFor(follower, open) });
      // A correction of a held edit stays held.
      reopen(store, row, rules, open?.state === 'held' ? reasonOf(open) : null);
    }
    return { ok: true, redone: own.map(({ id }) => id) };
  });
}

/** The open edit that an undo had brought back in the place of this one, and the edit that stood for it then. */
function openBelow(store: Store, row: OutboxRow): { follower: OutboxRow; open: OutboxRow | null; isFree: boolean } {
  const earlier = row.supersedes === null ? null : editById(store, row.supersedes);
  if (!earlier) return { follower: row, open: null, isFree: true };
  if (standsFor(row, earlier)) return openBelow(store, earlier);
  const isFree = earlier.maybeSent === 0 && isChangeable(earlier.state);
  return { follower: row, open: isFree ? earlier : null, isFree };
}

function redoRefusal(store: Store, row: OutboxRow): NotNow | null {
  if (row.state !== 'discarded') return notNow('wrongState', row);
  if (!mayComeBack(store, row)) return notNow('earlierTried', row);
  const { open, isFree } = openBelow(store, row);
  // It was decided otherwise since: sent, corrected another way, or given up.
  if (!isFree || (open && !isOwn(store, open))) return notNow('wrongState', row);
  const left = open?.state === 'held' ? waitLeft(store, open) : 0;
  if (left > 0) return notNow('tooEarly', row, left);
  if (!open || open.lastAttempt === 0) return null;
  // It was on its way since: only one that was refused is corrected, and what may be there all the same is confirmed twice.
  const isRefused = waitsForPerson.has(open.heldFrom ?? open.state) && (row.review === 'person' || !mayBeThere(store, row));
  return isRefused ? null : notNow('earlierTried', row);
}

/** States from which nothing leaves without a new act of the user. */
const waitsForPerson: ReadonlySet<EditState> = new Set(['rejected', 'conflict']);

const standingFor = (row: OutboxRow, earlier: OutboxRow): Reason =>
  row.place === earlier.place ? { kind: 'settledBy', edit: row.id } : { kind: 'merged', into: row.id };

/** The state that a closed edit was in, the one that it was held from, and the audit line that closed it. */
function closedFrom(store: Store, row: OutboxRow): { from: EditState; heldFrom: EditState | null; line: number } {
  const { facts, seq = 0 } = auditOfEdit(store, row.id).at(-1) ?? {};
  return { from: facts?.['from'] as EditState, heldFrom: (facts?.['heldFrom'] ?? null) as EditState | null, line: seq };
}

/** An edit that was ever claimed never becomes sendable by undo or redo: one that was refused comes back refused, and waits for a user. */
function mayComeBack(store: Store, row: OutboxRow): boolean {
  if (!everLeft(store, row)) return true;
  const { from, heldFrom } = closedFrom(store, row);
  return waitsForPerson.has(heldFrom ?? from);
}

/** Opens a closed edit again, as it was but for an approval: what needs one needs it again. */
function reopen(store: Store, row: OutboxRow, rules: ReviewRules, held: Reason | null = null): string {
  const now = laterHasLeft(store, row) ? moveToEnd(store, row) : row;
  moveEdit(store, now, reopened(store, now, rules, held));
  // The record that the user saw stays the base, so that changes by others are found now. Our own writes since then do not count as others'.
  compareAgain(store, refOf(row));
  return row.id;
}

function reopened(store: Store, row: OutboxRow, rules: ReviewRules, held: Reason | null): Move {
  const { from, heldFrom, line } = closedFrom(store, row);
  const what = 'reopened';
  const again: Reason = { kind: 'byPerson', note: 'reopened' };
  const free = freeState(row, rules);
  const hasLeft = everLeft(store, row);
  // Closed here, it may have come back and been sent in the newer copy.
  const restored = isBeforeRestore(store, line) ? backFromFile : null;
  if (from === 'held' || held || restored) {
    const reason = restored ?? held ?? saidThen(store, row, 'held') ?? { kind: 'heldByPerson' as const };
    // An earlier copy of this laptop may have sent it a moment ago: the wait starts again.
    const wait = reason.kind === 'restoredBackup' && row.repeat === 'creates' ? { waitMs: mayArriveForMs } : {};
    return { to: 'held', heldFrom: hasLeft || heldFrom === 'conflict' ? (heldFrom ?? from) : free, what, reason, ...wait };
  }
  // An unsent edit that is still in conflict is found so at once.
  if (!hasLeft) return { to: free, what, reason: again };
  return { to: from, what, reason: saidThen(store, row, from) ?? again };
}

function freeState(row: OutboxRow, rules: ReviewRules): 'waiting' | 'draft' {
  const [kind, body] = [editKind(row.kind), bodyOf(row)];
  const alone = row.review === 'automatic' && kind !== null && body !== null && reviewNeed(kind, body, rules) === 'automatic';
  return alone ? 'waiting' : 'draft';
}
