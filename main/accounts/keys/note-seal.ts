import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs notes with an account's own key; the public half (SPKI in base64) verifies them without any other key. `seed` is the account's key for its
 * note (`AccountKeys.note`); it is copied.
 */
export function noteSigner(seed: Uint8Array): { publicKey: string; sign(text: string): string } {
  const der = Buffer.concat([pkcs8, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return { publicKey: spkiOf(createPublicKey(key)), sign: (text) => sign(null, Buffer.from(text), key).toString('base64') };
}

/** Verifies that the account with this public key wrote the text; false for an invalid key or signature. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const spkiOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');
