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

/** Makes the folder, for this person's eyes only. Throws the system's error when it cannot be written. */
export function prepareDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
  accessSync(folder, constants.W_OK);
}
