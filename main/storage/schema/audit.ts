import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/** The audit log: append-only (by triggers), each line's hash takes in the line before. */
export const audit = sqliteTable('audit', {
  seq: integer('seq').primaryKey(),
  at: integer('at').$type<EpochMs>().notNull(),
  what: text('what').notNull(),
  editId: text('edit_id'),
  recordKind: text('record_kind').$type<RecordKind>(),
  recordId: text('record_id'),
  /** JSON, never a secret. */
  facts: text('facts').notNull(),
  hash: text('hash').notNull(),
  /** The form of what the hash takes in. */
  version: integer('version').notNull(),
  who: text('who').notNull(),
});

/** One sync: when it ran and its verdict counts. */
export const report = sqliteTable('report', {
  id: text('id').primaryKey(),
  startedAt: integer('started_at').$type<EpochMs>().notNull(),
  endedAt: integer('ended_at').$type<EpochMs>(),
  seq: integer('seq').notNull(),
});

/** One edit's verdict in one sync. Clustered by its key (WITHOUT ROWID, in the schema by hand). */
export const reportLine = sqliteTable(
  'report_line',
  {
    reportId: text('report_id').notNull(),
    position: integer('position').notNull(),
    editId: text('edit_id').notNull(),
    verdict: text('verdict').notNull(),
    at: integer('at').$type<EpochMs>().notNull(),
    sha256: text('sha256'),
    approvedBy: text('approved_by'),
    settledBy: text('settled_by'),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.position] })],
);
