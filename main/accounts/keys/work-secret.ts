import crypto from 'node:crypto';
import { argon2idAsync } from '@noble/hashes/argon2';

/** 19 MiB, two passes, one lane: trying many costs much. */
const cost = { passes: 2, memoryKiB: 19 * 1024, priorities: 1, keyBytes: 32 };

/**
 * Argon2id: what a code or a PIN is worked with. Node computes it in a tenth of a second, where it is there; Electron's crypto has none, and
 * the library takes half a second for the same bytes.
 */
export async function workSecret(secret: string | Uint8Array, salt: Uint8Array, native = nativeArgon()): Promise<Uint8Array> {
  const { passes, memoryKiB, priorities, keyBytes } = cost;
  if (!native) return argon2idAsync(secret, salt, { t: passes, m: memoryKiB, p: priorities, dkLen: keyBytes });
  const how = { message: secret, nonce: salt, passes, memory: memoryKiB, parallelism: priorities, tagLength: keyBytes };
  return new Promise((resolve, reject) => {
    native('argon2id', how, (error, worked) => {
      if (error) reject(error);
      else resolve(worked);
    });
  });
}

const nativeArgon = () => (crypto as Partial<typeof crypto>).argon2 ?? null;
