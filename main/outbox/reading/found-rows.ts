import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isSqliteError } from '#main/storage/driver.ts';
import { kept, type Opened } from '#main/storage/kept.ts';
import { attempts } from '#main/storage/schema/attempts.ts';
import { request, type outbox } from '#main/storage/schema/outbox.ts';
import { phrase } from '#main/storage/schema/trail.ts';
import type { Attempt } from '#main/outbox/attempts.ts';
import { fullRequest } from '#main/outbox/lean-request.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';

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
export function namedRow<Table extends typeof outbox | typeof attempts | typeof request>(
  table: Table,
  found: Record<string, unknown>,
): Table['$inferSelect'] {
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table) as Record<string, SQLiteColumn>);
  return Object.fromEntries(columns.map(([name, column]) => [name, found[column.name]])) as Table['$inferSelect'];
}

const everyAttempt = kept((db) => db.text(sql`SELECT * FROM ${attempts} ORDER BY ${attempts.editId}, ${attempts.n}`));
const everyRequest = kept((db) => db.text(sql`SELECT * FROM ${request} ORDER BY ${request.edit}, ${request.n}`));
const phrases = kept((db) => db.select().from(phrase));

/** The requests of a file; null where they cannot be read. Where what they have in common with others cannot, those of `edits`, with what is lost empty. */
export function attemptsIn(from: Opened, edits: readonly OutboxRow[]): Attempt[] | null {
  const told = tried(() => everyAttempt(from).all());
  return told?.map((row) => namedRow(attempts, row)) ?? tried(() => everyRequest(from).all().flatMap(toldBy(from, edits)));
}

function toldBy(from: Opened, edits: readonly OutboxRow[]): (row: Record<string, unknown>) => Attempt[] {
  const texts = new Map(tried(() => phrases(from).all())?.map(({ id, text }) => [id, text]));
  const bySeq = new Map(edits.map((edit) => [edit.seq, edit]));
  return (row) => {
    const lean = namedRow(request, row);
    const edit = bySeq.get(lean.edit);
    return edit ? [fullRequest(lean, edit, texts)] : [];
  };
}
