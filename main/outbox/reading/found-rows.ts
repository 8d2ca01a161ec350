import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isSqliteError } from '#main/storage/driver.ts';
import { prepared, type Opened } from '#main/storage/prepared.ts';
import { attempts, type outbox } from '#main/storage/schema/outbox.ts';
import type { Attempt } from '#main/outbox/attempts.ts';

/** Null where the file is damaged; anything but SQLite's own error is a bug. */
export function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isSqliteError(error)) return null;
    throw error;
  }
}

/** A row by the names of the schema. Columns that this form does not have any more are left out. */
export function namedRow<Table extends typeof outbox | typeof attempts>(
  table: Table,
  found: Record<string, unknown>,
): Table['$inferSelect'] {
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table) as Record<string, SQLiteColumn>);
  return Object.fromEntries(columns.map(([name, column]) => [name, found[column.name]])) as Table['$inferSelect'];
}

const everyAttempt = prepared((db) => db.text(sql`SELECT * FROM ${attempts} ORDER BY ${attempts.editId}, ${attempts.n}`));

/** The requests of a file; null where they cannot be read. */
export const attemptsIn = (from: Opened): Attempt[] | null =>
  tried(() => everyAttempt(from).all())?.map((row) => namedRow(attempts, row)) ?? null;
