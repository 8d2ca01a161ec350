import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// The word indexes: virtual tables of FTS5, made by hand in the migrations; drizzle-kit does not see this file. They keep no text, so
// `words` can be written and matched, never read.

/** By `record.row`. */
export const recordWords = sqliteTable('record_words', { rowid: integer('rowid').primaryKey(), words: text('words') });

/** By `outbox.seq`. Filled behind the recording of edits, which must stay fast: see edit-words.ts. */
export const editWords = sqliteTable('edit_words', { rowid: integer('rowid').primaryKey(), words: text('words') });
