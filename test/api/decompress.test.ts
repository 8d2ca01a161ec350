import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from '#main/api/transport/decompress.ts';

// Compressed answers: a small body must not fill the memory, and half a record is no record.

const text = '{"id":"x"}';
const limit = text.length;

test.each([
  ['', Buffer.from(text)],
  ['identity', Buffer.from(text)],
  [' GZIP ', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
])('“%s” is undone, up to the limit itself', async (encoding, packed) => {
  const plain = await decompress(packed, encoding, limit);
  expect(plain.ok && Buffer.from(plain.bytes).toString()).toBe(text);
  expect(await decompress(packed, encoding, limit - 1)).toEqual({ ok: false, why: 'tooLarge' });
});

test('distinguishes truncated content from content that was never compressed', async () => {
  const packed = gzipSync(text);
  expect(await decompress(packed.subarray(0, -9), 'gzip', limit)).toEqual({ ok: false, why: 'truncated' });
  expect(await decompress(Buffer.from(text), 'gzip', limit)).toEqual({ ok: false, why: 'malformed' });
  expect(await decompress(packed, 'zstd', limit)).toEqual({ ok: false, why: 'malformed' });
});
