import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { EditState, FieldDifference } from '#shared/edit.ts';
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '#shared/json.ts';
import { valueAt } from '#shared/json-path.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { moveEdit, rebaseEdit } from './move.ts';
import { baseOf, bodyOf, openEditsOf, outboxColumns, reasonOf, type OutboxRow } from './outbox.ts';
import type { Store } from '#main/cache/database/store.ts';

/** Absent and null say the same in the service's records. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return jsonEqual(a ?? null, b ?? null);
}

/**
 * Compares, field by field, what a person saw, what they typed and what the service says now. Answers the fields that the service moved
 * to a third value: those need a person. Equal values are no conflict, and neither is a field of which the service says nothing.
 */
export function movedFields(
  kind: EditKind,
  recordId: string,
  body: JsonObject,
  base: JsonObject | null,
  theirs: JsonObject,
): FieldDifference[] {
  if (base === null) return [];
  const shown = kind.answer(recordId, body, theirs);
  if (shown.kind !== 'differs') return [];
  return shown.differences.flatMap(({ path, mine }) => {
    const was = valueAt(base, path);
    const now = valueAt(theirs, path);
    return now === undefined || sameValue(now, was) ? [] : [{ path, base: was, mine, theirs: now }];
  });
}

/** Bank fields that the service moved since the person looked, touched or not: a hard stop for an edit that touches any of them. */
export function movedBankFields(kind: EditKind, base: JsonObject | null, theirs: JsonObject): FieldDifference[] {
  if (base === null) return [];
  return leavesOf(theirs).flatMap(({ path, value, alone }) => {
    const was = valueAt(base, path);
    return sameValue(was, value) || !kind.touchesBank(alone) ? [] : [{ path, base: was, theirs: value }];
  });
}

interface Leaf {
  path: string[];
  value: JsonValue | undefined;
  /** A body that sets this and nothing else. */
  alone: JsonObject;
}

/** Fields of the first level, and members of objects one by one. */
function leavesOf(record: JsonObject): Leaf[] {
  return Object.entries(record).flatMap(([name, value]): Leaf[] => {
    if (!isJsonObject(value)) return [{ path: [name], value, alone: { [name]: value ?? '' } }];
    return Object.entries(value).map(([inner, item]) => ({ path: [name, inner], value: item, alone: { [name]: { [inner]: item ?? '' } } }));
  });
}

/** What came of putting the service's new word on a record under its open edits. */
export interface Rebased {
  merged: { editId: string; fields: FieldDifference[] }[];
  conflicts: string[];
}

/**
 * Puts the service's new record under the open edits of that record, in the transaction under way: where nothing that they touch moved,
 * their base moves along; where it did, they become conflicts that a person settles. `ours` are the paths that our own applied write set:
 * what the service made of those is not somebody else's change.
 */
export function rebaseOpenEdits(store: Store, ref: RecordRef, record: { text: string; value: JsonObject }, ours: string[][]): Rebased {
  const rebased: Rebased = { merged: [], conflicts: [] };
  const covered = [...ours];
  for (const row of openEditsOf(store, ref)) {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (!kind || !body || row.repeat === 'creates') continue;
    if (movesAlong.has(row.state)) rebaseOne(store, row, kind, body, record, covered, rebased);
    if (row.state === 'conflict') refreshConflict(store, row, kind, body, record.value);
    covered.push(...kind.touched(body).map(({ path }) => path));
  }
  return rebased;
}

/** An edit in conflict keeps the base that the person compares with; what is under way keeps the one it was sent with. */
const movesAlong: ReadonlySet<EditState> = new Set<EditState>(['draft', 'waiting', 'held', 'rejected']);

