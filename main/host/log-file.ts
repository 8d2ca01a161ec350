import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '#shared/world.ts';

const MAX_BYTES = 2_000_000;

/** Log lines as JSON in `<folder>/layover.log`, the older half in `layover.1.log`; errors go to `alsoTo` as well. */
export function fileLog(folder: string, alsoTo: (line: string) => void): Log {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'layover.log');
  let bytes = existsSync(file) ? statSync(file).size : 0;

  const write = (level: string, event: string, facts: Record<string, unknown> = {}): string => {
    const line = `${JSON.stringify({ at: new Date().toISOString(), level, event, ...facts }, plain)}\n`;
    if (bytes + line.length > MAX_BYTES) {
      bytes = 0;
      try {
        renameSync(file, path.join(folder, 'layover.1.log'));
      } catch {
        // held by a scanner or an editor (Windows): the same file goes on, and is put aside at the next occasion
      }
    }
    appendFileSync(file, line, { mode: 0o600 });
    bytes += line.length;
    return line;
  };
  return {
    error: (event, facts) => alsoTo(write('error', event, facts)),
    info: (event, facts) => void write('info', event, facts),
  };
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
