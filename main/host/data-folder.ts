import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import os from 'node:os';
import path from 'node:path';

/** The system's place for application data of this user; Electron's `userData` is the same folder. */
export function defaultDataFolder(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  const home = os.homedir();
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Layover');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Layover');
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'Layover');
}

/**
 * Removes everybody else's rights to a new folder on Windows, where a mode has no effect: null inside the user's own profile,
 * which is closed already.
 */
export function closeOnWindows(folder: string, env: NodeJS.ProcessEnv): { command: string; args: string[] } | null {
  const profile = env['USERPROFILE'];
  const user = env['USERNAME'];
  if (user === undefined || (profile !== undefined && folder.toLowerCase().startsWith(`${profile.toLowerCase()}\\`))) return null;
  const owner = env['USERDOMAIN'] === undefined ? user : `${env['USERDOMAIN']}\\${user}`;
  const command = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\icacls.exe`;
  // (OI)(CI)F: everything, for what will be made in it as well
  return { command, args: [folder, '/inheritance:r', '/grant:r', `${owner}:(OI)(CI)F`] };
}

/** A folder that somebody else made, or could put something else in the place of. */
export class DataFolderUnsafe extends Error {
  override readonly name = 'DataFolderUnsafe';
  readonly folder: string;
  readonly place: string;

  constructor(folder: string, place: string) {
    super(`${place} is not safe`);
    this.folder = folder;
    this.place = place;
  }
}

/**
 * Makes the folder, for this user's eyes only; from here on every file of this process and of those it starts is too. Throws the system's
 * error when it cannot be written, DataFolderUnsafe when it is, or is in, somebody else's.
 */
export function prepareDataFolder(folder: string): void {
  // A worker cannot set it, and has its process's.
  if (process.platform !== 'win32' && isMainThread) process.umask(0o077);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') {
    refuseStrangers(folder);
    chmodSync(folder, 0o700);
  } else if (made !== undefined) {
    const closing = closeOnWindows(folder, process.env);
    if (closing) spawnSync(closing.command, closing.args, { windowsHide: true, stdio: 'ignore' });
  }
  accessSync(folder, constants.W_OK);
}

const worldWritable = 0o002;
const groupWritable = 0o020;
const sticky = 0o1000;
/** The owner that a container shows for unknown owners, its system's folders among them. */
const unmapped = 65_534;

/** Some owners have no number here: a container's map of them is not the whole one. Elsewhere the number is the user nobody's. */
function isMapped(): boolean {
  try {
    return !/^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'));
  } catch {
    return false;
  }
}

/** Ours, and below folders in which nobody but us and the administrator could rename it away. */
function refuseStrangers(folder: string): void {
  const [me, myGroup] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const real = realpathSync(folder);
  const mine = (place: string, uid: number) => uid === me || (place !== real && (uid === 0 || (uid === unmapped && isMapped())));
  for (let place = real; ; place = path.dirname(place)) {
    const { uid, gid, mode } = statSync(place);
    const others = (mode & worldWritable) !== 0 || ((mode & groupWritable) !== 0 && gid !== myGroup && gid !== 0);
    const open = others && (mode & sticky) === 0 && place !== real;
    if (!mine(place, uid) || open) throw new DataFolderUnsafe(folder, place);
    if (place === path.dirname(place)) return;
  }
}
