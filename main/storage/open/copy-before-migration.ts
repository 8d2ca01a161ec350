import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql as text } from 'drizzle-orm';
import type { Sqlite } from '#main/storage/driver.ts';
import { param, runOnce } from '#main/storage/prepared.ts';
import { renameHeld } from '#main/storage/rename-held.ts';

/** Keeps a whole copy of the database before its form changes; answers the copy's path. Throws when the disk refuses: then nothing migrates. */
export function copyBeforeMigration(sql: Sqlite, file: string, version: number, folder = path.dirname(file)): string {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(file)}.before-${version}`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  runOnce({ sql }, text`VACUUM INTO ${param('file')}`, { file: unfinished });
  renameHeld(unfinished, target);
  return target;
}
