import { hash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { ActivityRow } from '#shared/contract/views/views.ts';
import { ownerWords } from './owner-words.ts';
import { objectIn, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { fixed, param, insertInto, type Opened, selectFrom } from '#main/storage/prepared.ts';
import type { Sqlite } from '#main/storage/driver.ts';
import { audit } from '#main/storage/schema/audit.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';

/** One thing that happened, before it has a place in the chain. Facts may hold field values, never secrets. */
export interface AuditLine {
  what: string;
  editId: string | null;
  record: RecordRef | null;
  facts: JsonObject;
}

/** A line as the audit log itself holds it; what its record is called, and what its edit says, is asked of others. */
export type AuditEntry = Omit<ActivityRow, 'recordTitle' | 'said'>;

type AuditRow = typeof audit.$inferSelect;

/** The form of what a line's hash takes in. */
const version = 2;
const newest = selectFrom(audit, { fields: { seq: audit.seq, hash: audit.hash }, order: desc(audit.seq), limit: 1 });
const atPlace = selectFrom(audit, { fields: { seq: audit.seq, hash: audit.hash }, where: eq(audit.seq, param('seq')) });
const insertLine = insertInto(audit);

/** The newest line that the transaction under way added. */
const added = new WeakMap<Sqlite, AuditHead>();

function lastLine(store: Store): AuditHead {
  const known = added.get(store.sql);
  if (known) return known;
  store.ifUndone(() => void added.delete(store.sql));
  return newest(store).get() ?? auditStart;
}

/** Audit lines of routine work. Every other line gives or takes an approval or a trust, and the keychain is updated at once. */
const routine = new Set([
  'recorded',
  'left',
  'answered',
  'verdict',
  'rebased',
  'postponed',
  'baseMoved',
  'again',
  'abandoned',
  'capability',
]);
const newestWord = new WeakMap<Sqlite, number>();

/** The newest line of this process that gave or withdrew an approval or a trust; 0 without one. */
export function newestWordOf(store: Opened): number {
  return newestWord.get(store.sql) ?? 0;
}

/** A transaction that is rolled back gives its line's number to the next line, which the keychain must hear of too. */
function setNewestWord(store: Store, seq: number): void {
  const before = newestWordOf(store);
  newestWord.set(store.sql, seq);
  store.ifUndone(() => void newestWord.set(store.sql, before));
}

/** Adds a line to the audit log in the present transaction, chained to the line before by its hash. */
export function appendAudit(store: Store, line: AuditLine): void {
  const last = lastLine(store);
  const at = store.world.now();
  const recordKind = line.record?.kind ?? null;
  const recordId = line.record?.id ?? null;
  const { what, editId } = line;
  const facts = stringifyJson(line.facts);
  const who = whoOf(store);
  const seq = last.seq + 1;
  const hash = hashOf(last.hash, { seq, version, at, what, editId, recordKind, recordId, who, facts });
  insertLine(store).run({ seq, version, at, what, editId, recordKind, recordId, who, facts, hash });
  added.set(store.sql, { seq, hash });
  if (!routine.has(what)) setNewestWord(store, seq);
  store.atEnd('trail', () => void added.delete(store.sql));
}

/** The present actor, for the audit log, approvals and reports. */
export function whoOf(store: Store): string {
  return store.account.who?.() ?? ownerWords(store.account).name;
}

/** Every column, each with its length before it: no text can move from one to the next. */
function hashOf(previous: string, row: Omit<AuditRow, 'hash'>): string {
  const { seq, at, what, editId, recordKind, recordId, who, facts } = row;
  // One text and one call: twenty small ones into the hash cost more than the hashing.
  let text = '';
  for (const part of [previous, row.version, seq, at, what, editId, recordKind, recordId, who, facts])
    text += part === null ? '-:' : `${Buffer.byteLength(String(part))}:${part}`;
  return hash('sha256', text);
}

/** The newest line's place and hash: kept elsewhere, they tell an audit log that was cut or made again. */
export interface AuditHead {
  seq: number;
  hash: string;
}

/** The head of the audit log; null when there is no line yet. */
export function auditHead(store: Store): AuditHead | null {
  return newest(store).get() ?? null;
}

/** Compares the audit log with a head that was kept elsewhere: it continues it, ends before it, or is another log. */
export function compareAuditLog(store: Store, head: AuditHead): 'goesOn' | 'shorter' | 'other' {
  const here = lineAt(store, head.seq);
  if (!here) return 'shorter';
  return here.hash === head.hash ? 'goesOn' : 'other';
}

const before = lt(audit.seq, param('before'));
const ofAll = selectFrom(audit, { where: before, order: desc(audit.seq), limit: param('limit') });
// Lines of edits are found by their edits: an index of every line by its record would be written with each line.
const editsOfRecord = sql`SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.recordId} = ${param('id')} AND ${outbox.recordKind} = ${param('kind')}`;
const ofRecord = selectFrom(audit, {
  where: and(
    or(
      and(eq(audit.recordId, param('id')), eq(audit.recordKind, param('kind')), isNull(audit.editId)),
      inArray(audit.editId, sql`(${editsOfRecord})`),
    ),
    fixed(notInArray(audit.what, ['left', 'answered'])),
    before,
  ),
  order: desc(audit.seq),
  limit: param('limit'),
});
const ofEdit = selectFrom(audit, { where: eq(audit.editId, param('id')), order: audit.seq });
const inOrder = selectFrom(audit, { where: gt(audit.seq, param('seq')), order: audit.seq, limit: param('limit') });

/** The audit log of one record without its requests and answers (or of all, with null), newest first, before a place in the chain. */
export function auditOf(store: Store, ref: RecordRef | null, upTo: number | null, limit: number): AuditEntry[] {
  const query = ref ? ofRecord(store) : ofAll(store);
  return query.all({ ...ref, before: upTo ?? Number.MAX_SAFE_INTEGER, limit }).map(activityOf);
}

/** The audit log of one edit, oldest first. */
export function auditOfEdit(store: Store, editId: string): AuditEntry[] {
  return ofEdit(store).all({ id: editId }).map(activityOf);
}

function activityOf(row: AuditRow): AuditEntry {
  const { seq, at, what, editId, who } = row;
  const facts = objectIn(row.facts) ?? { unreadable: row.facts };
  const record = row.recordKind && row.recordId ? { kind: row.recordKind, id: row.recordId } : null;
  return { seq, at, what, editId, who, hash: row.hash, record, facts };
}

/** Before the first line. */
export const auditStart: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** The line with this number; null when it is not here. */
export const lineAt = (from: Opened, seq: number): AuditHead | null => atPlace(from).get({ seq }) ?? null;

/** The verified part of the chain. `brokenAt` is the first line whose hash does not follow from the one before, `atEnd` that there is no further one. */
export interface Followed {
  to: AuditHead;
  brokenAt: number | null;
  atEnd: boolean;
}

/** Follows the chain from a line on, by at most `limit` lines; `each` gets every line that fits. */
export function followAuditLog(
  store: Opened,
  from: AuditHead,
  limit = Number.MAX_SAFE_INTEGER,
  each: (line: AuditRow) => void = () => undefined,
): Followed {
  let to = from;
  let followed = 0;
  for (const row of inOrder(store).each({ seq: from.seq, limit })) {
    // A missing place means a missing line: sequences are never reused and a rollback gives its number back.
    const fits = row.seq === to.seq + 1 && hashOf(to.hash, row) === row.hash;
    if (!fits) return { to, brokenAt: row.seq, atEnd: false };
    to = { seq: row.seq, hash: row.hash };
    each(row);
    followed += 1;
  }
  return { to, brokenAt: null, atEnd: followed < limit };
}

/** Follows the whole chain. */
export function verifyAudit(store: Store): { whole: boolean; lines: number; brokenAt: number | null } {
  const { to, brokenAt } = followAuditLog(store, auditStart);
  return { whole: brokenAt === null, lines: to.seq, brokenAt };
}
