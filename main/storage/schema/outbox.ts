import { sql, type SQL } from 'drizzle-orm';
import { integer, primaryKey, real, sqliteTable, text, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { closedStates, type EditState, type RepeatClass } from '#shared/edit.ts';
import type { EditPriority, ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs, MonotonicMs } from '#shared/world.ts';
import { bytes, flag } from './column-types.ts';

const closed = sql.raw(closedStates.map((state) => `'${state}'`).join(', '));

/**
 * Every intention of a user, in the order of recording. A row is never deleted, and its body never changes: what a user typed survives
 * everything. What SQLite alone needs (STRICT, indexes, references, CHECKs, triggers) is in the migration. JSON columns are text here: parsing
 * is left to who needs it (`bodyOf`, `baseOf`, `reasonOf`).
 */
export const outbox = sqliteTable('outbox', {
  seq: integer('seq').primaryKey(),
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  recordKind: text('record_kind').$type<RecordKind>().notNull(),
  recordId: text('record_id').notNull(),
  state: text('state').$type<EditState>().notNull(),
  repeat: text('repeat_class').$type<RepeatClass>().notNull(),
  /** Payments travel alone, one at a time. */
  priority: text('priority').$type<EditPriority>().notNull(),
  review: text('review').$type<ReviewNeed>().notNull(),
  touchesBank: integer('touches_bank').$type<0 | 1>().notNull(),
  body: text('body').notNull(),
  /** Text of the service's record as the user saw it, moved along only where that changes nothing for the user; null for a stub. */
  base: text('base'),
  format: integer('format').notNull(),
  reason: text('reason'),
  /** Requests that may have left. */
  attempts: integer('attempts').notNull().default(0),
  /** Number of its newest request, those that provably never left included. */
  lastAttempt: integer('last_attempt').notNull().default(0),
  /** 1 while a request may have been carried out and nobody knows yet. */
  maybeSent: integer('maybe_sent').$type<0 | 1>().notNull().default(0),
  sendingBoot: text('sending_boot'),
  waitBoot: text('wait_boot'),
  waitUntil: real('wait_until').$type<MonotonicMs>(),
  waitMs: real('wait_ms'),
  heldFrom: text('held_from').$type<EditState>(),
  owner: text('owner').notNull(),
  batchId: text('batch_id'),
  supersedes: text('supersedes'),
  recordedAt: integer('recorded_at').$type<EpochMs>().notNull(),
  approvedAt: integer('approved_at').$type<EpochMs>(),
  approvedBy: text('approved_by'),
  settledBy: text('settled_by'),
  changedAt: integer('changed_at').$type<EpochMs>().notNull(),
  /**
   * Its place among the edits of its record: its `seq` (by a trigger, when it is left out), unless it took another edit's place, or came
   * back after a later one had left.
   */
  place: real('place')
    .notNull()
    .$defaultFn(() => null as never),
  /** The owner as whom a user let it go on, when that is not the one who recorded it. */
  takenOver: text('taken_over'),
});

/** The condition of an open edit, word for word as in the partial indexes: only then does SQLite use them. */
export const isOpen = (table: { state: SQLiteColumn }): SQL => sql`${table.state} NOT IN (${closed})`;

/** One row for each request that may have left, written with the claim and before the first byte; `outcome` is written once. */
export const attempts = sqliteTable(
  'attempts',
  {
    editId: text('edit_id').notNull(),
    n: integer('n').notNull(),
    bootId: text('boot_id').notNull(),
    sentAt: integer('sent_at').$type<EpochMs>().notNull(),
    sentMonotonic: real('sent_monotonic').$type<MonotonicMs>().notNull(),
    method: text('method').notNull(),
    url: text('url').notNull(),
    body: bytes('body').notNull(),
    /** Hex SHA-256 of `body`. */
    sha256: text('sha256').notNull(),
    ifMatch: text('if_match'),
    idempotencyKey: text('idempotency_key'),
    /** Version of the record that the request was built on, where there is one. */
    baseVersion: text('base_version'),
    /** Null while nobody knows. */
    outcome: text('outcome'),
    status: integer('status'),
    afterMs: real('after_ms'),
    endedAt: integer('ended_at').$type<EpochMs>(),
  },
  (table) => [primaryKey({ columns: [table.editId, table.n] })],
);

/**
 * Answers as they came, byte for byte, our own secret masked; written with the attempt's outcome. The audit log has their hashes and headers. Apart
 * from the attempts, and without an index: the app itself never reads them.
 */
export const answers = sqliteTable('answers', {
  editId: text('edit_id').notNull(),
  n: integer('n').notNull(),
  body: bytes('body').notNull(),
});

/** The edits approved together, and the fingerprint of the content that the user saw. */
export const batches = sqliteTable('batches', {
  id: text('id').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  edits: integer('edits').notNull(),
  secondConfirmation: flag('second_confirmation').notNull(),
  approvedBy: text('approved_by').notNull(),
  approvedAt: integer('approved_at').$type<EpochMs>().notNull(),
});

/** Facts of the engine itself, one row: the number of claims ever made from here (law 12). */
export const engineFacts = sqliteTable('engine_facts', {
  one: integer('one').primaryKey(),
  creatingIntents: integer('creating_intents').notNull(),
  /** The newest audit line when this database was last found to be older than what was sent, and everything open was held. */
  restoredAtLine: integer('restored_at_line').notNull().default(0),
});
