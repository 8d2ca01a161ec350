import { moveEdit } from '#main/outbox/move.ts';
import { bodyOf, editById, isOwn, openEditsOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { putStub, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { movedCurrency } from '#shared/edits/amount-currency.ts';
import { editKind, readBody } from '#shared/edits/edit-kinds.ts';
import type { EditState } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { mergedBase } from './base.ts';
import { insertChecked, type CheckedEdit } from './insert-checked.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { compareWithSeen, seenBase, type Seen } from './seen.ts';

/** The user's command before validation. */
export interface EditInput {
  kind: string;
  recordKind: RecordKind;
  recordId: string;
  body: Record<string, unknown>;
  /** The service's record as it stood before the user; without it they are taken to have seen today's. */
  seen?: Record<string, unknown> | null | undefined;
}

/** A field that needs correcting; nothing was recorded. */
export interface EditIssue {
  path: string[];
  message: string;
}

export type RecordAnswer = { ok: true; id: string; merged: boolean; state: EditState } | { ok: false; issues: EditIssue[] };

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
  return store.commit('record edit', () => ({ ok: true, ...recordChecked(store, checked.edit, rules, seenIn(input)) }));
}

/** The record's state that a window showed. */
export const seenIn = ({ seen }: Pick<EditInput, 'seen'>): Seen => (seen ?? null) as Seen;

/** Records a checked edit in the transaction under way, on what the user saw. */
export function recordChecked(
  store: Store,
  edit: CheckedEdit,
  rules: ReviewRules,
  seen: Seen = null,
): { id: string; merged: boolean; state: EditState } {
  const before = edit.kind.repeat === 'creates' ? null : mergeable(store, edit);
  const base = seenBase(store, edit.ref, edit.kind.repeat === 'creates' ? seenInOtherCurrency(store, edit, seen) : seen);
  if (base === null) putStub(store, edit.ref, store.world.now());
  const recorded = before
    ? takeIn(store, { ...edit, body: before.body }, rules, before.row, base)
    : insertChecked(store, edit, rules, { base, supersedes: null });
  const answer = { id: recorded.id, merged: before !== null, state: recorded.state };
  if (seen === null) return answer;
  compareWithSeen(store, edit.ref, base);
  // The comparison may have moved it on.
  return { ...answer, state: editById(store, recorded.id)?.state ?? 'draft' };
}

/** Of what creates something, what the user saw counts where its amount was entered in another currency than the record has now. */
function seenInOtherCurrency(store: Store, { kind, body, ref }: CheckedEdit, seen: Seen): Seen {
  return movedCurrency(kind, body, seen, recordOf(store, ref)?.value ?? null) ? seen : null;
}

function takeIn(
  store: Store,
  merged: CheckedEdit,
  rules: ReviewRules,
  row: OutboxRow,
  base: string | null,
): ReturnType<typeof insertChecked> {
  const recorded = insertChecked(store, merged, rules, {
    ...{ base: mergedBase(merged.kind, row, base), supersedes: row.id, reviewed: row.review },
  });
  moveEdit(store, row, { to: 'superseded', what: 'merged', reason: { kind: 'merged', into: recorded.id } });
  return recorded;
}

/** The newest open edit of the record, when it was never sent and both say one thing together. */
function mergeable(store: Store, { kind, body, ref }: CheckedEdit): { row: OutboxRow; body: JsonObject } | null {
  const row = openEditsOf(store, ref).at(-1);
  if (!row || !isOwn(store, row) || row.kind !== kind.kind || row.attempts > 0 || (row.state !== 'waiting' && row.state !== 'draft'))
    return null;
  const earlier = bodyOf(row);
  const merged = earlier ? kind.merge(earlier, body) : null;
  return merged ? { row, body: merged } : null;
}
