import { createHash } from 'node:crypto';
import type { ActivityRow } from '#shared/contract/views.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import type { Store } from '#main/cache/database/store.ts';

/** One thing that happened, before it has a place in the chain. Facts may hold field values, never secrets. */
export interface AuditLine {
  what: string;
  editId: string | null;
  record: RecordRef | null;
  facts: JsonObject;
}

interface AuditRow {
  seq: number;
  at: EpochMs;
  what: string;
  editId: string | null;
  recordKind: RecordKind | null;
  recordId: string | null;
  facts: string;
  hash: string;
}

const columns = 'seq, at, what, edit_id AS editId, record_kind AS recordKind, record_id AS recordId, facts, hash';
const start = '0'.repeat(64);

/** Adds a line to the trail in the transaction under way: who did what to which edit, chained to the line before by its hash. */
export function appendAudit(store: Store, line: AuditLine): void {
  const last = store.prepared<{ hash: string }>('SELECT hash FROM audit ORDER BY seq DESC LIMIT 1').get();
  const at = store.world.now();
  const recordKind = line.record?.kind ?? null;
  const recordId = line.record?.id ?? null;
  const facts = stringifyJson(line.facts);
  const hash = hashOf(last?.hash ?? start, { at, what: line.what, editId: line.editId, recordKind, recordId, facts });
  store
    .prepared('INSERT INTO audit (at, what, edit_id, record_kind, record_id, facts, hash) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(at, line.what, line.editId, recordKind, recordId, facts, hash);
}

function hashOf(before: string, row: Omit<AuditRow, 'seq' | 'hash'>): string {
  const text = [before, row.at, row.what, row.editId ?? '', row.recordKind ?? '', row.recordId ?? '', row.facts].join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** The trail of one record (or of all, with null), newest first, before a place in the chain. */
export function auditOf(store: Store, ref: RecordRef | null, before: number | null, limit: number): Omit<ActivityRow, 'recordTitle'>[] {
  const upTo = before ?? Number.MAX_SAFE_INTEGER;
  const rows = ref
    ? store
        .prepared<AuditRow>(`SELECT ${columns} FROM audit WHERE record_id = ? AND record_kind = ? AND seq < ? ORDER BY seq DESC LIMIT ?`)
        .all(ref.id, ref.kind, upTo, limit)
    : store.prepared<AuditRow>(`SELECT ${columns} FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`).all(upTo, limit);
  return rows.map(activityOf);
}

/** The trail of one edit, oldest first: found among the lines of its record. */
export function auditOfEdit(store: Store, editId: string): Omit<ActivityRow, 'recordTitle'>[] {
  const sql = `SELECT ${columns} FROM audit WHERE record_id = (SELECT record_id FROM outbox WHERE id = ?) AND edit_id = ? ORDER BY seq`;
  return store.prepared<AuditRow>(sql).all(editId, editId).map(activityOf);
}

function activityOf(row: AuditRow): Omit<ActivityRow, 'recordTitle'> {
  const { seq, at, what, editId, hash } = row;
  const parsed = parseJson(row.facts);
  const facts = parsed.ok && isJsonObject(parsed.value) ? parsed.value : { unreadable: row.facts };
  const record = row.recordKind && row.recordId ? { kind: row.recordKind, id: row.recordId } : null;
  return { seq, at, what, editId, hash, record, facts };
}

/** Follows the whole chain. `brokenAt` is the first line whose hash does not follow from the one before. */
export function verifyAudit(store: Store): { whole: boolean; lines: number; brokenAt: number | null } {
  let before = start;
  let lines = 0;
  for (const row of store.sql.prepare<[], AuditRow>(`SELECT ${columns} FROM audit ORDER BY seq`).iterate()) {
    // A missing place means a missing line: sequences are never reused and a rollback gives its number back.
    if (row.seq !== lines + 1 || hashOf(before, row) !== row.hash) return { whole: false, lines, brokenAt: row.seq };
    before = row.hash;
    lines += 1;
  }
  return { whole: true, lines, brokenAt: null };
}
