import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { EpochMs } from '#shared/world.ts';
import { isOpenSql } from '#main/cache/outbox/transitions.ts';
import type { Store } from './store.ts';

/** Keeps a whole copy of the database before its form changes; answers the copy's path. Throws when the disk refuses: then nothing migrates. */
export function copyBeforeMigration(sql: Database.Database, file: string, version: number, folder = path.dirname(file)): string {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(file)}.before-${version}`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  sql.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, target);
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

/**
 * Writes the open edits, their attempts and the counter of creating requests to a file of their own, and keeps the newest `keep` files.
 * Answers null when nothing happened since the newest one. Throws when the disk refuses; the outbox itself is not touched.
 */
export function backupOutbox(store: Store, folder: string, keep = 10): Backup | null {
  const before = foundBackups(folder);
  const auditSeq = store.prepared<{ seq: number }>(`SELECT ifnull(max(seq), 0) AS seq FROM audit`).get()?.seq ?? 0;
  if (before[0]?.auditSeq === auditSeq) return null;
  mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, 'outbox.unfinished');
  rmSync(unfinished, { force: true });
  const edits = writeOpenEdits(store, unfinished);
  const at = store.world.now();
  const id = `outbox-${(before[0]?.n ?? 0) + 1}-${auditSeq}-${at}-${edits}.backup`;
  renameSync(unfinished, path.join(folder, id));
  for (const old of before.slice(Math.max(0, keep - 1))) rmSync(path.join(folder, old.id), { force: true });
  return { id, at, edits };
}

function writeOpenEdits(store: Store, file: string): number {
  const { sql } = store;
  sql.prepare(`ATTACH ? AS copy`).run(file);
  try {
    sql.exec(`
      BEGIN;
      CREATE TABLE copy.outbox AS SELECT * FROM main.outbox WHERE ${isOpenSql} ORDER BY seq;
      CREATE TABLE copy.attempts AS SELECT * FROM main.attempts WHERE edit_id IN (SELECT id FROM copy.outbox);
      CREATE TABLE copy.engine_facts AS SELECT * FROM main.engine_facts;
      COMMIT;`);
    return Number(sql.prepare<[], number>(`SELECT count(*) FROM copy.outbox`).pluck().get() ?? 0);
  } finally {
    if (sql.inTransaction) sql.exec('ROLLBACK');
    sql.exec(`DETACH copy`);
  }
}
