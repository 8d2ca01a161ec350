import { randomBytes } from 'node:crypto';

/** Unguessable bytes for keys, codes and salts. The one chance that World does not give: no run may ever repeat it. */
export function secretBytes(count: number): Uint8Array {
  // Not a Buffer: a slice of one shares its memory, and keys are overwritten after use.
  return new Uint8Array(randomBytes(count));
}
