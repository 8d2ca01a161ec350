import { closeSync, fsyncSync, openSync } from 'node:fs';

const unknownThere = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL']);

/** A rename is on the disk when its folder is. Windows knows no such thing. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unknownThere.has(String(error.code)))) throw error;
  }
}
