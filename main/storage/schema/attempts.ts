import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { requestColumns } from './outbox.ts';

/**
 * Every request with every text. Here it is a view of `request` (0016) and only read; in a backup, and in files from before, it is the table. drizzle-kit does
 * not see this file.
 */
export const attempts = sqliteTable('attempts', {
  editId: text('edit_id').notNull(),
  ...requestColumns,
  bootId: text('boot_id').notNull(),
  url: text('url').notNull(),
  /** Hex SHA-256 of `body`. */
  sha256: text('sha256').notNull(),
  idempotencyKey: text('idempotency_key'),
  answerSha256: text('answer_sha256'),
});
