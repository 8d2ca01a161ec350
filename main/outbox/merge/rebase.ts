import { movedCurrency } from '#shared/edits/amount-currency.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { EditState, FieldDifference } from '#shared/edit.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { valueAt } from '#shared/json/json-path.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { anyMayHaveArrived } from '#main/outbox/requests-in-log.ts';
import { explainedFor } from './last-words.ts';
import { moveEdit, rebaseEdit } from '#main/outbox/move.ts';
import { baseOf, baseToCompare, bodyOf, openEditsOf, reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { changedFields, lostFields, movedUnder, overlaps, sameValue, showsPart, type Moved, type Part } from './three-way.ts';
import type { Store } from '#main/storage/store.ts';

/** The result of rebasing open edits onto the service's new record. */
export interface Rebased {
  merged: { editId: string; fields: FieldDifference[] }[];
  conflicts: string[];
}

/**
 * Puts the service's new record under the open edits of that record, in the transaction under way: where nothing that they touch moved,
 * their base moves along; where it did, they become conflicts that a user settles. Ours is what the service answered to us last: what an unsent
 * edit of ours says, and what we wrote before somebody else, explains nothing (laws 15 and 27).
 */
export function rebaseOpenEdits(store: Store, ref: RecordRef, record: { text: string; value: JsonObject }): Rebased {
  const rebased: Rebased = { merged: [], conflicts: [] };
  const explained = explainedFor(store, ref, record.value);
  for (const row of openEditsOf(store, ref)) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (!kind || !body) continue;
    if (stopForCurrency(store, row, kind, body, record.value)) rebased.conflicts.push(row.id);
    if (row.repeat === 'creates') continue;
    if (movesAlong.has(row.state)) rebaseOne(store, row, kind, body, record, explained(row), rebased);
    else refreshConflict(store, row, kind, body, record.value);
  }
  return rebased;
}

/** An amount that was entered in another currency than the record has now waits for the user (law 30); of what is held, that is found when it goes on. */
function stopForCurrency(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, record: JsonObject): boolean {
  if (row.state !== 'draft' && row.state !== 'waiting') return false;
  const moved = movedCurrency(kind, body, baseOf(row), record);
  return moved !== null && moveEdit(store, row, { to: 'conflict', what: 'baseMoved', reason: { kind: 'currencyMoved', ...moved } });
}

/** An edit in conflict keeps the base that the user compares with; what is under way keeps the one it was sent with. */
const movesAlong: ReadonlySet<EditState> = new Set<EditState>(['draft', 'waiting', 'held', 'rejected']);

/** The user chooses from the service's present values; the base of the comparison stays. */
function refreshConflict(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, record: JsonObject): void {
  const reason = reasonOf(row);
  // Said of conflicts alone.
  if (reason?.kind !== 'baseMoved') return;
  const base = baseToCompare(row);
  const moved = movedUnder(kind, { touchesBank: row.touchesBank, body }, base, record);
  const known = reason.differences.map((one) => ({ ...one, theirs: valueAt(record, one.path) ?? null }));
  const added = moved.differences.filter(({ path }) => !known.some((one) => overlaps(one.path, path)));
  const differences = [...known, ...added];
  const same =
    added.length === 0 && reason.differences.every((one, index) => sameValue(one.path, asValue(one.theirs), asValue(known[index]?.theirs)));
  if (same) return;
  const hardStop = reason.hardStop || moved.hardStop;
  stopInConflict(store, row, { differences, hardStop });
}

function stopInConflict(store: Store, row: OutboxRow, moved: Moved): void {
  moveEdit(store, row, { to: 'conflict', what: 'baseMoved', reason: { kind: 'baseMoved', ...moved, ...unanswered(store, row) } });
}

/** A refused request, or one that was certainly not applied, had its response. */
const unanswered = (store: Store, { id }: OutboxRow): { unanswered?: true } => (anyMayHaveArrived(store, id) ? { unanswered: true } : {});

const asValue = (value: unknown): JsonValue | undefined => value as JsonValue | undefined;

function rebaseOne(
  store: Store,
  row: OutboxRow,
  kind: EditKind,
  body: JsonObject,
  record: { text: string; value: JsonObject },
  explained: (part: Part) => boolean,
  rebased: Rebased,
): void {
  const base = baseToCompare(row);
  const { differences, hardStop } = movedUnder(kind, { touchesBank: row.touchesBank, body }, base, record.value, explained);
  if (differences.length === 0) {
    const fields = base === null ? [] : changedFields(base, record.value);
    rebaseEdit(store, row, record.text, {
      fields: fields.map(({ path }) => path),
      ...leftBehind(store, row, kind, body, base, record.value),
    });
    if (fields.length > 0) rebased.merged.push({ editId: row.id, fields });
    return;
  }
  // Held and rejected edits need a user anyway; the conflict is found when they go on.
  if (row.state !== 'draft' && row.state !== 'waiting') return;
  stopInConflict(store, row, { differences, hardStop });
  rebased.conflicts.push(row.id);
}

/**
 * The traces of a request with an unknown outcome, which the base that moves along would hide, kept for the verdict: the record before its fields were
 * emptied (`was`, law 20), and that a part of it is there (`inPart`).
 */
function leftBehind(
  store: Store,
  row: OutboxRow,
  kind: EditKind,
  body: JsonObject,
  base: JsonObject | null,
  record: JsonObject,
): JsonObject {
  const isEmptied = lostFields(kind, body, base, record) !== null;
  const inPart = showsPart(kind, body, base, record);
  if ((!isEmptied && !inPart) || !unanswered(store, row).unanswered) return {};
  return { ...(isEmptied ? { was: base } : {}), ...(inPart ? { inPart } : {}) };
}
