import { whoOf } from '#main/audit/audit.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { overlaps, sameValue } from '#main/outbox/merge/three-way.ts';
import { knownTextOf, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { notNow, onEdit, type CommandResult } from '#main/edits/record/command-result.ts';
import { insertInstead } from '#main/edits/record/insert-checked.ts';
import { checkEdit, type EditIssue } from '#main/edits/record/record-edit.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';

/** A user's word on one field of a conflict. */
export interface FieldChoice {
  path: string[];
  take: 'mine' | 'theirs' | 'edited';
  /** The value typed now, with `edited`. */
  value?: unknown;
  /** The service's value that the user saw; null for empty. Without it no check is made that it still holds. */
  shown?: unknown;
}

/** `id` is the new edit that carries the settlement, or null when everything is left as the service has it. */
export type SettleAnswer = CommandResult<{ id: string | null }> | { ok: false; kind: 'invalid'; issues: EditIssue[] };

/**
 * Settles a conflict field by field. The settlement is a new edit on today's base, which supersedes the old one; what was typed stays in the
 * history. A field that is not named keeps mine; all theirs discards the edit.
 */
export function settle(store: Store, id: string, fields: readonly FieldChoice[], rules: ReviewRules): SettleAnswer {
  return onEdit(store, 'settle', id, (row) => {
    const kind = editKind(row.kind);
    const body = bodyOf(row);
    if (row.state !== 'conflict' || !kind || !body) return notNow('wrongState', row);
    // An edit that creates something has no fields to choose: its amount is entered again.
    if (reasonOf(row)?.kind === 'currencyMoved') return notNow('needsCorrection', row);
    if (movedSinceShown(store, row, fields)) return notNow('conflictMoved', row);
    const settled = settledBody(kind, body, fields);
    if (!settled) return leaveTheirs(store, row);
    const checked = checkEdit({ kind: row.kind, recordKind: row.recordKind, recordId: row.recordId, body: settled });
    if (!checked.ok) return { ok: false, kind: 'invalid', issues: checked.issues };
    const base = knownTextOf(store, checked.edit.ref);
    const facts = { settles: row.id, fields: fields.map(({ path, take }) => ({ path, take })) };
    return { ok: true, id: insertInstead(store, checked.edit, rules, row, { what: 'settled', base, facts }) };
  });
}

/** True when the service's values now differ from those that the user chose from, or a field that they did not see changed (law 15). */
function movedSinceShown(store: Store, row: OutboxRow, fields: readonly FieldChoice[]): boolean {
  const chosen = fields.filter(({ shown }) => shown !== undefined);
  if (chosen.length === 0) return false;
  const today = recordOf(store, refOf(row))?.value ?? {};
  if (chosen.some(({ path, shown }) => !sameValue(path, valueAt(today, path), shown as JsonValue))) return true;
  const reason = reasonOf(row);
  const differences = reason?.kind === 'baseMoved' ? reason.differences : [];
  return differences.some(({ path }) => !chosen.some((one) => overlaps(one.path, path)));
}

function leaveTheirs(store: Store, row: OutboxRow): SettleAnswer {
  moveEdit(store, row, { to: 'discarded', what: 'settled', reason: { kind: 'byPerson', note: 'theirs' }, settledBy: whoOf(store) });
  return { ok: true, id: null };
}

/** The body with the user's word on each field; null when nothing is left to send. */
function settledBody(kind: EditKind, body: JsonObject, fields: readonly FieldChoice[]): JsonObject | null {
  const wordOn = (path: readonly string[]) => fields.find((field) => field.path.join('.') === path.join('.'));
  const touched = kind.touched(body);
  const kept = touched.filter(({ path }) => wordOn(path)?.take !== 'theirs');
  // A field that only the service had moved (a bank field) may be typed again too; one that is kept is set twice to the same.
  const added = fields.filter(({ take }) => take === 'edited');
  if (kept.length + added.length === 0) return null;
  return [...kept, ...added].reduce((settled: JsonObject, { path }) => {
    const word = wordOn(path);
    const value = word?.take === 'edited' ? (word.value as JsonValue | undefined) : valueAt(body, path);
    return withValue(settled, path, value);
  }, {});
}
