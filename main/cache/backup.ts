import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';

/** Keeps a whole copy of the database before its form changes; answers the copy's path. Throws when the disk refuses: then nothing migrates. */
export function copyBeforeMigration(sql: Database.Database, file: string, version: number, folder = path.dirname(file)): string {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(file)}.before-${version}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  sql.prepare('VACUUM INTO ?').run(unfinished);
  renameSync(unfinished, target);
  return target;
}
