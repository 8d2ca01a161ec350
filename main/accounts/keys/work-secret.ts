import crypto from 'node:crypto';
import { promisify } from 'node:util';
import { argon2idAsync } from '@noble/hashes/argon2';

/** 19 MiB, two passes, one lane: trying many costs much. */
const cost = { passes: 2, memoryKiB: 19 * 1024, lanes: 1, keyBytes: 32 };

/**
 * Argon2id: what a code or a PIN is worked with. Node computes it in a tenth of a second, where it is there; Electron's crypto has none, and
 * the library takes half a second for the same bytes.
 */
export async function workSecret(secret: string | Uint8Array, salt: Uint8Array, native = nativeArgon()): Promise<Uint8Array> {
  const { passes, memoryKiB, lanes, keyBytes } = cost;
  if (!native) return argon2idAsync(secret, salt, { t: passes, m: memoryKiB, p: lanes, dkLen: keyBytes });
  return native('argon2id', { message: secret, nonce: salt, passes, memory: memoryKiB, parallelism: lanes, tagLength: keyBytes });
}

function nativeArgon() {
  const { argon2 } = crypto as Partial<typeof crypto>;
  return argon2 ? promisify(argon2) : null;
}
