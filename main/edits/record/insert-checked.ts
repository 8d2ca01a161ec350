import { moveEdit } from '#main/outbox/move.ts';
import { insertEdit, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { byARule } from '#main/audit/agreed.ts';
import { whoOf } from '#main/audit/audit.ts';
import { priorityOf, type EditKind, type ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { reviewNeed, stricter, type ReviewRules } from '#main/edits/review/rules.ts';

/** An edit whose body its kind accepts. */
export interface CheckedEdit {
  kind: EditKind;
  body: JsonObject;
  ref: { kind: RecordKind; id: string };
}

/** Facts of an edit's past that move with it. */
interface EditPast {
  /** Text of the service's record as the user saw it; null for a stub. */
  base: string | null;
  id?: string;
  supersedes: string | null;
  /** Its place, when it replaces another edit. */
  place?: number;
  /** It was sent before under another row and may be there: a user confirms it twice, whatever the rules say. */
  mayBeThere?: boolean;
  /** The review that the edit before it waited for: no rule lets its values leave without one. */
  reviewed?: ReviewNeed;
  facts?: JsonObject;
}

/** Inserts an edit in the state that the rules give it: sent automatically, or a draft for *Review and send*. */
export function insertChecked(
  store: Store,
  edit: CheckedEdit,
  rules: ReviewRules,
  past: EditPast,
): { id: string; state: 'draft' | 'waiting' } {
  const review = past.mayBeThere ? 'person' : stricter(reviewNeed(edit.kind, edit.body, rules), past.reviewed ?? 'automatic');
  const state = review === 'automatic' ? 'waiting' : 'draft';
  const id = past.id ?? store.world.uuid();
  insertEdit(store, {
    id,
    kind: edit.kind.kind,
    record: edit.ref,
    state,
    repeat: edit.kind.repeat,
    priority: priorityOf(edit.kind, edit.body),
    review,
    touchesBank: edit.kind.touchesBank(edit.body),
    body: edit.body,
    base: past.base,
    supersedes: past.supersedes,
    ...(past.place === undefined ? {} : { place: past.place }),
    approvedBy: review === 'automatic' ? byARule(whoOf(store)) : null,
    ...(past.facts ? { facts: past.facts } : {}),
  });
  return { id, state };
}

/**
 * Inserts an edit at the place of `row`, which it closes first: no two open edits ever have one place (law 24). `what` names the act in the audit log.
 */
export function insertInstead(
  store: Store,
  edit: CheckedEdit,
  rules: ReviewRules,
  row: OutboxRow,
  { what, ...past }: Omit<EditPast, 'id' | 'supersedes' | 'place' | 'reviewed'> & { what: string },
): string {
  const id = store.world.uuid();
  moveEdit(store, row, { to: 'superseded', what, reason: { kind: 'settledBy', edit: id }, settledBy: whoOf(store) });
  // The bank data that asked for a person may be out of it.
  const reviewed = row.touchesBank === 1 ? 'automatic' : row.review;
  return insertChecked(store, edit, rules, { ...past, id, supersedes: row.id, place: row.place, reviewed }).id;
}
