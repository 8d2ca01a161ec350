import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { renameHeld } from '#main/storage/rename-held.ts';

const siblings = ['', '-wal', '-shm'] as const;

/** Damaged files set aside before, oldest first. */
export function setAsideFiles(file: string): string[] {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.damaged-`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
    .sort((a, b) => Number(a.slice(start.length)) - Number(b.slice(start.length)))
    .map((name) => path.join(folder, name));
}

/** Moves a damaged database whole (with its log) to a new name beside it, where nothing ever deletes it. Answers the name. */
export function setAside(file: string): string | null {
  if (file === ':memory:') return null;
  // On from the newest: somebody may have removed an older one.
  const last = setAsideFiles(file).at(-1);
  const target = `${file}.damaged-${Number(last?.slice(last.lastIndexOf('-') + 1) ?? 0) + 1}`;
  for (const suffix of siblings) if (existsSync(file + suffix)) renameHeld(file + suffix, target + suffix);
  return target;
}
