import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '#main/storage/driver.ts';
import { renameHeld } from '#main/storage/rename-held.ts';
import { openDocument, sealDocument, sealedName, sha256Of, type Breathe, type DocumentKeys } from './document-seal.ts';

export type DocumentFiles = ReturnType<typeof documentFiles>;

const ours = /^[0-9a-f]{64}(?:\.sealed)?(?:\.unfinished)?$/;
const unfinishedOf = (name: string): string => `${name}.unfinished`;

/**
 * Opens (or makes) a folder of documents by their content; they are sealed where `keys` are given. Plain ones are named by the SHA-256 of their
 * bytes, sealed ones by a keyed hash of that, so no name can lead out of the folder. While an account is being encrypted, or is made plain again,
 * both forms lie side by side and both are read. A large document is worked at a turn at a time, and the disk is waited for by nobody else.
 */
export function documentFiles(folder: string, breathe: Breathe, keys: DocumentKeys | null = null) {
  let form = keys;
  const underWay = new Map<string, Promise<void>>();
  const nameOf = (sha256: string, by: DocumentKeys | null): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a document is named by its hash');
    return by ? sealedName(by, sha256) : sha256;
  };
  const writeOne = async (name: string, bytes: Uint8Array, by: DocumentKeys | null) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await writeWhole(path.join(folder, name), by ? await sealDocument(by, name, bytes, breathe) : bytes);
  };
  /** Until the file stands: it may be under way for another record, or be taken away between. */
  const write = async (sha256: string, bytes: Uint8Array, by: DocumentKeys | null) => {
    const name = nameOf(sha256, by);
    while (!existsSync(path.join(folder, name))) {
      const writing = underWay.get(name) ?? writeOne(name, bytes, by).finally(() => underWay.delete(name));
      underWay.set(name, writing);
      await writing;
    }
  };
  const read = async (sha256: string, by: DocumentKeys | null): Promise<Uint8Array | null> => {
    const name = nameOf(sha256, by);
    const found = await readIfHere(path.join(folder, name));
    const bytes = found && by ? await openDocument(by, name, found, breathe) : found;
    return bytes && (await sha256Of(bytes, breathe)) === sha256 ? bytes : null;
  };
  /** The bytes, or null when they are not here or no longer what their name says. */
  const get = async (sha256: string): Promise<Uint8Array | null> => (keys ? await read(sha256, keys) : null) ?? (await read(sha256, null));
  return {
    /** Writes the bytes durably (to disk, then to their name, which is their hash). Throws what the disk throws. */
    put: (sha256: string, bytes: Uint8Array): Promise<void> => write(sha256, bytes, form),
    get,
    remove: (sha256: string): void => {
      for (const by of keys ? [keys, null] : [null]) rmSync(path.join(folder, nameOf(sha256, by)), { force: true });
    },
    /** New files are written in this form. */
    writeIn: (by: DocumentKeys | null): void => void (form = by),
    /** Writes a document that is here in the other form too; true when it was here. */
    putAs: async (sha256: string, by: DocumentKeys | null): Promise<boolean> => {
      const bytes = await get(sha256);
      if (bytes) await write(sha256, bytes, by);
      return bytes !== null;
    },
    /** Removes every file that is not in `kept`, and every one that is not in today's form, half-written ones that nobody writes included. */
    sweep: (kept: ReadonlySet<string>): void => {
      if (!existsSync(folder)) return;
      const names = new Set([...[...kept].map((sha256) => nameOf(sha256, keys)), ...[...underWay.keys()].map(unfinishedOf)]);
      for (const name of readdirSync(folder)) if (ours.test(name) && !names.has(name)) rmSync(path.join(folder, name), { force: true });
    },
  };
}

async function readIfHere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = unfinishedOf(file);
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameHeld(unfinished, file);
}
