import { laterHasLeft } from '#main/cache/outbox/edit-lists.ts';
import { auditOfEdit } from '#main/cache/trail/audit.ts';
import { mayArriveForMs } from '#main/cache/outbox/waits.ts';
import {
  baseNow,
  bodyOf,
  editById,
  hasBase,
  isOwn,
  isSomebodyElses,
  openEditsOf,
  refOf,
  type OutboxRow,
} from '#main/cache/outbox/outbox.ts';
import { moveEdit } from '#main/cache/outbox/move.ts';
import { ourLastWords } from '#main/cache/outbox/rebase.ts';
import type { Store } from '#main/cache/database/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { notNow, type Act, type NotNow } from './act.ts';
import { compareAgain, saidThen } from './hold.ts';
import { mayBeThere } from './may-be-there.ts';
import { insertChecked } from './insert-checked.ts';
import type { ReviewRules } from './rules.ts';

/**
 * Undoes what has not left of an act: each edit is discarded, and an edit of another act that it had taken in comes back as a new one;
 * undoing that act then takes the new one. Answers what `redo` needs, and which edits `left` before: for those *compose the reverse* is the
 * way. Refused when all of it has left.
 */
export function undo(store: Store, ids: readonly string[], rules: ReviewRules): Act<{ undone: string[]; left: string[] }, NotNow> {
  return store.commit('undo', () => {
    const rows = ids.flatMap((id) => standInOf(store, id) ?? []);
    // What is closed already (merged into a later act, discarded by hand) is not undone twice.
    const open = rows.filter((row) => !['superseded', 'discarded'].includes(row.state));
    const [here, sent] = [open.filter((row) => !hasLeft(row)), open.filter(hasLeft)];
    const another = open.find((row) => isSomebodyElses(store, row));
    if (another) return notNow('otherIdentity', another);
    if (here.length === 0 && sent[0]) return notNow('alreadySent', sent[0]);
    const act = new Set(ids);
    for (const row of here) undoOne(store, row, act, rules);
    return { ok: true, undone: here.map((row) => row.id), left: sent.map((row) => row.id) };
  });
}

/** A conflict that a read found before anything was sent is still here. */
const hasLeft = (row: OutboxRow): boolean => row.attempts > 0 || !['draft', 'waiting', 'held', 'conflict'].includes(row.state);

/** The edit itself, or the open one that an earlier undo brought back in its place. */
function standInOf(store: Store, id: string): OutboxRow | null {
  const row = editById(store, id);
  if (row?.state !== 'superseded') return row;
  const open = openEditsOf(store, refOf(row));
  return open.find((copy) => bringsBack(store, copy, id)) ?? row;
}

function undoOne(store: Store, row: OutboxRow, act: ReadonlySet<string>, rules: ReviewRules): void {
  moveEdit(store, row, { to: 'discarded', what: 'undone', reason: { kind: 'byPerson', note: 'undo' } });
  let earlier = earlierOf(store, row);
  // What the same act had recorded and merged goes with it.
  while (earlier && act.has(earlier.id)) earlier = earlierOf(store, earlier);
  // Only what was merged comes back; what was settled by this edit stays with its own verdict.
  if (earlier?.state === 'superseded' && earlier.attempts === 0) bringBack(store, earlier, rules);
}

function earlierOf(store: Store, row: OutboxRow): OutboxRow | null {
  return row.supersedes === null ? null : editById(store, row.supersedes);
}

/** Undoes an undo: the edits come back as new ones with the same typed fields; the discarded rows stay as history. */
export function redo(store: Store, ids: readonly string[], rules: ReviewRules): Act<{ redone: string[] }, NotNow> {
  return store.commit('redo', () => {
    const rows = ids.map((id) => editById(store, id)).filter((row) => row !== null);
    const wrong = rows.find((row) => row.state !== 'discarded');
    if (wrong) return notNow('wrongState', wrong);
    const redone = rows.flatMap((row) => {
      retireBroughtBack(store, row);
      return bringBack(store, row, rules) ?? [];
    });
    return { ok: true, redone };
  });
}

function bringBack(store: Store, row: OutboxRow, rules: ReviewRules): string | null {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body) return null;
  const ref = refOf(row);
  if (!isOwn(store, row)) return null;
  const closedFrom = auditOfEdit(store, row.id).at(-1)?.facts['from'];
  const held = closedFrom === 'held' ? (saidThen(store, row, 'held') ?? { kind: 'heldByPerson' as const }) : null;
  // On what the person saw: what somebody else changed since is found now. Our own writes since then are no one else's.
  const { base, baseText } = hasBase(row) ? row : baseNow(store, ref);
  const place = laterHasLeft(store, row) ? {} : { place: row.place };
  const past = {
    base,
    baseText,
    supersedes: row.supersedes,
    facts: { bringsBack: row.id },
    mayBeThere: mayBeThere(store, row),
    ...place,
    ...(held ? { held } : {}),
  };
  const { id } = insertChecked(store, { kind, body, ref }, rules, past);
  // An earlier copy of this laptop may have sent it a moment ago: the wait starts anew.
  const copy = held?.kind === 'restoredBackup' && kind.repeat === 'creates' ? editById(store, id) : null;
  if (copy && held) moveEdit(store, copy, { to: 'held', what: 'held', reason: held, waitMs: mayArriveForMs });
  compareAgain(store, ref, ourLastWords(store, ref));
  return id;
}

/** The edit that the undo had brought back is in the redone one already. */
function retireBroughtBack(store: Store, row: OutboxRow): void {
  const { supersedes } = row;
  if (supersedes === null) return;
  for (const copy of openEditsOf(store, refOf(row))) {
    if (copy.attempts > 0 || !['waiting', 'draft', 'conflict'].includes(copy.state)) continue;
    if (!bringsBack(store, copy, supersedes)) continue;
    moveEdit(store, copy, { to: 'discarded', what: 'redone', reason: { kind: 'byPerson', note: 'redo' } });
  }
}

/** Whether an edit is what undo or redo made of another one, at any remove. */
function bringsBack(store: Store, copy: OutboxRow, id: string): boolean {
  let from: unknown = copy.id;
  while (typeof from === 'string' && from !== id) from = auditOfEdit(store, from)[0]?.facts['bringsBack'];
  return from === id && copy.id !== id;
}
