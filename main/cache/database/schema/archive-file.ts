import { primaryKey, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { bytes } from './column-types.ts';

// The tables of an archive's file, beside `audit` in its own form; made by hand (archive/archive-file.ts), drizzle-kit does not see this file.
// Rows are JSON by the schema's names: an archive is read by every later version, whatever columns that one has.

/** A closed edit, with every text that it had: nothing in it points into another file. */
export const archivedEdit = sqliteTable('archived_edit', {
  id: text('id').primaryKey(),
  recordId: text('record_id').notNull(),
  row: text('row').notNull(),
});

/** A request of an archived edit; what was sent and what came back, byte for byte. */
export const archivedAttempt = sqliteTable(
  'archived_attempt',
  {
    editId: text('edit_id').notNull(),
    n: integer('n').notNull(),
    row: text('row').notNull(),
    body: bytes('body').notNull(),
    answer: bytes('answer'),
  },
  (table) => [primaryKey({ columns: [table.editId, table.n] })],
);
