import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** What a sealed file is encrypted with. */
export interface Seal {
  /** 32 random bytes, or derived from such. */
  key: Uint8Array;
  /** Which key this is: 16 hexadecimal digits that stand in the file's first bytes and tell nothing of the key. */
  keyId: string;
}

/** What a file is by its first 16 bytes; `other` is neither a plain nor a sealed database. */
export type Form = { kind: 'absent' | 'empty' | 'plain' | 'other' } | { kind: 'sealed'; keyId: string };

const HEADER_BYTES = 16;
const plainHeader = 'SQLite format 3\0';
/** The first half of a sealed file's header; the other half is the key's id. SQLite keeps both as the salt of its cipher. */
const mark = Buffer.from('LAYOVER\x01', 'latin1');

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
  return bytes.subarray(0, mark.length).equals(mark)
    ? { kind: 'sealed', keyId: bytes.subarray(mark.length).toString('hex') }
    : { kind: 'other' };
}

/** The key as the cipher takes it: raw, so that nothing has to be derived at each opening, and with the salt that marks the file. */
export function keyText({ key, keyId }: Seal): string {
  return `raw:${Buffer.from(key).toString('hex')}${mark.toString('hex')}${keyId}`;
}