/** What the person chooses from is what the service says today; the base that they compare with stays. */
function refreshConflict(store: Store, row: OutboxRow, kind: EditKind, body: JsonObject, record: JsonObject): void {
  const reason = reasonOf(row);
  if (reason?.kind !== 'baseMoved') return;
  const base = baseOf(row);
  const moved = movedFields(kind, row.recordId, body, base, record);
  const bank = row.touchesBank === 1 ? movedBankFields(kind, base, record) : [];
  const known = reason.differences.map((one) => ({ ...one, theirs: valueAt(record, one.path) ?? null }));
  const added = [...moved, ...bank].filter(({ path }) => !known.some((one) => overlaps(one.path, path)));
  const differences = [...known, ...added];
  const same =
    added.length === 0 && reason.differences.every((one, index) => sameValue(asValue(one.theirs), asValue(known[index]?.theirs)));
  if (same) return;
  const hardStop = reason.hardStop || bank.length > 0;
  moveEdit(store, row, { to: 'conflict', what: 'baseMoved', reason: { kind: 'baseMoved', differences, hardStop } });
}

const asValue = (value: unknown): JsonValue | undefined => value as JsonValue | undefined;

function rebaseOne(
  store: Store,
  row: OutboxRow,
  kind: EditKind,
  body: JsonObject,
  record: { text: string; value: JsonObject },
  covered: string[][],
  rebased: Rebased,
): void {
  const base = baseOf(row);
  // What our own earlier edits set, and whatever the service made of it, is not somebody else's change.
  const byOthers = ({ path }: FieldDifference) => !covered.some((other) => overlaps(path, other));
  const movedByOthers = movedFields(kind, row.recordId, body, base, record.value).filter(byOthers);
  const late = movedByOthers.length > 0 && row.touchesBank === 0 ? lateWrites(store, row) : [];
  const moved = movedByOthers.filter(
    ({ path, theirs }) => !late.some((one) => overlaps(path, one.path) && sameValue(one.value, theirs as JsonValue | undefined)),
  );
  const bank = row.touchesBank === 1 ? movedBankFields(kind, base, record.value).filter(byOthers) : [];
  if (moved.length + bank.length === 0) {
    const fields = base === null ? [] : changedFields(base, record.value);
    rebaseEdit(store, row, record.text, { fields: fields.map(({ path }) => path) });
    if (fields.length > 0) rebased.merged.push({ editId: row.id, fields });
    return;
  }
  // Held and rejected edits need a person anyway; the conflict is found when they go on.
  if (row.state !== 'draft' && row.state !== 'waiting') return;
  const differences = [...moved, ...bank.filter((field) => !moved.some(({ path }) => overlaps(path, field.path)))];
  moveEdit(store, row, { to: 'conflict', what: 'baseMoved', reason: { kind: 'baseMoved', differences, hardStop: bank.length > 0 } });
  rebased.conflicts.push(row.id);
}

const endedUnknown = `SELECT ${outboxColumns} FROM outbox WHERE id IN (SELECT edit_id FROM audit WHERE record_id = ? AND record_kind = ?)
  AND seq < ? AND state IN ('superseded', 'discarded')
  AND EXISTS (SELECT 1 FROM attempts WHERE edit_id = outbox.id AND outcome IN ('check', 'doubt', 'abandoned')) ORDER BY seq`;

/** What earlier edits of ours typed whose requests nobody learned the end of and a person closed: seen later, it is no one else's change. */
function lateWrites(store: Store, row: OutboxRow): { path: string[]; value: JsonValue | undefined }[] {
  const rows = store.prepared<OutboxRow>(endedUnknown).all(row.recordId, row.recordKind, row.seq);
  return rows.flatMap((earlier) => {
    const body = bodyOf(earlier);
    const touched = body ? (editKind(earlier.kind)?.touched(body) ?? []) : [];
    return touched.map(({ path, value }) => ({ path, value: value as JsonValue | undefined }));
  });
}

/** Fields of the record's first level that say something else than before; bookkeeping fields are left out. */
export function changedFields(before: JsonObject, after: JsonObject): FieldDifference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of ['updatedAt', 'updatedBy', 'version']) names.delete(name);
  return [...names]
    .filter((name) => after[name] !== undefined && !sameValue(before[name], after[name]))
    .map((name) => ({ path: [name], base: before[name], theirs: after[name] }));
}

function overlaps(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, index) => step === b[index]) || b.slice(0, a.length).every((step, index) => step === a[index]);
}
