// The folder outside the project that keeps what is fetched or compiled once, so that a fresh clone on the same computer finds it.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Root's own cache folder is closed to the normal user who runs the specs, so root keeps it where everybody may read. */
function cacheFolder() {
  if (process.env.LAYOVER_CACHE) return path.resolve(process.env.LAYOVER_CACHE);
  if (process.getuid?.() === 0) return '/var/cache/layover';
  return path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'layover');
}

/**
 * The cached folder of this name. Calls `fill` with an empty folder beside it where it is missing; the name must change with what is inside.
 * @param {string} name
 * @param {(work: string) => Promise<void>} fill
 */
export async function cached(name, fill) {
  const folder = path.join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  const work = mkdtempSync(`${folder}-`);
  try {
    await fill(work);
    // another run may have filled it meanwhile
    if (!existsSync(folder)) renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
