import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { linkScheme } from './deep-link.ts';
import { desktopEntry } from './desktop-entry.ts';

const name = 'layover.desktop';
const lines = ['Terminal=false', 'NoDisplay=true', 'StartupWMClass=layover'];

/**
 * Writes a desktop entry for the running AppImage, so that `layover://` opens it: Linux hands a scheme to an entry, and an AppImage installs none. An
 * installed package's own entry is left alone. Never throws: links are a convenience.
 */
export function installAppImageEntry(env: NodeJS.ProcessEnv = process.env): void {
  const program = env['APPIMAGE'];
  if (program === undefined) return;
  const shared = (env['XDG_DATA_DIRS'] ?? '/usr/local/share:/usr/share').split(':').filter((folder) => folder !== '');
  const mounted = env['APPDIR'];
  const installed = shared.filter((folder) => mounted === undefined || !folder.startsWith(mounted));
  if (installed.some((folder) => existsSync(path.join(folder, 'applications', name)))) return;
  const file = path.join(env['XDG_DATA_HOME'] ?? path.join(os.homedir(), '.local', 'share'), 'applications', name);
  const entry = desktopEntry(program, ' %U', [...lines, `MimeType=x-scheme-handler/${linkScheme};`]);
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === entry) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, entry, { mode: 0o644 });
  } catch {
    // a home folder that cannot be written
  }
}
