import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The system's place for application data of this person; Electron's `userData` is the same folder. */
export function defaultDataFolder(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): string {
  const home = os.homedir();
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Layover');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Layover');
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'Layover');
}

/**
 * What takes everybody else's rights away from a new folder on Windows, where a mode means nothing: null inside the person's own profile,
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

/** Makes the folder, for this person's eyes only. Throws the system's error when it cannot be written. */
export function prepareDataFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
  else if (made !== undefined) {
    const closing = closeOnWindows(folder, process.env);
    if (closing) spawnSync(closing.command, closing.args, { windowsHide: true, stdio: 'ignore' });
  }
  accessSync(folder, constants.W_OK);
}
