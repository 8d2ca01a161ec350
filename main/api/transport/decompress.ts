import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

type Method = (bytes: InputType, options: ZlibOptions, done: (error: Error | null, plain: Uint8Array) => void) => void;

const methods = new Map<string, Method>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
]);

export type Decompressed = { ok: true; bytes: Uint8Array } | { ok: false; why: 'tooLarge' | 'malformed' | 'truncated' };

/** Undoes one `Content-Encoding`; stops at `limit` bytes, so that a small body cannot fill the memory. */
export function decompress(bytes: Uint8Array, encoding: string, limit: number): Promise<Decompressed> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') {
    return Promise.resolve(bytes.byteLength > limit ? { ok: false, why: 'tooLarge' } : { ok: true, bytes });
  }
  const method = methods.get(name);
  if (!method) return Promise.resolve({ ok: false, why: 'malformed' });
  return new Promise((resolve) => {
    method(bytes, { maxOutputLength: limit }, (error, plain) => {
      resolve(error ? { ok: false, why: whyNot(error) } : { ok: true, bytes: plain });
    });
  });
}

function whyNot(error: Error & { code?: string }): 'tooLarge' | 'malformed' | 'truncated' {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return 'tooLarge';
  return error.code === 'Z_BUF_ERROR' ? 'truncated' : 'malformed';
}
