import { moveEdit } from '#main/outbox/move.ts';
import { editById, isOwn, reasonOf } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { notNow, onEdit, waitLeft, type CommandResult } from './command-result.ts';
import { mayBeThere } from '#main/edits/decide/may-be-there.ts';
import { insertInstead } from './insert-checked.ts';
import { correctedBase } from './base.ts';
import { checkEdit, type EditIssue } from './record-edit.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { seenBase, type Seen } from './seen.ts';
import { compareAgain } from '#main/edits/decide/hold.ts';
import { isChangeable } from '#shared/edit.ts';

export type ChangeAnswer = CommandResult<{ id: string }> | { ok: false; kind: 'invalid'; issues: EditIssue[] };

/**
 * Corrects an edit that has not left, was rejected, or is in conflict: a new edit with the new body supersedes it, and what was typed
 * before stays as history (law 14). A conflicting one is corrected against the record as the user saw it, and any is compared with today's; a held
 * one stays held.
 */
export function change(store: Store, id: string, body: Record<string, unknown>, rules: ReviewRules, seen: Seen = null): ChangeAnswer {
  return onEdit(store, 'change', id, (row) => {
    if (row.maybeSent === 1) return notNow('mayBeSent', row);
    if (!isChangeable(row.state)) return notNow('wrongState', row);
    if (!isOwn(store, row)) return notNow('otherIdentity', row);
    const left = row.state === 'held' ? waitLeft(store, row) : 0;
    if (left > 0) return notNow('tooEarly', row, left);
    const checked = checkEdit({ kind: row.kind, recordKind: row.recordKind, recordId: row.recordId, body });
    if (!checked.ok) return { ok: false, kind: 'invalid', issues: checked.issues };
    const shown = seenBase(store, checked.edit.ref, seen);
    // A conflict was shown with what the service said; whatever moved under anything else is found now.
    const base = row.state === 'conflict' ? shown : correctedBase(checked.edit, row, shown);
    const held = row.state === 'held' ? reasonOf(row) : null;
    const changed = insertInstead(store, checked.edit, rules, row, { what: 'changed', base, mayBeThere: mayBeThere(store, row) });
    compareAgain(store, checked.edit.ref);
    // Held only now: a conflict that is found here stays one, whatever the record says at the release. An unreadable file is whole again.
    const next = held && held.kind !== 'damagedRow' ? editById(store, changed) : null;
    if (held && next) moveEdit(store, next, { to: 'held', what: 'held', reason: held });
    return { ok: true, id: changed };
  });
}
