import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Every key of one account, derived from its data key: none of them tells another. */
export interface AccountKeys {
  readonly keyId: string;
  readonly database: Seal;
  readonly backups: Seal;
  readonly documents: { key: Uint8Array; names: Uint8Array };
  /** Authenticates the note of what is unsent, which is read when nothing opens. */
  readonly note: Uint8Array;
}

/** 256 random bits. */
export function newDataKey(): Uint8Array {
  return secretBytes(KEY_BYTES);
}

/** Which key this is: known to everybody who reads the file, and no help in finding the key. */
export function keyIdOf(dataKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'layover key id', 8)).toString('hex');
}

/** Derives an account's keys and erases the data key: the caller gives it up. */
export function deriveKeys(dataKey: Uint8Array): AccountKeys {
  const keyId = keyIdOf(dataKey);
  const of = (purpose: string) => new Uint8Array(hkdfSync('sha256', dataKey, '', `layover ${purpose}`, KEY_BYTES));
  const keys: AccountKeys = {
    keyId,
    database: { key: of('database'), keyId },
    backups: { key: of('backups'), keyId },
    documents: { key: of('documents'), names: of('document names') },
    note: of('note'),
  };
  dataKey.fill(0);
  return keys;
}

/** Overwrites an account's keys in memory, as far as the platform lets us. */
export function forgetKeys(keys: AccountKeys): void {
  for (const key of [keys.database.key, keys.backups.key, keys.documents.key, keys.documents.names, keys.note]) key.fill(0);
}

/** Encrypts a few bytes under a key that is used with `salt` only. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, about: string): { nonce: Uint8Array; sealed: Uint8Array } {
  const nonce = secretBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(about));
  return { nonce, sealed: Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]) };
}

/** The bytes again; null when the key, the bytes, or what they are about is another. */
export function openBytes(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, about: string): Uint8Array | null {
  if (nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    // Not a Buffer: a slice of one shares its memory, and keys are overwritten after use.
    return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]));
  } catch {
    return null;
  }
}
