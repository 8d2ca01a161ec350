import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

// Processes of this computer, as Linux tells of them.

export interface Seen {
  pid: number;
  parent: number;
  /** When it began: a number that is given again is another process. */
  began: string;
  command: string;
}

function look(pid: number): Seen | null {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S )/);
    const [state, parent, ...rest] = after.split(' ');
    if (state === 'Z') return null;
    return {
      pid,
      parent: Number(parent),
      began: rest[17] ?? '',
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    return null;
  }
}

/** A process and everything that it started, directly or not. */
export function family(pid: number): Seen[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (look(Number(name)) ?? []) : []));
  const found = all.filter((one) => one.pid === pid);
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid));
  return found;
}

export const stillThere = (seen: readonly Seen[]): Seen[] => seen.filter(({ pid, began }) => look(pid)?.began === began);

/** The member of a family that holds a file open. */
export function holderOf(file: string, seen: readonly Seen[]): Seen | undefined {
  return seen.find(({ pid }) => {
    try {
      const folder = `/proc/${pid}/fd`;
      return readdirSync(folder).some((name) => readlinkSync(path.join(folder, name)) === file);
    } catch {
      return false;
    }
  });
}
