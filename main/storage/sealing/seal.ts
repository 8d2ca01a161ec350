import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** The key of an encrypted file. */
export interface Seal {
  /** 32 random bytes, or derived from such. */
  key: Uint8Array;
  /** Which key this is: 16 hexadecimal digits that are in the file's first bytes and tell nothing of the key. */
  keyId: string;
}

/** The type of a file by its first 16 bytes; `other` is neither a plain nor a sealed database. A cipher that is not known is a newer version's. */
export type Form = { kind: 'absent' | 'empty' | 'plain' | 'other' } | { kind: 'sealed'; keyId: string; knowsCipher: boolean };

const HEADER_BYTES = 16;
const plainHeader = 'SQLite format 3\0';
/** The header of an encrypted file: this, a byte for its cipher, and the key's id. SQLite keeps them as the salt of its cipher. */
const mark = Buffer.from('LAYOVER', 'latin1');
/** AEGIS-256. */
const cipherByte = 2;

/** Looks at a file before SQLite does. Throws the system's error when it cannot be read. */
export function formOf(file: string): Form {
  if (!existsSync(file)) return { kind: 'absent' };
  const bytes = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, bytes, 0, HEADER_BYTES, 0) === 0) return { kind: 'empty' };
  } finally {
    closeSync(descriptor);
  }
  if (bytes.toString('latin1') === plainHeader) return { kind: 'plain' };
  if (!bytes.subarray(0, mark.length).equals(mark)) return { kind: 'other' };
  return { kind: 'sealed', keyId: bytes.subarray(mark.length + 1).toString('hex'), knowsCipher: bytes[mark.length] === cipherByte };
}

/** The key as the cipher takes it: raw, so that nothing has to be derived at each opening, and with the salt that marks the file. */
export function keyText({ key, keyId }: Seal): string {
  const salt = Buffer.concat([mark, Buffer.of(cipherByte)]).toString('hex');
  return `raw:${Buffer.from(key).toString('hex')}${salt}${keyId}`;
}
