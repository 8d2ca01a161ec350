import { editKind } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, jsonEqual, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { sameId } from '#shared/values/uuid.ts';
import type { EpochMs } from '#shared/world.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { endAttempt, type AttemptEnd } from './attempts.ts';
import { putComment } from '#main/records/comments.ts';
import { moveEdit, type Move } from './move.ts';
import { rebaseOpenEdits, type Rebased } from '#main/outbox/merge/rebase.ts';
import { leftAtOf, noteWords, wordsBefore } from '#main/outbox/merge/last-words.ts';
import { bodyOf, editById, openEditsOf, refOf, type OutboxRow } from './outbox.ts';
import { learnReferences } from '#main/projections/usage/learn.ts';
import { dayMs } from '#shared/values/days.ts';
import { rowNumberOf } from '#main/storage/row-range.ts';
import type { Asked } from '#main/storage/hearings.ts';
import { withSent } from '#main/records/left-out.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { noteErrorCodes, noteNewEnumValues } from '#main/records/seen-values.ts';
import type { Store } from '#main/storage/store.ts';

/** A service's answer as it came, with its parsed value. */
export interface Heard {
  text: string;
  value: JsonObject;
  etag: string | null;
  /** `read` by asking, `writeResponse` as the answer to an edit. */
  provenance: 'read' | 'writeResponse';
  asOf: EpochMs;
  /** When the question or the write left. */
  asked: Asked;
}

/** The outcome of one task: the attempt's end, the edit's next state, and the record if it was received. */
export interface Settlement {
  row: OutboxRow;
  attempt: { n: number; end: AttemptEnd } | null;
  /** Null when the task only heard of the record. */
  move: Move | null;
  heard: Heard | null;
  /** Parts of the record that our own applied write set (`partKeys`). */
  ours: string[];
  /** The record that an applied write was built on, and its body. */
  sentOn?: JsonObject | null;
  sent?: JsonObject;
}

/** Further effects of a settlement. */
export interface Settled {
  settlement: Settlement;
  moved: boolean;
  rebased: Rebased;
  /** The answer was older than a record that came meanwhile. */
  olderKept?: true;
}

/**
 * Writes verdicts in the transaction under way: for each, the attempt's end, the edit's state with its audit line, the record, and the
 * base of later edits. Together or not at all (law 3).
 */
export function settleAll(store: Store, settlements: readonly Settlement[]): Settled[] {
  return settlements.map((settlement) => {
    const { row, attempt, move, heard } = settlement;
    if (attempt) noteAnswer(store, row, attempt);
    const moved = move ? moveEdit(store, row, move) : true;
    if (move) noteErrorCodes(store, move.reason);
    return { settlement, moved, ...(heard ? hear(store, settlement, heard) : { rebased: nothing }) };
  });
}

const nothing: Rebased = { merged: [], conflicts: [] };

const isOf = ({ recordKind, recordId: id }: OutboxRow, { value }: Heard): boolean => sameId(recordId(recordKind, value) ?? '', id);

const isSetBack = (move: Move | null): boolean => move?.reason.kind === 'versionJump' && move.reason.setBack === true;

/** Writes the end of a request: the response's bytes into its own row, their hash into the audit log. */
function noteAnswer(store: Store, row: OutboxRow, { n, end }: NonNullable<Settlement['attempt']>): void {
  endAttempt(store, row.id, n, end);
  const { outcome, status, answer } = end;
  const facts = { attempt: n, outcome, status, headers: answer?.headers ?? null, sha256: answer?.sha256 ?? null };
  appendAudit(store, { what: 'answered', editId: row.id, record: refOf(row), facts });
}

/** Keeps what an answer says of the edit's record, and puts it under the record's other open edits. */
function hear(
  store: Store,
  { row, attempt, move, ours, sentOn = null, sent = {} }: Settlement,
  heard: Heard,
): Pick<Settled, 'rebased' | 'olderKept'> {
  const ref = refOf(row);
  if (!isOf(row, heard)) {
    hearPart(store, row, heard);
    return { rebased: nothing };
  }
  const { provenance, asOf, asked, etag } = heard;
  const [kind, body] = [editKind(row.kind), bodyOf(row)];
  const value = kind && body ? withSent(heard.value, sent, kind.overlay(sentOn ?? {}, body)) : heard.value;
  const text = jsonEqual(value, heard.value) ? heard.text : stringifyJson(value);
  noteNewEnumValues(store, row.recordKind, value);
  const noted = { provenance, asOf, asked, complete: true, etag, setBack: isSetBack(move) };
  const before = wordsBefore(store, ref);
  const taken = putRecord(store, { ref, text, value, shown: heard.value, ...noted, sentOn });
  // A request that left after the question may still be taken.
  const isNewest = () => editById(store, row.id)?.lastAttempt === (attempt?.n ?? row.lastAttempt);
  const readFor = provenance === 'read' && isNewest() ? row.id : null;
  // An answer that is older than what is known explains nothing of it (law 27).
  if (taken !== 'olderKept') noteWords(store, ref, before, { value, answered: ours, leftAt: () => leftAtOf(store, row), readFor });
  // The stored record may be more complete (lines) or newer than this response; compared only with other open edits.
  const now = openEditsOf(store, ref).length > 0 ? recordOf(store, ref) : null;
  return { rebased: now ? rebaseOpenEdits(store, ref, now) : nothing, ...(taken === 'olderKept' ? { olderKept: true } : {}) };
}

/** Keeps an answer that is not the record but belongs to it: a comment, or an invoice's new line, which no read may ever show. */
function hearPart(store: Store, row: OutboxRow, { value, asOf }: Heard): void {
  const names = (field: string) => typeof value[field] === 'string' && sameId(value[field], row.recordId);
  const ref = refOf(row);
  if (names('resourceId') && typeof value['id'] === 'string') {
    const held = { day: Math.floor(asOf / dayMs), now: referencesIn('userComment', value), before: [] };
    learnReferences(store, { row: rowNumberOf(store, ref) ?? 0, ...held });
    return putComment(store, value);
  }
  const known = names('invoiceReceivableId') ? recordOf(store, ref) : null;
  if (!known || known.provenance === 'stub') return;
  const lines = Array.isArray(known.value['lines']) ? known.value['lines'] : [];
  // A read that was under way may have shown the line already.
  const others = lines.filter((line) => !isJsonObject(line) || line['id'] == null || line['id'] !== value['id']);
  const { provenance, complete, etag } = known;
  const rest = unsaid(row.kind, known.value);
  putRecord(store, { ref, value: { ...rest, lines: [...others, value] }, provenance, asOf, complete, etag });
  // A read that left before the line was there does not take it away.
  store.hearings.heard(ref);
}

/** A record without what the effect of an edit made untrue, and that nobody has said again. */
function unsaid(kind: string, value: JsonObject): JsonObject {
  const names = editKind(kind)?.unsays;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names?.includes(name)));
}
