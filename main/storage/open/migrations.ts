import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { World } from '#shared/world.ts';
import { execute, type Sqlite } from '#main/storage/driver.ts';

/** One step of the database's form: texts of SQL that run in order, in one transaction. A file is one text. */
export interface Migration {
  /** File name without its extension: `0001_outbox`. */
  tag: string;
  statements: string[];
}

/** Marks a file as Layover's own in SQLite's `application_id`: "LAYO". */
export const applicationId = 0x4c41594f;

/** Every migration, oldest first. Vite inlines the texts; plain Node and the tools read them beside this file. */
export const migrations: readonly Migration[] = loadMigrations();

function loadMigrations(): Migration[] {
  const texts = import.meta.env === undefined ? textsOnDisk() : bundledTexts();
  return [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, text]) => ({ tag: path.basename(file, '.sql'), statements: [text] }));
}

function bundledTexts(): [string, string][] {
  return Object.entries(import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true }));
}

function textsOnDisk(): [string, string][] {
  const folder = path.join(import.meta.dirname, 'migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
}

/** The schema version of a database: SQLite's `user_version`. */
export function versionOf(sql: Sqlite): number {
  return Number(sql.pragma('user_version', { simple: true }));
}

/**
 * Brings a database to the newest form, one transaction a migration, so that a crash at any statement leaves the form before or after it.
 * Passes `migrating <tag> <n>` before each text. Throws what SQLite throws; the caller has kept a copy.
 */
export function migrate(sql: Sqlite, world: World, steps: readonly Migration[] = migrations): void {
  for (const [index, step] of steps.entries()) {
    if (index < versionOf(sql)) continue;
    execute(sql, 'BEGIN IMMEDIATE');
    try {
      for (const [n, statement] of step.statements.entries()) {
        world.passing(`migrating ${step.tag} ${n}`);
        execute(sql, statement);
      }
      sql.pragma(`user_version = ${index + 1}`);
      sql.pragma(`application_id = ${applicationId}`);
      world.passing(`migrated ${step.tag}`);
      execute(sql, 'COMMIT');
    } catch (error) {
      if (sql.inTransaction) execute(sql, 'ROLLBACK');
      throw error;
    }
  }
}
