import { rmSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '#shared/json/json.ts';
import { readObject, writeWhole } from './json-file.ts';

/** Says beside an encrypted database how much in it is unsent, for when nothing opens it: numbers and a time, signed. */
const fileName = 'unsent.json';

export interface SignedText {
  text: string;
  signature: string;
}

/** Written whole or not at all; it may be seconds behind. Throws when the disk refuses. */
export function writeUnsentFile(folder: string, { text, signature }: SignedText): void {
  writeWhole(path.join(folder, fileName), `${stringifyJson({ text, signature })}\n`, false);
}

/** For when the database beside it is plain again. */
export function removeUnsentFile(folder: string): void {
  rmSync(path.join(folder, fileName), { force: true });
}

/** Null where there is none that can be read. */
export function readUnsentFile(folder: string): SignedText | null {
  const { text, signature } = readObject(path.join(folder, fileName)) ?? {};
  return typeof text === 'string' && typeof signature === 'string' ? { text, signature } : null;
}
