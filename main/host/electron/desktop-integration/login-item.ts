import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import { desktopEntry } from './desktop-entry.ts';

/** Linux has no call for "open at login": the desktop's own autostart folder does it. Off unless the user said so. */
const autostartFile = (): string =>
  path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config'), 'autostart', 'layover.desktop');

/** Writes or removes the autostart entry for this program. */
function setOpensAtLoginOnLinux(on: boolean, program: string): void {
  const file = autostartFile();
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, desktopEntry(program, '', ['X-GNOME-Autostart-enabled=true']), { mode: 0o644 });
}

/** True when the system opens Layover at login. */
export function opensAtLogin(): boolean {
  return process.platform === 'linux' ? existsSync(autostartFile()) : app.getLoginItemSettings().openAtLogin;
}

export function setOpensAtLogin(on: boolean): void {
  if (process.platform === 'linux') setOpensAtLoginOnLinux(on, process.env['APPIMAGE'] ?? app.getPath('exe'));
  else app.setLoginItemSettings({ openAtLogin: on });
}
