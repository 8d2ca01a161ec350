import { closeSync, fsyncSync, openSync } from 'node:fs';

const unknownThere = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL']);

/** Flushes a folder, so that a rename in it survives a power cut. Does nothing where the system cannot, as on Windows. */
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
