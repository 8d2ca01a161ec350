import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { anything } from './column-types.ts';

/** The audit log: append-only (by triggers), each line's hash takes in the line before. */
export const audit = sqliteTable(
  'audit',
  {
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
  },
  (table) => [
    index('audit_by_record')
      .on(table.recordId, table.seq)
      .where(sql`${table.recordId} IS NOT NULL`),
    index('audit_by_edit')
      .on(table.editId)
      .where(sql`${table.editId} IS NOT NULL`),
  ],
);

/** Texts that many rows say, once. */
export const phrase = sqliteTable('phrase', { id: integer('id').primaryKey(), text: text('text').notNull() }, (table) => [
  uniqueIndex('phrase_by_text').on(table.text),
]);

/** One sync: when it ran and its verdict counts. */
export const report = sqliteTable(
  'report',
  {
    id: text('id').primaryKey(),
    startedAt: integer('started_at').$type<EpochMs>().notNull(),
    endedAt: integer('ended_at').$type<EpochMs>(),
    seq: integer('seq').notNull(),
  },
  (table) => [uniqueIndex('report_by_seq').on(table.seq)],
);

/** What a line of a report says by the same name here and in `report_line` (trail-lines.ts). */
export const verdictColumns = {
  position: integer('position').notNull(),
  verdict: text('verdict').notNull(),
  at: integer('at').$type<EpochMs>().notNull(),
};

/** One edit's verdict in one sync. Clustered by its key (WITHOUT ROWID, in the migration by hand). */
export const reportEntry = sqliteTable(
  'report_entry',
  {
    /** `report.seq` */
    report: integer('report')
      .notNull()
      .references(() => report.seq, { onDelete: 'cascade' }),
    ...verdictColumns,
    /** Its id: the 16 bytes of a UUID, or a text that is none. */
    edit: anything('edit').notNull(),
    /** 32 bytes, or a text that is none of them. */
    sha256: anything('sha256'),
    /** `phrase.id` */
    approvedBy: integer('approved_by'),
    /** `phrase.id` */
    settledBy: integer('settled_by'),
  },
  (table) => [primaryKey({ columns: [table.report, table.position] })],
);
