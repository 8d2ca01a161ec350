import { constants, createHash, createPublicKey, hkdfSync, publicEncrypt } from 'node:crypto';
import { secretBytes } from '#main/storage/sealing/secret-bytes.ts';
import type { KeyFile, Wrap, WrapKind } from '#main/registry/key-file.ts';
import { keyIdOf, openBytes, sealBytes } from './data-key.ts';
import { newRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { workSecret } from './work-secret.ts';

const SALT_BYTES = 16;
const SECRET_BYTES = 32;

/** The result of unwrapping. `other`: the code belongs to another key; `damaged`: the wrap itself was changed. */
export type Unwrapped = { kind: 'key'; dataKey: Uint8Array } | { kind: 'other' } | { kind: 'damaged' };

/** A secret for the keychain, and the data key wrapped by it. */
export function wrapForKeychain(dataKey: Uint8Array): { secret: string; wrap: Wrap } {
  const secret = secretBytes(SECRET_BYTES);
  const salt = secretBytes(SALT_BYTES);
  return { secret: base64(secret), wrap: wrapWith('keychain', dataKey, salt, fromSecret(secret, salt)) };
}

/** Opens the keychain's wrap with what the keychain holds. */
export function unwrapFromKeychain(keys: KeyFile, wrap: Wrap, secret: string): Unwrapped {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== SECRET_BYTES) return { kind: 'other' };
  return unwrapWith(keys, wrap, fromSecret(bytes, Buffer.from(wrap.salt, 'base64')));
}

/** The data key, wrapped by a recovery code. Throws when it is no code. */
export async function wrapForCode(dataKey: Uint8Array, code: string, kind: 'code' | 'company' = 'code'): Promise<Wrap> {
  const read = readRecoveryCode(code);
  if (read.kind !== 'code') throw new Error('a new recovery code is a code');
  const salt = secretBytes(SALT_BYTES);
  return wrapWith(kind, dataKey, salt, await workSecret(read.secret, salt));
}

/** The data key, wrapped by a code that only the holder of the company's private key (RSA, PEM) can read. */
export async function wrapForCompany(dataKey: Uint8Array, publicKey: string): Promise<Wrap> {
  const code = newRecoveryCode();
  const key = createPublicKey(publicKey);
  const sealedCode = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(code));
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
  return { ...(await wrapForCode(dataKey, code, 'company')), company: { sealedCode: sealedCode.toString('base64'), fingerprint } };
}

/** Opens a wrap with 128 bits of a code. */
export async function unwrapFromCode(keys: KeyFile, wrap: Wrap, secret: Uint8Array): Promise<Unwrapped> {
  return unwrapWith(keys, wrap, await workSecret(secret, Buffer.from(wrap.salt, 'base64')));
}

function wrapWith(kind: WrapKind, dataKey: Uint8Array, salt: Uint8Array, key: Uint8Array): Wrap {
  const { nonce, sealed } = sealBytes(key, dataKey, aboutOf(kind, keyIdOf(dataKey)));
  key.fill(0);
  return { kind, salt: base64(salt), nonce: base64(nonce), sealed: base64(sealed), company: null };
}

function unwrapWith({ keyId }: KeyFile, wrap: Wrap, key: Uint8Array): Unwrapped {
  const dataKey = openBytes(key, Buffer.from(wrap.nonce, 'base64'), Buffer.from(wrap.sealed, 'base64'), aboutOf(wrap.kind, keyId));
  key.fill(0);
  if (!dataKey) return { kind: 'other' };
  return keyIdOf(dataKey) === keyId ? { kind: 'key', dataKey } : { kind: 'damaged' };
}

const fromSecret = (secret: Uint8Array, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, 'layover keychain wrap', SECRET_BYTES));
const aboutOf = (kind: WrapKind, keyId: string): string => `layover wrap ${kind} ${keyId}`;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
