import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { secretBytes } from '#main/cache/database/secret-bytes.ts';

/** What documents are encrypted with, and what their files are named by. */
export interface DocumentKeys {
  key: Uint8Array;
  names: Uint8Array;
}

const mark = Buffer.from('LAYDOC\x01\0', 'latin1');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;

/** A sealed file's name: known documents cannot be looked for on a disk, as they can by their SHA-256. */
export function sealedName({ names }: DocumentKeys, sha256: string): string {
  return `${createHmac('sha256', names).update(sha256).digest('hex')}.sealed`;
}

/** Encrypts a document in chunks, each with its place and whether it is the last: none can be left out, moved or put in from another. */
export function sealDocument({ key }: DocumentKeys, name: string, bytes: Uint8Array): Uint8Array {
  const salt = secretBytes(SALT_BYTES);
  const own = keyOf(key, salt);
  const parts: Uint8Array[] = [mark, salt];
  const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  for (let at = 0; at < chunks; at++) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(at, at === chunks - 1));
    cipher.setAAD(Buffer.from(name));
    parts.push(cipher.update(bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES)), cipher.final(), cipher.getAuthTag());
  }
  own.fill(0);
  return Buffer.concat(parts);
}

/** The document again; null when a bit of it is another, or the key is. */
export function openDocument({ key }: DocumentKeys, name: string, sealed: Uint8Array): Uint8Array | null {
  const start = mark.length + SALT_BYTES;
  if (sealed.length < start + TAG_BYTES || !mark.equals(sealed.subarray(0, mark.length))) return null;
  const own = keyOf(key, sealed.subarray(mark.length, start));
  const parts: Uint8Array[] = [];
  try {
    for (let from = start, at = 0; from < sealed.length; at++) {
      const end = Math.min(from + CHUNK_BYTES + TAG_BYTES, sealed.length);
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(at, end === sealed.length), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(end - TAG_BYTES, end));
      parts.push(decipher.update(sealed.subarray(from, end - TAG_BYTES)), decipher.final());
      from = end;
    }
    return Buffer.concat(parts);
  } catch {
    return null;
  } finally {
    own.fill(0);
  }
}

function keyOf(key: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, 'layover document', 32));
}

/** The key is this file's own, so a chunk's place is all that has to differ. */
function nonceOf(at: number, last: boolean): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(at);
  nonce[4] = last ? 1 : 0;
  return nonce;
}
