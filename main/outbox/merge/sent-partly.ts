import type { Store } from '#main/storage/store.ts';
import { recordOf } from '#main/records/records.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { heldBeside, sameValue } from './three-way.ts';

/**
 * What a full-record write would empty, as far as it is known here, if it were sent with its own fields only; what is not known here would be
 * emptied too. Null where nothing is missing: the full record is known, or the edit needs none.
 */
export function wouldEmpty(store: Store, row: OutboxRow): FieldDifference[] | null {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind?.needsCompleteBase || !body) return null;
  const known = recordOf(store, refOf(row));
  return known?.complete ? null : heldBeside(kind, body, known?.value ?? {});
}

/** Whether a person saw all that would be emptied by now, as it stands now. What they did not see is not theirs to have accepted (law 15). */
export function coversAll(accepted: readonly FieldDifference[], emptied: readonly FieldDifference[]): boolean {
  const isSeen = ({ path, base }: FieldDifference) =>
    accepted.some((one) => one.path.join('\n') === path.join('\n') && sameValue(path, one.base as JsonValue, base as JsonValue));
  return emptied.every(isSeen);
}

/** Whether a person accepted that the edit goes without the full record, with all that it empties by now. */
export function maySendPartly(store: Store, row: OutboxRow): boolean {
  const reason = reasonOf(row);
  const accepted = reason?.kind === 'incompleteBase' && row.settledBy !== null ? reason.accepted : undefined;
  return accepted !== undefined && coversAll(accepted, wouldEmpty(store, row) ?? []);
}
