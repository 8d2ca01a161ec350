import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { renameHeld } from '#main/cache/database/rename-held.ts';
import { openDocument, sealDocument, sealedName, type DocumentKeys } from './document-seal.ts';

/**
 * Documents by their content: plain ones are named by the SHA-256 of their bytes, sealed ones by a keyed hash of that, so no name can lead out
 * of the folder. While an account is being encrypted, or is made plain again, both forms lie side by side and both are read.
 */
export interface DocumentFiles {
  /** Writes the bytes durably (to disk, then to their name, which is their hash). Throws what the disk throws. */
  put(sha256: string, bytes: Uint8Array): void;
  /** The bytes, or null when they are not here or no longer what their name says. */
  get(sha256: string): Uint8Array | null;
  remove(sha256: string): void;
  /** What is put from now on is in this form. */
  writeIn(keys: DocumentKeys | null): void;
  /** Writes a document that is here in the other form too; true when it was here. */
  putAs(sha256: string, keys: DocumentKeys | null): boolean;
  /** Removes every file that is not in `kept`, and every one that is not in today's form, half-written ones included. */
  sweep(kept: ReadonlySet<string>): void;
}

const hash = /^[0-9a-f]{64}$/;
const ours = /^[0-9a-f]{64}(?:\.sealed)?(?:\.unfinished)?$/;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Opens (or makes) a folder of documents; they are sealed where `keys` are given. */
export function documentFiles(folder: string, keys: DocumentKeys | null = null): DocumentFiles {
  let form = keys;
  const nameOf = (sha256: string, by: DocumentKeys | null): string => {
    if (!hash.test(sha256)) throw new Error('a document is named by its hash');
    return by ? sealedName(by, sha256) : sha256;
  };
  const write = (sha256: string, bytes: Uint8Array, by: DocumentKeys | null) => {
    const name = nameOf(sha256, by);
    const file = path.join(folder, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeWhole(file, by ? sealDocument(by, name, bytes) : bytes);
  };
  const read = (sha256: string, by: DocumentKeys | null): Uint8Array | null => {
    const name = nameOf(sha256, by);
    const file = path.join(folder, name);
    if (!existsSync(file)) return null;
    const bytes = by ? openDocument(by, name, readFileSync(file)) : readFileSync(file);
    return bytes && sha256Of(bytes) === sha256 ? bytes : null;
  };
  const get = (sha256: string) => (keys ? read(sha256, keys) : null) ?? read(sha256, null);
  return {
    put: (sha256, bytes) => {
      write(sha256, bytes, form);
    },
    get,
    remove: (sha256) => {
      for (const by of keys ? [keys, null] : [null]) rmSync(path.join(folder, nameOf(sha256, by)), { force: true });
    },
    writeIn: (by) => void (form = by),
    putAs: (sha256, by) => {
      const bytes = get(sha256);
      if (bytes) write(sha256, bytes, by);
      return bytes !== null;
    },
    sweep: (kept) => {
      if (!existsSync(folder)) return;
      const names = new Set([...kept].map((sha256) => nameOf(sha256, keys)));
      for (const name of readdirSync(folder)) if (ours.test(name) && !names.has(name)) rmSync(path.join(folder, name), { force: true });
    },
  };
}

function writeWhole(file: string, bytes: Uint8Array): void {
  const unfinished = `${file}.unfinished`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameHeld(unfinished, file);
}
