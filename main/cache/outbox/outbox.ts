import { createHash } from 'node:crypto';
import type { ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { EditState, Reason, RepeatClass } from '#shared/edit.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { ownerText } from '#shared/owner.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs, MonotonicMs } from '#shared/world.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { isOpenSql } from './transitions.ts';
import type { Store } from '#main/cache/database/store.ts';

/** Brings a body from each older form to the next; the first entry leads from form 1 to form 2. Rows themselves never change (law 14). */
const upConverters: readonly ((body: JsonObject) => JsonObject)[] = [];

/** The form that bodies are recorded in; older ones are brought up to it when they are read, newer ones are shown as unreadable. */
export const bodyFormat = 1 + upConverters.length;

/** One edit as its row stands. JSON columns are text here: parsing is left to who needs it (`bodyOf`, `baseOf`, `reasonOf`). */
export interface OutboxRow {
  seq: number;
  /** Where it stands among the edits of its record: its `seq`, unless it took over the place of another edit. */
  place: number;
  id: string;
  kind: string;
  recordKind: RecordKind;
  recordId: string;
  state: EditState;
  repeat: RepeatClass;
  /** Payments travel alone, one at a time. */
  lane: 'write' | 'payment';
  review: ReviewNeed;
  touchesBank: 0 | 1;
  body: string;
  base: string | null;
  format: number;
  reason: string | null;
  /** Requests that may have left. */
  attempts: number;
  /** Number of the newest row in `attempts`, those that provably never left included. */
  lastAttempt: number;
  /** 1 while a request may have been carried out and nobody knows yet. */
  maybeSent: 0 | 1;
  sendingBoot: string | null;
  waitBoot: string | null;
  waitUntil: MonotonicMs | null;
  waitMs: number | null;
  heldFrom: EditState | null;
  owner: string;
  /** The owner as whom a person let it go on, when that is not the one who recorded it. */
  takenOver: string | null;
  batchId: string | null;
  supersedes: string | null;
  recordedAt: EpochMs;
  approvedAt: EpochMs | null;
  approvedBy: string | null;
  settledBy: string | null;
  changedAt: EpochMs;
}

/** The columns of `OutboxRow`, for every SELECT of this room. */
export const outboxColumns = `seq, place, id, kind, record_kind AS recordKind, record_id AS recordId, state, repeat_class AS repeat, lane, review,
  touches_bank AS touchesBank, body, base, format, reason, attempts, last_attempt AS lastAttempt, maybe_sent AS maybeSent,
  sending_boot AS sendingBoot, wait_boot AS waitBoot, wait_until AS waitUntil, wait_ms AS waitMs, held_from AS heldFrom, owner, taken_over AS takenOver,
  batch_id AS batchId, supersedes, recorded_at AS recordedAt, approved_at AS approvedAt, approved_by AS approvedBy, settled_by AS settledBy,
  changed_at AS changedAt`;

/** What recording an edit writes; the rest of the row is the cache's own. */
export interface NewEdit {
  id: string;
  kind: string;
  record: RecordRef;
  state: 'draft' | 'waiting' | 'held';
  repeat: RepeatClass;
  lane: 'write' | 'payment';
  review: ReviewNeed;
  touchesBank: boolean;
  body: JsonObject;
  /** Text of the service's record as the person saw it, or null for a stub. */
  base: string | null;
  supersedes: string | null;
  /** The place of an edit that this one stands for; without one it is the record's last. */
  place?: number;
  /** Who lets it leave, when nobody has to be asked any more: `rule`, or the person. */
  approvedBy: string | null;
  heldFrom?: EditState;
  reason?: Reason;
  /** Goes into the audit line beside the hash of the typed fields. */
  facts?: JsonObject;
}

const insertSql = `INSERT INTO outbox (id, kind, record_kind, record_id, state, repeat_class, lane, review, touches_bank, body, base, format, reason, held_from,
  owner, supersedes, recorded_at, approved_at, approved_by, changed_at, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Adds an edit and its audit line to the transaction under way; answers its place in the order. Call it inside `store.commit`. */
export function insertEdit(store: Store, edit: NewEdit): number {
  const now = store.world.now();
  const { kind: recordKind, id: recordId } = edit.record;
  const reason = edit.reason ? stringifyJson(edit.reason as unknown as JsonValue) : null;
  const approvedAt = edit.approvedBy === null ? null : now;
  const body = stringifyJson(edit.body);
  const { lastInsertRowid } = store
    .prepared(insertSql)
    .run(
      edit.id,
      edit.kind,
      recordKind,
      recordId,
      edit.state,
      edit.repeat,
      edit.lane,
      edit.review,
      edit.touchesBank ? 1 : 0,
      body,
      edit.base,
      bodyFormat,
      reason,
      edit.heldFrom ?? null,
      ownerOf(store),
      edit.supersedes,
      now,
      approvedAt,
      edit.approvedBy,
      now,
      edit.place ?? null,
    );
  appendAudit(store, {
    what: 'recorded',
    editId: edit.id,
    record: edit.record,
    facts: { kind: edit.kind, state: edit.state, bodySha256: sha256Of(body), ...edit.facts },
  });
  store.changed({ kind: 'edits', ids: [edit.id] });
  store.changed({ kind: 'records', refs: [edit.record] });
  return Number(lastInsertRowid);
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Whose edits this database takes, as one word: another word on an edit means that it is somebody else's (law 13). */
export function ownerOf(store: Store): string {
  return ownerText(store.account);
}

/** Whether an edit is of who is signed in now, or was taken over by them. */
export function isOwn(store: Store, row: Pick<OutboxRow, 'owner' | 'takenOver'>): boolean {
  const owner = ownerOf(store);
  return row.owner === owner || row.takenOver === owner;
}

/** The edit of this id, or null. */
export function editById(store: Store, id: string): OutboxRow | null {
  return store.prepared<OutboxRow>(`SELECT ${outboxColumns} FROM outbox WHERE id = ?`).get(id) ?? null;
}

/** The edits of these ids that exist, in the order of recording. */
export function editsByIds(store: Store, ids: readonly string[]): OutboxRow[] {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq`;
  return store.prepared<OutboxRow>(sql).all(JSON.stringify(ids));
}

