import { closeSync, fsyncSync, openSync } from 'node:fs';

const unknownThere = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL']);

/** Flushes a file. */
export function syncFile(file: string, flags = 'r+'): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes a folder, so that a rename in it survives a power cut. Does nothing where the system cannot, as on Windows. */
export function syncFolder(folder: string): void {
  try {
    syncFile(folder, 'r');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unknownThere.has(String(error.code)))) throw error;
  }
}
