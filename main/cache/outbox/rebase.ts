import { and, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { EditState, FieldDifference } from '#shared/edit.ts';
import type { JsonObject, JsonValue } from '#shared/json.ts';
import { valueAt } from '#shared/json-path.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { fixed, given, kept } from '#main/cache/database/kept.ts';
import { outbox, request } from '#main/cache/database/schema/outbox.ts';
import { everOfRecord } from './edit-lists.ts';
import { attemptsOf, mayHaveArrived, unknownOutcomes } from './attempts.ts';
import { moveEdit, rebaseEdit } from './move.ts';
import { baseToCompare, bodyOf, openEditsOf, reasonOf, type OutboxRow } from './outbox.ts';
import {
  changedFields,
  lostFields,
  movedBankFields,
  movedFields,
  overlaps,
  partKey,
  partsOf,
  sameValue,
  shows,
  type Part,
} from './three-way.ts';
import { recordOf } from '#main/cache/records/records.ts';
import type { Store } from '#main/cache/database/store.ts';

/** What came of putting the service's new word on a record under its open edits. */
export interface Rebased {
  merged: { editId: string; fields: FieldDifference[] }[];
  conflicts: string[];
}

/**
 * Puts the service's new record under the open edits of that record, in the transaction under way: where nothing that they touch moved,
 * their base moves along; where it did, they become conflicts that a person settles. `ours` names the parts (`partKeys`) that our own write
 * set, as the service just answered: only that is ours, and what an unsent edit of ours says explains nothing (law 15).
 */
export function rebaseOpenEdits(
  store: Store,
  ref: RecordRef,
  record: { text: string; value: JsonObject },
  ours: readonly string[],
): Rebased {
  const rebased: Rebased = { merged: [], conflicts: [] };
  for (const row of openEditsOf(store, ref)) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (!kind || !body || row.repeat === 'creates') continue;
    if (movesAlong.has(row.state)) rebaseOne(store, row, kind, body, record, ours, rebased);
    else refreshConflict(store, row, kind, body, record.value);
  }
  return rebased;
}

/** An edit in conflict keeps the base that the person compares with; what is under way keeps the one it was sent with. */
const movesAlong: ReadonlySet<EditState> = new Set<EditState>(['draft', 'waiting', 'held', 'rejected']);

/** What the person chooses from is what the service says today; the base that they compare with stays. */
function refreshConflict(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, record: JsonObject): void {
  const reason = reasonOf(row);
  // Said of conflicts alone.
  if (reason?.kind !== 'baseMoved') return;
  const base = baseToCompare(store, row);
  const bank = row.touchesBank === 1 ? movedBankFields(kind, body, base, record) : [];
  const known = reason.differences.map((one) => ({ ...one, theirs: valueAt(record, one.path) ?? null }));
  const added = [...movedFields(kind, body, base, record), ...bank].filter(
    ({ path }, index, all) =>
      !known.some((one) => overlaps(one.path, path)) && !all.slice(0, index).some((one) => overlaps(one.path, path)),
  );
  const differences = [...known, ...added];
  const same =
    added.length === 0 && reason.differences.every((one, index) => sameValue(asValue(one.theirs), asValue(known[index]?.theirs)));
  if (same) return;
  const hardStop = reason.hardStop || bank.length > 0;
  moveEdit(store, row, {
    to: 'conflict',
    what: 'baseMoved',
    reason: { kind: 'baseMoved', differences, hardStop, ...unanswered(store, row) },
  });
}

/** What was refused, or certainly was not carried out, had its answer. */
const unanswered = (store: Store, { id }: OutboxRow): { unanswered?: true } =>
  attemptsOf(store, id).some(mayHaveArrived) ? { unanswered: true } : {};

const asValue = (value: unknown): JsonValue | undefined => value as JsonValue | undefined;

function rebaseOne(
  store: Store,
  row: OutboxRow,
  kind: EditKind,
  body: JsonObject,
  record: { text: string; value: JsonObject },
  ours: readonly string[],
  rebased: Rebased,
): void {
  const base = baseToCompare(store, row);
  let unknown: Part[] | null = null;
  const explained = (part: Part): boolean => {
    if (ours.includes(partKey(part))) return true;
    unknown ??= partsOfUnknownEnds(store, row);
    return unknown.some((sent) => partKey(sent) === partKey(part) && shows(record.value, sent));
  };
  const moved = movedFields(kind, body, base, record.value, explained);
  const bank = row.touchesBank === 1 ? movedBankFields(kind, body, base, record.value, explained) : [];
  if (moved.length + bank.length === 0) {
    const fields = base === null ? [] : changedFields(base, record.value);
    rebaseEdit(store, row, record.text, { fields: fields.map(({ path }) => path), ...emptied(store, row, kind, body, base, record.value) });
    if (fields.length > 0) rebased.merged.push({ editId: row.id, fields });
    return;
  }
  // Held and rejected edits need a person anyway; the conflict is found when they go on.
  if (row.state !== 'draft' && row.state !== 'waiting') return;
  const differences = [...moved, ...bank.filter((field) => !moved.some(({ path }) => overlaps(path, field.path)))];
  moveEdit(store, row, {
    to: 'conflict',
    what: 'baseMoved',
    reason: { kind: 'baseMoved', differences, hardStop: bank.length > 0, ...unanswered(store, row) },
  });
  rebased.conflicts.push(row.id);
}

/** What a request of this edit whose end nobody learned may have emptied is kept for its verdict: `was`, the record before (law 20). */
function emptied(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, base: JsonObject | null, record: JsonObject): JsonObject {
  if (!lostFields(kind, body, base, record) || !unanswered(store, row).unanswered) return {};
  return { was: base };
}

const unknownEnds = kept((db) => {
  const unknown = fixed(or(isNull(request.outcome), inArray(request.outcome, unknownOutcomes)));
  return db
    .select()
    .from(outbox)
    .where(
      and(
        everOfRecord,
        // A correction stands in the place of what it corrects.
        lte(outbox.place, given('place')),
        fixed(notInArray(outbox.state, ['applied', 'confirmed'])),
        sql`EXISTS (SELECT 1 FROM ${request} WHERE ${request.edit} = ${outbox.seq} AND ${unknown})`,
      ),
    )
    .orderBy(outbox.seq);
});

/**
 * What earlier edits of ours sent in requests that nobody learned the end of: seen on the service, the very value is taken for ours. Of edits
 * that a person closed since, that is never enough for a bank field.
 */
function partsOfUnknownEnds(store: Store, row: OutboxRow): Part[] {
  const rows = unknownEnds(store).all(row);
  return rows.flatMap((earlier) => {
    const closed = earlier.state === 'superseded' || earlier.state === 'discarded';
    const kind = editKind(earlier.kind);
    const body = bodyOf(earlier);
    return kind && body && !(closed && row.touchesBank === 1) ? partsOf(kind, body) : [];
  });
}

const applied = kept((db) =>
  db
    .select()
    .from(outbox)
    .where(and(everOfRecord, fixed(inArray(outbox.state, ['applied', 'confirmed']))))
    .orderBy(outbox.seq),
);

/** Parts of a record whose value today is what our own last write to them set: for an edit that was put aside while we wrote. */
export function ourLastWords(store: Store, ref: RecordRef): string[] {
  const known = recordOf(store, ref);
  const last = new Map<string, Part>();
  for (const row of known ? applied(store).all({ recordKind: ref.kind, recordId: ref.id }) : []) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    for (const part of kind && body ? partsOf(kind, body) : []) last.set(partKey(part), part);
  }
  return [...last].flatMap(([key, part]) => (known && shows(known.value, part) ? [key] : []));
}
