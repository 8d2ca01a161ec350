import { auditOfEdit } from '#main/cache/audit.ts';
import { bodyOf, editById, openEditsOf, type OutboxRow } from '#main/cache/outbox.ts';
import { moveEdit } from '#main/cache/outbox-move.ts';
import type { Store } from '#main/cache/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { notNow, type Act } from './act.ts';
import { baseTextOf } from './base.ts';
import { insertChecked } from './record-edit.ts';
import type { ReviewRules } from './rules.ts';

/**
 * Undoes unsent edits, all or none: each is discarded, and an edit that it had taken in comes back as a new one. Refused as soon as one has
 * left: then *compose the reverse* is the way. Answers what `redo` needs.
 */
export function undo(store: Store, ids: readonly string[], rules: ReviewRules): Act<{ undone: string[] }> {
  return store.commit('undo', () => {
    const rows = ids.map((id) => editById(store, id)).filter((row) => row !== null);
    // What is closed already (merged into a later act, discarded by hand) is not undone twice.
    const open = rows.filter((row) => !['superseded', 'discarded'].includes(row.state));
    const sent = open.find((row) => row.attempts > 0 || !['draft', 'waiting', 'held'].includes(row.state));
    if (sent) return notNow('alreadySent', sent);
    for (const row of open) undoOne(store, row, rules);
    return { ok: true, undone: open.map((row) => row.id) };
  });
}

function undoOne(store: Store, row: OutboxRow, rules: ReviewRules): void {
  moveEdit(store, row, { to: 'discarded', what: 'undone', reason: { kind: 'byPerson', note: 'undo' } });
  const earlier = row.supersedes === null ? null : editById(store, row.supersedes);
  // Only what was merged comes back; what was settled by this edit stays with its own verdict.
  if (earlier?.state === 'superseded' && earlier.attempts === 0) bringBack(store, earlier, rules);
}

/** Undoes an undo: the edits come back as new ones with the same typed fields; the discarded rows stay as history. */
export function redo(store: Store, ids: readonly string[], rules: ReviewRules): Act<{ redone: string[] }> {
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
  const ref = { kind: row.recordKind, id: row.recordId };
  // On today's record: that is what the person looks at, and our own writes since then are in it.
  const past = { base: baseTextOf(store, ref) ?? row.base, supersedes: row.supersedes, facts: { bringsBack: row.id } };
  return insertChecked(store, { kind, body, ref }, rules, past).id;
}

/** The edit that the undo had brought back is in the redone one already. */
function retireBroughtBack(store: Store, row: OutboxRow): void {
  const open = openEditsOf(store, { kind: row.recordKind, id: row.recordId });
  const copies = open.filter((copy) => row.supersedes !== null && broughtBackBy(store, copy) === row.supersedes);
  for (const copy of copies) {
    if (copy.attempts > 0 || (copy.state !== 'waiting' && copy.state !== 'draft')) continue;
    moveEdit(store, copy, { to: 'discarded', what: 'redone', reason: { kind: 'byPerson', note: 'redo' } });
  }
}

function broughtBackBy(store: Store, row: OutboxRow): unknown {
  return auditOfEdit(store, row.id)[0]?.facts['bringsBack'];
}
