import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '#shared/world.ts';

const MAX_BYTES = 2_000_000;

/**
 * Writes log lines as JSON to `<folder>/layover.log`, the older half to `layover.1.log`; errors go to `alsoTo` as well. Never throws: callers may be
 * handling a full disk, and a line that cannot be written is dropped.
 */
export function fileLog(folder: string, alsoTo: (line: string) => void): Log {
  const file = path.join(folder, 'layover.log');
  let bytes = 0;
  /** The disk took only a part of the last line. */
  let torn = false;
  orNot(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (existsSync(file)) bytes = statSync(file).size;
  });

  const append = (line: string): void => {
    if (bytes + line.length > MAX_BYTES) {
      bytes = 0;
      // held by a scanner or an editor (Windows): the same file goes on, and is put aside at the next occasion
      orNot(() => renameSync(file, path.join(folder, 'layover.1.log')));
    }
    const isWritten = orNot(() => appendFileSync(file, torn ? `\n${line}` : line, { mode: 0o600 }));
    torn = !isWritten;
    if (isWritten) bytes += line.length;
  };
  const write = (level: string, event: string, facts: Record<string, unknown> = {}): string => {
    const line = `${jsonOf({ at: new Date().toISOString(), level, event }, facts)}\n`;
    append(line);
    return line;
  };
  return {
    error: (event, facts) => {
      const line = write('error', event, facts);
      orNot(() => alsoTo(line));
    },
    info: (event, facts) => void write('info', event, facts),
  };
}

/** Runs `act`; returns false where it threw. */
function orNot(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function jsonOf(head: Record<string, string>, facts: Record<string, unknown>): string {
  try {
    return JSON.stringify({ ...head, ...facts }, plain);
  } catch {
    return JSON.stringify({ ...head, unreadable: true });
  }
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
