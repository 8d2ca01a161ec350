import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errorCode } from '#main/api/wire-error.ts';

const methods = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

export type Decompressed = { ok: true; bytes: Uint8Array } | { ok: false; why: 'tooLarge' | 'malformed' | 'truncated' };

/** Undoes one `Content-Encoding`; stops at `limit` bytes, so that a small body cannot fill the memory. */
export async function decompress(bytes: Uint8Array, encoding: string, limit: number): Promise<Decompressed> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes.byteLength > limit ? { ok: false, why: 'tooLarge' } : { ok: true, bytes };
  const method = methods.get(name);
  if (!method) return { ok: false, why: 'malformed' };
  try {
    return { ok: true, bytes: await method(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    return { ok: false, why: whyNot(errorCode(error)) };
  }
}

function whyNot(code: string): 'tooLarge' | 'malformed' | 'truncated' {
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'tooLarge';
  return code === 'Z_BUF_ERROR' ? 'truncated' : 'malformed';
}
