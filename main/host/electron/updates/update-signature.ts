import { createPublicKey, verify, type KeyObject } from 'node:crypto';

/** The feed's entry of a version: electron-updater reads it from `latest*.yml` and downloads by its hashes. */
export interface FeedInfo {
  version: string;
  /** Ed25519 over `statementOf`, as base64. */
  signature?: unknown;
}

/** The text that is signed: everything that the feed says but the signature, with the keys of each object in order. */
export function statementOf({ signature: _signature, ...said }: FeedInfo): string {
  return JSON.stringify(said, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** The key that a package was built with (SPKI, base64); null where there is none or it is no Ed25519 key. */
export function updateKeyOf(spki: unknown): KeyObject | null {
  if (typeof spki !== 'string') return null;
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Verifies that the key signed all of this: the version, and the hash of every file that would be installed. */
export function isSigned(info: FeedInfo, key: KeyObject): boolean {
  if (typeof info.signature !== 'string') return false;
  return verify(null, Buffer.from(statementOf(info)), key, Buffer.from(info.signature, 'base64'));
}
