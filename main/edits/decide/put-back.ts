import { bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { notNow, onEdit, type CommandResult } from '#main/edits/record/command-result.ts';
import { checkEdit, recordChecked } from '#main/edits/record/record-edit.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { withTheirs, type Seen } from '#main/edits/record/seen.ts';

/** Records a new edit with what an applied one had emptied on the service without sending it, as far as it can be written (law 20). */
export function putBack(store: Store, id: string, rules: ReviewRules): CommandResult<{ id: string }> {
  return onEdit(store, 'put back', id, (row) => {
    const reason = reasonOf(row);
    const body = row.state === 'applied' && reason?.kind === 'fieldsLost' ? withItsOwn(store, row, reason.putBack) : {};
    const checked = checkEdit({ kind: row.kind, recordKind: row.recordKind, recordId: row.recordId, body });
    if (!checked.ok) return notNow('nothingLost', row);
    return { ok: true, id: recordChecked(store, checked.edit, rules, asTold(store, row)).id };
  });
}

/** Beside what the edit set, as long as the record still shows it: a service that empties what is left out would empty that in turn. */
function withItsOwn(store: Store, row: OutboxRow, lost: JsonObject): JsonObject {
  const [kind, body, known] = [editKind(row.kind), bodyOf(row), recordOf(store, refOf(row))];
  if (!kind || !body || !known || kind.needsCompleteBase || Object.keys(lost).length === 0) return lost;
  const stillThere = kind.answer(row.recordId, body, known.value).kind === 'asSent';
  return (stillThere ? kind.merge(body, lost) : null) ?? lost;
}

/** The record with the reported loss still empty: a later value is not overwritten. */
function asTold(store: Store, row: OutboxRow): Seen {
  const known = recordOf(store, refOf(row));
  const reason = reasonOf(row);
  const differences = reason?.kind === 'fieldsLost' ? reason.differences : [];
  if (!known) return null;
  return withTheirs(known.value, differences);
}
