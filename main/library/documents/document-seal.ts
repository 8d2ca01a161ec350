import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';

/** The keys that encrypt documents and name their files. */
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

/** The chunk size between pauses: a document may be 50 MB, and the app must stay responsive. */
const TURN_BYTES = 64 * CHUNK_BYTES;

/** Lets others have their turn. */
export type Breathe = () => Promise<void>;

/** The SHA-256 of a document, in hex; a turn at a time. */
export async function sha256Of(bytes: Uint8Array, breathe: Breathe): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += TURN_BYTES) {
    if (from > 0) await breathe();
    hash.update(bytes.subarray(from, from + TURN_BYTES));
  }
  return hash.digest('hex');
}

/** Encrypts a document in chunks, each with its place and whether it is the last: none can be left out, moved or put in from another. */
export async function sealDocument({ key }: DocumentKeys, name: string, bytes: Uint8Array, breathe: Breathe): Promise<Uint8Array> {
  const salt = secretBytes(SALT_BYTES);
  const own = keyOf(key, salt);
  const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  const sealed = Buffer.alloc(mark.length + SALT_BYTES + bytes.length + chunks * TAG_BYTES);
  sealed.set(mark);
  sealed.set(salt, mark.length);
  let to = mark.length + SALT_BYTES;
  for (let at = 0; at < chunks; at++) {
    if (at > 0 && (at * CHUNK_BYTES) % TURN_BYTES === 0) await breathe();
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(at, at === chunks - 1));
    cipher.setAAD(Buffer.from(name));
    for (const part of [cipher.update(bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES)), cipher.final(), cipher.getAuthTag()]) {
      sealed.set(part, to);
      to += part.length;
    }
  }
  own.fill(0);
  return sealed;
}

/** The document again; null when a bit of it is another, or the key is. */
export async function openDocument({ key }: DocumentKeys, name: string, sealed: Uint8Array, breathe: Breathe): Promise<Uint8Array | null> {
  const start = mark.length + SALT_BYTES;
  if (sealed.length < start + TAG_BYTES || !mark.equals(sealed.subarray(0, mark.length))) return null;
  const own = keyOf(key, sealed.subarray(mark.length, start));
  const bytes = Buffer.alloc(sealed.length - start);
  let to = 0;
  try {
    for (let from = start, at = 0; from < sealed.length; at++) {
      if (at > 0 && (at * CHUNK_BYTES) % TURN_BYTES === 0) await breathe();
      const end = Math.min(from + CHUNK_BYTES + TAG_BYTES, sealed.length);
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(at, end === sealed.length), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(end - TAG_BYTES, end));
      for (const part of [decipher.update(sealed.subarray(from, end - TAG_BYTES)), decipher.final()]) {
        bytes.set(part, to);
        to += part.length;
      }
      from = end;
    }
    return bytes.subarray(0, to);
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
