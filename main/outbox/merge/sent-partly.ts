import type { Store } from '#main/storage/store.ts';
import { recordOf } from '#main/records/records.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { heldBeside, sameValue } from './three-way.ts';

/**
 * The known fields that a full-record write would empty when sent with its own fields only; unknown fields would be
 * emptied too. Null where nothing is missing: the full record is known, or the edit needs none.
 */
export function wouldEmpty(store: Store, row: OutboxRow): FieldDifference[] | null {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind?.needsCompleteBase || !body) return null;
  const known = recordOf(store, refOf(row));
  return known?.complete ? null : heldBeside(kind, body, known?.value ?? {});
}

/** True when the user saw all fields that would be emptied by now, with their present values. What they did not see is not theirs to have accepted (law 15). */
export function coversAll(accepted: readonly FieldDifference[], emptied: readonly FieldDifference[]): boolean {
  const isSeen = ({ path, base }: FieldDifference) =>
    accepted.some((one) => one.path.join('\n') === path.join('\n') && sameValue(path, one.base as JsonValue, base as JsonValue));
  return emptied.every(isSeen);
}

/** True when the user accepted sending without the full record, with all fields that it empties by now. */
export function maySendPartly(store: Store, row: OutboxRow): boolean {
  const reason = reasonOf(row);
  const accepted = reason?.kind === 'incompleteBase' && row.settledBy !== null ? reason.accepted : undefined;
  return accepted !== undefined && coversAll(accepted, wouldEmpty(store, row) ?? []);
}
