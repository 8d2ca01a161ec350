import { baseOf, bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { notNow, onEdit, type CommandResult } from '#main/edits/record/command-result.ts';
import { checkEdit, recordChecked } from '#main/edits/record/record-edit.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { withTheirs, type Seen } from '#main/edits/record/seen.ts';

/**
 * Composes the reverse of an applied PATCH or PUT: a new edit that puts back what the user saw before, for review like any other. What
 * creates something has no reverse in this interface.
 */
export function reverse(store: Store, id: string, rules: ReviewRules): CommandResult<{ id: string }> {
  return onEdit(store, 'reverse', id, (row) => {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    const before = baseOf(row);
    if (row.state !== 'applied' || !kind || !body) return notNow('wrongState', row);
    const reversed = before ? kind.reverse(body, before) : null;
    const checked = reversed ? checkEdit({ kind: row.kind, recordKind: row.recordKind, recordId: row.recordId, body: reversed }) : null;
    if (!checked?.ok) return notNow('noReverse', row);
    return { ok: true, id: recordChecked(store, checked.edit, rules, asItLeft(store, row, kind, body)).id };
  });
}

/** The record after the service applied the edit: a later value is not overwritten. */
function asItLeft(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject): Seen {
  const known = recordOf(store, refOf(row));
  const reason = reasonOf(row);
  const answered = reason?.kind === 'changedByService' ? reason.differences : [];
  if (!known) return null;
  return withTheirs(kind.overlay(known.value, body), answered);
}
