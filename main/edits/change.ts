import { whoOf } from '#main/cache/trail/audit.ts';
import { moveEdit } from '#main/cache/outbox/move.ts';
import { editById, isOwn, reasonOf } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import { notNow, waitLeft, type Act } from './act.ts';
import { baseTextOf } from '#main/cache/records/records.ts';
import { compareAgain } from './hold.ts';
import { mayBeThere } from './may-be-there.ts';
import { insertChecked } from './insert-checked.ts';
import { checkEdit, type EditIssue } from './record-edit.ts';
import type { ReviewRules } from './rules.ts';
import { isChangeable } from '#shared/edit.ts';

export type ChangeAnswer = Act<{ id: string }> | { ok: false; kind: 'invalid'; issues: EditIssue[] };

/**
 * Corrects an edit that has not left, was rejected, or is in conflict: a new edit with the new body supersedes it, and what was typed
 * before stays as history (law 14). A conflicting one is corrected against the record as it is known now, any other is compared with it; a held
 * one stays held.
 */
export function change(store: Store, id: string, body: Record<string, unknown>, rules: ReviewRules): ChangeAnswer {
  return store.commit('change', () => {
    const row = editById(store, id);
    if (!row) return { ok: false, kind: 'notFound', what: id };
    if (row.maybeSent === 1) return notNow('mayBeSent', row);
    if (!isChangeable(row.state)) return notNow('wrongState', row);
    if (!isOwn(store, row)) return notNow('otherIdentity', row);
    const left = row.state === 'held' ? waitLeft(store, row) : 0;
    if (left > 0) return notNow('tooEarly', row, left);
    const checked = checkEdit({ kind: row.kind, recordKind: row.recordKind, recordId: row.recordId, body });
    if (!checked.ok) return { ok: false, kind: 'invalid', issues: checked.issues };
    const today = baseTextOf(store, checked.edit.ref);
    // A conflict was shown with what the service says; whatever moved under anything else is found now.
    const base = row.state === 'conflict' ? today : (row.base ?? today);
    const held = row.state === 'held' ? reasonOf(row) : null;
    const changed = insertChecked(store, checked.edit, rules, {
      base,
      supersedes: row.id,
      place: row.place,
      mayBeThere: mayBeThere(store, row),
      // What could not be read is whole again.
      ...(held && held.kind !== 'damagedRow' ? { held } : {}),
    });
    moveEdit(store, row, { to: 'superseded', what: 'changed', reason: { kind: 'settledBy', edit: changed.id }, settledBy: whoOf(store) });
    compareAgain(store, checked.edit.ref);
    return { ok: true, id: changed.id };
  });
}
