import { renameSync } from 'node:fs';

const held = new Set(['EPERM', 'EACCES', 'EBUSY']);
const MOST_TRIES = 12;
const LONGEST_PAUSE_MS = 200;

/**
 * Renames a file, and retries for about a second while another program holds it: on Windows a virus scanner or an indexer opens new files. Throws the
 * system's error when it stays held, or for any other reason at once.
 */
export function renameHeld(from: string, to: string, system: { rename: typeof renameSync; pause: (ms: number) => void } = real): void {
  for (let tried = 1; ; tried++) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!held.has(code) || tried === MOST_TRIES) throw error;
      system.pause(Math.min(LONGEST_PAUSE_MS, 2 ** tried));
    }
  }
}

/** A file is put in its place within one turn: what is in a transaction's middle cannot wait for another. */
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const real = { rename: renameSync, pause };
