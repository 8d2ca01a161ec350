import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/**
 * Every line of the trail with every text, as its hash takes it in. Here it is a view of `audit_line` (0014) and only read; in an archive's file it is the
 * table. drizzle-kit does not see this file.
 */
export const audit = sqliteTable('audit', {
  seq: integer('seq').primaryKey(),
  at: integer('at').$type<EpochMs>().notNull(),
  what: text('what').notNull(),
  editId: text('edit_id'),
  recordKind: text('record_kind').$type<RecordKind>(),
  recordId: text('record_id'),
  facts: text('facts').notNull(),
  hash: text('hash').notNull(),
  version: integer('version').notNull().default(1),
  who: text('who'),
});
