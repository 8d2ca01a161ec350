import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renameHeld } from '#main/storage/rename-held.ts';
import { isJsonObject, parseJson, stringifyJson } from '#shared/json/json.ts';

/** Says beside an encrypted database how much in it is unsent, for when nothing opens it: numbers and a time, signed. */
const fileName = 'unsent.json';

export interface SignedText {
  text: string;
  signature: string;
}

/** Written whole or not at all; it may be seconds behind. Throws when the disk refuses. */
export function writeUnsentFile(folder: string, { text, signature }: SignedText): void {
  const file = path.join(folder, fileName);
  writeFileSync(`${file}.unfinished`, `${stringifyJson({ text, signature })}\n`, { mode: 0o600 });
  renameHeld(`${file}.unfinished`, file);
}

/** For when the database beside it is plain again. */
export function removeUnsentFile(folder: string): void {
  rmSync(path.join(folder, fileName), { force: true });
}

/** Null where there is none that can be read. */
export function readUnsentFile(folder: string): SignedText | null {
  const file = path.join(folder, fileName);
  const parsed = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  if (!parsed?.ok || !isJsonObject(parsed.value)) return null;
  const { text, signature } = parsed.value;
  return typeof text === 'string' && typeof signature === 'string' ? { text, signature } : null;
}
