import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { renameHeld } from '#main/cache/database/rename-held.ts';

/** Documents by their content: a file's name is the SHA-256 of its bytes and nothing else, so no name can lead out of the folder. */
export interface DocumentFiles {
  /** Writes the bytes durably (to disk, then to their name); answers their hash. Throws what the disk throws. */
  put(bytes: Uint8Array): string;
  /** The bytes, or null when they are not here or no longer what their name says. */
  get(sha256: string): Uint8Array | null;
  remove(sha256: string): void;
  /** Removes every file that is not in `kept`, half-written ones included. */
  sweep(kept: ReadonlySet<string>): void;
}

const hash = /^[0-9a-f]{64}$/;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Opens (or makes) a folder of documents. */
export function documentFiles(folder: string): DocumentFiles {
  const fileOf = (sha256: string): string => {
    if (!hash.test(sha256)) throw new Error('a document is named by its hash');
    return path.join(folder, sha256);
  };
  return {
    put: (bytes) => {
      const sha256 = sha256Of(bytes);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!existsSync(fileOf(sha256))) writeWhole(fileOf(sha256), bytes);
      return sha256;
    },
    get: (sha256) => {
      if (!existsSync(fileOf(sha256))) return null;
      const bytes = readFileSync(fileOf(sha256));
      return sha256Of(bytes) === sha256 ? bytes : null;
    },
    remove: (sha256) => rmSync(fileOf(sha256), { force: true }),
    sweep: (kept) => {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        const ours = hash.test(name) || name.endsWith('.unfinished');
        if (ours && !kept.has(name)) rmSync(path.join(folder, name), { force: true });
      }
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
