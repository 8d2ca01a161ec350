import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { count, max, sql as text } from 'drizzle-orm';
import type { EpochMs } from '#shared/world.ts';
import { execute, type Sqlite } from './driver.ts';
import { given, kept, runOnce } from './kept.ts';
import { attempts, engineFacts, isOpen, outbox } from './schema/outbox.ts';
import { audit } from './schema/trail.ts';
import type { Store } from './store.ts';
import { renameHeld } from './rename-held.ts';

/** Keeps a whole copy of the database before its form changes; answers the copy's path. Throws when the disk refuses: then nothing migrates. */
export function copyBeforeMigration(sql: Sqlite, file: string, version: number, folder = path.dirname(file)): string {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(file)}.before-${version}`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  runOnce({ sql }, text`VACUUM INTO ${given('file')}`, { file: unfinished });
  renameHeld(unfinished, target);
  return target;
}

/** One backup of the open edits. `id` is its file name. */
export interface Backup {
  id: string;
  at: EpochMs;
  edits: number;
}

const backupName = /^outbox-(\d+)-(\d+)-(\d+)-(\d+)\.backup$/;

interface FoundBackup extends Backup {
  n: number;
  auditSeq: number;
}

function foundBackups(folder: string): FoundBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((id) => ({ id, parts: backupName.exec(id) }))
    .flatMap(({ id, parts }) =>
      parts ? [{ id, n: Number(parts[1]), auditSeq: Number(parts[2]), at: Number(parts[3]), edits: Number(parts[4]) }] : [],
    )
    .sort((a, b) => b.n - a.n);
}

/** The backups in a folder, newest first. */
export function listBackups(folder: string): Backup[] {
  return foundBackups(folder).map(({ id, at, edits }) => ({ id, at, edits }));
}

const lastLine = kept((db) => db.select({ seq: max(audit.seq) }).from(audit));

/**
 * Writes the open edits, their attempts and the counter of creating requests to a file of their own, and keeps the newest `keep` files.
 * Answers null when nothing happened since the newest one. Throws when the disk refuses; the outbox itself is not touched.
 */
export function backupOutbox(store: Store, folder: string, keep = 10): Backup | null {
  const before = foundBackups(folder);
  const auditSeq = lastLine(store).get()?.seq ?? 0;
  if (before[0]?.auditSeq === auditSeq) return null;
  mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, 'outbox.unfinished');
  rmSync(unfinished, { force: true });
  const edits = writeOpenEdits(store, unfinished);
  const at = store.world.now();
  const id = `outbox-${(before[0]?.n ?? 0) + 1}-${auditSeq}-${at}-${edits}.backup`;
  renameHeld(unfinished, path.join(folder, id));
  for (const old of before.slice(Math.max(0, keep - 1))) rmSync(path.join(folder, old.id), { force: true });
  return { id, at, edits };
}

const openCount = kept((db) => db.select({ n: count() }).from(outbox).where(isOpen(outbox)));

function writeOpenEdits(store: Store, file: string): number {
  const { sql } = store;
  runOnce(store, text`ATTACH ${given('file')} AS copy`, { file });
  try {
    execute(sql, 'BEGIN');
    runOnce(store, text`CREATE TABLE copy.${outbox} AS SELECT * FROM main.${outbox} WHERE ${isOpen(outbox)} ORDER BY ${outbox.seq}`);
    const edits = text`SELECT ${outbox.id} FROM copy.${outbox}`;
    runOnce(store, text`CREATE TABLE copy.${attempts} AS SELECT * FROM main.${attempts} WHERE ${attempts.editId} IN (${edits})`);
    runOnce(store, text`CREATE TABLE copy.${engineFacts} AS SELECT * FROM main.${engineFacts}`);
    execute(sql, 'COMMIT');
    return openCount(store).get()?.n ?? 0;
  } finally {
    if (sql.inTransaction) execute(sql, 'ROLLBACK');
    execute(sql, 'DETACH copy');
  }
}
