import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { objectIn, type JsonObject } from '#shared/json/json.ts';
import { renameHeld } from '#main/storage/rename-held.ts';

/** The object in a file of ours; null where there is none that can be read. */
export function readObject(file: string): JsonObject | null {
  return existsSync(file) ? objectIn(readFileSync(file, 'utf8')) : null;
}

/** Writes a file whole or not at all, through to the disk unless `flush` is false. Throws the disk's error. */
export function writeWhole(file: string, text: string, flush = true): void {
  writeFileSync(`${file}.unfinished`, text, { mode: 0o600, flush });
  renameHeld(`${file}.unfinished`, file);
}