const openOfRecordSql = `SELECT ${outboxColumns} FROM outbox WHERE record_kind = ? AND record_id = ? AND ${isOpenSql} ORDER BY place`;

/** The open edits of one record, in their order. */
export function openEditsOf(store: Store, ref: RecordRef): OutboxRow[] {
  return store.prepared<OutboxRow>(openOfRecordSql).all(ref.kind, ref.id);
}

/** The open edits of a page's records in one indexed query, by record id. Records without one are absent. */
export function openEditsOfMany(store: Store, kind: RecordKind, ids: readonly string[]): Map<string, OutboxRow[]> {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE record_kind = ? AND record_id IN (SELECT value FROM json_each(?)) AND ${isOpenSql} ORDER BY place`;
  const byRecord = new Map<string, OutboxRow[]>();
  for (const row of store.prepared<OutboxRow>(sql).all(kind, JSON.stringify(ids))) {
    const edits = byRecord.get(row.recordId);
    if (edits) edits.push(row);
    else byRecord.set(row.recordId, [row]);
  }
  return byRecord;
}

/** Every open edit; those of one record in their order. */
export function allOpenEdits(store: Store): OutboxRow[] {
  return store.prepared<OutboxRow>(`SELECT ${outboxColumns} FROM outbox WHERE ${isOpenSql} ORDER BY place, seq`).all();
}

/**
 * The open edits that a start must look at: under way when the process ended, somebody else's, or waiting by another boot's clock. All others
 * go on as they are, so that a start does not read the whole queue into memory.
 */
export function openEditsToRecover(store: Store): OutboxRow[] {
  const sql = `SELECT ${outboxColumns} FROM outbox WHERE ${isOpenSql} AND (state = 'sending' OR (owner <> ? AND taken_over IS NOT ?) OR wait_boot <> ?) ORDER BY seq`;
  const owner = ownerOf(store);
  return store.prepared<OutboxRow>(sql).all(owner, owner, store.world.bootId);
}

/** The open edit of the same record that this one waits behind, or null: derived on read, never stored (law 6). */
export function blockerOf(
  store: Store,
  row: Pick<OutboxRow, 'place' | 'recordKind' | 'recordId'>,
): { id: string; state: EditState } | null {
  const sql = `SELECT id, state FROM outbox WHERE record_kind = ? AND record_id = ? AND place < ? AND ${isOpenSql} ORDER BY place LIMIT 1`;
  return store.prepared<{ id: string; state: EditState }>(sql).get(row.recordKind, row.recordId, row.place) ?? null;
}

/** The typed fields in today's form, or null when the row is damaged: it is then shown as unreadable, never dropped (law 5). */
export function bodyOf(row: Pick<OutboxRow, 'body' | 'format'>): JsonObject | null {
  return bodyInNewestForm(row, upConverters);
}

/** The same by other converters than today's. */
export function bodyInNewestForm(row: Pick<OutboxRow, 'body' | 'format'>, converters: typeof upConverters): JsonObject | null {
  const body = row.format <= 1 + converters.length ? objectIn(row.body) : null;
  return body && converters.slice(row.format - 1).reduce((older, toNext) => toNext(older), body);
}

/** The service's record as the person saw it, or null for a stub. */
export function baseOf(row: Pick<OutboxRow, 'base'>): JsonObject | null {
  return row.base === null ? null : objectIn(row.base);
}

/** Why the edit is in its state; null when nothing was said, or what was said no longer parses. */
export function reasonOf(row: Pick<OutboxRow, 'reason'>): Reason | null {
  const reason = row.reason === null ? null : objectIn(row.reason);
  return reason && typeof reason['kind'] === 'string' ? (reason as unknown as Reason) : null;
}

function objectIn(text: string): JsonObject | null {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}
