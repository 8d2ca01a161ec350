import { whoOf } from '#main/cache/trail/audit.ts';
import { moveEdit } from '#main/cache/outbox/move.ts';
import { bodyOf, insertEdit, openEditsOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { putStub } from '#main/cache/records/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind, readBody } from '#shared/edits/edit-kinds.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { baseTextOf } from '#main/cache/records/records.ts';
import { mergedBase } from './base.ts';
import { laneOf, reviewNeed, type ReviewRules } from './rules.ts';

/** What a person did, before it is checked. */
export interface EditInput {
  kind: string;
  recordKind: RecordKind;
  recordId: string;
  body: Record<string, unknown>;
}

/** A field that needs correcting; nothing was recorded. */
export interface EditIssue {
  path: string[];
  message: string;
}

export type RecordAnswer = { ok: true; id: string; merged: boolean; state: EditState } | { ok: false; issues: EditIssue[] };

/** An edit whose body its kind accepts. */
export interface CheckedEdit {
  kind: EditKind;
  body: JsonObject;
  ref: { kind: RecordKind; id: string };
}

/** Checks an edit against its kind: unknown kind, wrong record, or fields that do not fit. */
export function checkEdit(input: EditInput): { ok: true; edit: CheckedEdit } | { ok: false; issues: EditIssue[] } {
  const kind = editKind(input.kind);
  if (!kind) return { ok: false, issues: [{ path: ['kind'], message: 'unknownKind' }] };
  if (kind.recordKind !== 'any' && kind.recordKind !== input.recordKind)
    return { ok: false, issues: [{ path: ['recordKind'], message: 'otherRecordKind' }] };
  const read = readBody(kind, input.body);
  if (!read.ok) return read;
  return { ok: true, edit: { kind, body: read.body, ref: { kind: input.recordKind, id: input.recordId.toLowerCase() } } };
}

/**
 * Records one edit durably: when this answers, it is committed (law 1). An unsent absolute edit of the same record takes it in; both stay in
 * the history. Throws what the disk throws; then nothing was acknowledged.
 */
export function recordEdit(store: Store, input: EditInput, rules: ReviewRules): RecordAnswer {
  const checked = checkEdit(input);
  if (!checked.ok) return checked;
  return store.commit('record edit', () => ({ ok: true, ...recordChecked(store, checked.edit, rules) }));
}

/** Records a checked edit in the transaction under way. */
export function recordChecked(store: Store, edit: CheckedEdit, rules: ReviewRules): { id: string; merged: boolean; state: EditState } {
  const before = edit.kind.repeat === 'creates' ? null : mergeable(store, edit);
  const base = baseTextOf(store, edit.ref);
  if (base === null) putStub(store, edit.ref, store.world.now());
  if (!before) return { ...insertChecked(store, edit, rules, { base, supersedes: null }), merged: false };
  const merged = { ...edit, body: before.body };
  const recorded = insertChecked(store, merged, rules, { base: mergedBase(edit.kind, before.row, base), supersedes: before.row.id });
  moveEdit(store, before.row, { to: 'superseded', what: 'merged', reason: { kind: 'merged', into: recorded.id } });
  return { ...recorded, merged: true };
}

/** The newest open edit of the record, when it was never sent and both say one thing together. */
function mergeable(store: Store, { kind, body, ref }: CheckedEdit): { row: OutboxRow; body: JsonObject } | null {
  const row = openEditsOf(store, ref).at(-1);
  if (!row || row.kind !== kind.kind || row.attempts > 0 || (row.state !== 'waiting' && row.state !== 'draft')) return null;
  const earlier = bodyOf(row);
  const merged = earlier ? kind.merge(earlier, body) : null;
  return merged ? { row, body: merged } : null;
}

/** What comes with an edit from its past. */
export interface EditPast {
  base: string | null;
  supersedes: string | null;
  /** Where it stands, when it stands for another edit. */
  place?: number;
  /** It was sent before under another row and may be there: a person confirms it twice, whatever the rules say. */
  mayBeThere?: boolean;
  /** Why it stays held, as the one before it was. */
  held?: Reason;
  facts?: JsonObject;
}

/** Inserts an edit in the state that the rules give it: sent by itself, or a draft for *Review and send*; or held, to go there when released. */
export function insertChecked(
  store: Store,
  edit: CheckedEdit,
  rules: ReviewRules,
  past: EditPast,
): { id: string; state: 'draft' | 'waiting' | 'held' } {
  const review = past.mayBeThere ? 'person' : reviewNeed(edit.kind, edit.body, rules);
  const free = review === 'automatic' ? 'waiting' : 'draft';
  const state = past.held ? 'held' : free;
  const id = store.world.uuid();
  insertEdit(store, {
    id,
    kind: edit.kind.kind,
    record: edit.ref,
    state,
    repeat: edit.kind.repeat,
    lane: laneOf(edit.kind, edit.body),
    review,
    touchesBank: edit.kind.touchesBank(edit.body),
    body: edit.body,
    base: past.base,
    supersedes: past.supersedes,
    ...(past.place === undefined ? {} : { place: past.place }),
    approvedBy: review === 'automatic' ? `${whoOf(store)}, by a rule` : null,
    ...(past.held ? { heldFrom: free, reason: past.held } : {}),
    ...(past.facts ? { facts: past.facts } : {}),
  });
  return { id, state };
}
