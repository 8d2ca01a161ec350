import { editKind } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { sameId } from '#shared/uuid.ts';
import type { EpochMs } from '#shared/world.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { endAttempt, type AttemptEnd } from './attempts.ts';
import { putComment } from '#main/cache/records/comments.ts';
import { moveEdit, type Move } from './move.ts';
import { rebaseOpenEdits, type Rebased } from './rebase.ts';
import { openEditsOf, type OutboxRow } from './outbox.ts';
import { learnReferences } from '#main/cache/names/learn.ts';
import { dayMs } from '#main/cache/names/rank.ts';
import { rowNumberOf } from '#main/cache/records/row-range.ts';
import { putRecord, recordOf } from '#main/cache/records/records.ts';
import { noteErrorCodes, noteNewEnumValues } from '#main/cache/records/seen-values.ts';
import type { Store } from '#main/cache/database/store.ts';

/** A service's answer as it came, with its parsed value. */
export interface Heard {
  text: string;
  value: JsonObject;
  etag: string | null;
  /** `read` by asking, `writeResponse` as the answer to an edit. */
  provenance: 'read' | 'writeResponse';
  asOf: EpochMs;
}

/** What came of one errand: how an attempt ended, where the edit goes, and what was heard of its record. */
export interface Settlement {
  row: OutboxRow;
  attempt: { n: number; end: AttemptEnd } | null;
  /** Null when the errand only heard of the record. */
  move: Move | null;
  heard: Heard | null;
  /** Parts of the record that our own applied write set (`partKeys`). */
  ours: string[];
}

/** What a settlement did beyond itself. */
export interface Settled {
  settlement: Settlement;
  moved: boolean;
  rebased: Rebased;
}

/**
 * Writes verdicts in the transaction under way: for each, the attempt's end, the edit's state with its audit line, the record, and the
 * base of later edits. Together or not at all (law 3).
 */
export function settleAll(store: Store, settlements: readonly Settlement[]): Settled[] {
  return settlements.map((settlement) => {
    const { row, attempt, move, heard, ours } = settlement;
    if (attempt) noteAnswer(store, row, attempt);
    const moved = move ? moveEdit(store, row, move) : true;
    if (move) noteErrorCodes(store, move.reason);
    const rebased = heard ? hear(store, row, heard, ours, isSetBack(move)) : { merged: [], conflicts: [] };
    return { settlement, moved, rebased };
  });
}

const isSetBack = (move: Move | null): boolean => move?.reason?.kind === 'versionJump' && move.reason.setBack === true;

/** How a request ended: in its own row with the answer's bytes, and in the trail with their hash. */
function noteAnswer(store: Store, row: OutboxRow, { n, end }: NonNullable<Settlement['attempt']>): void {
  endAttempt(store, row.id, n, end);
  const { outcome, status, answer } = end;
  const facts = { attempt: n, outcome, status, headers: answer?.headers ?? null, sha256: answer?.sha256 ?? null };
  appendAudit(store, { what: 'answered', editId: row.id, record: { kind: row.recordKind, id: row.recordId }, facts });
}

/** Keeps what an answer says of the edit's record, and puts it under the record's other open edits. */
function hear(store: Store, row: OutboxRow, heard: Heard, ours: readonly string[], setBack: boolean): Rebased {
  const ref = { kind: row.recordKind, id: row.recordId };
  const id = recordId(row.recordKind, heard.value);
  if (id === null || !sameId(id, row.recordId)) {
    hearPart(store, row, heard);
    return { merged: [], conflicts: [] };
  }
  const { text, value, provenance, asOf, etag } = heard;
  noteNewEnumValues(store, row.recordKind, value);
  putRecord(store, { ref, text, value, provenance, asOf, complete: true, etag, setBack });
  // What is kept may be more than this answer said (lines), or newer than it; nobody asks when nothing else of the record is open.
  const known = openEditsOf(store, ref).length > 0 ? recordOf(store, ref) : null;
  return known ? rebaseOpenEdits(store, ref, known, ours) : { merged: [], conflicts: [] };
}

/** Keeps an answer that is not the record but belongs to it: a comment, or an invoice's new line, which no read may ever show. */
function hearPart(store: Store, row: OutboxRow, { value, asOf }: Heard): void {
  const names = (field: string) => typeof value[field] === 'string' && sameId(value[field], row.recordId);
  const ref = { kind: row.recordKind, id: row.recordId };
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
}

/** A record without what the effect of an edit made untrue, and that nobody has said anew. */
export function unsaid(kind: string, value: JsonObject): JsonObject {
  const names = editKind(kind)?.unsays ?? [];
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
