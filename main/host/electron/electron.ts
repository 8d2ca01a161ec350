// Layover in Electron. Thin: it names the parts, `electron-shell.ts` puts them together.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { openShell, refuseStart } from './shell.ts';
import type { Updater } from '#main/host/electron/updates/update-install.ts';
import { startHosted } from '#main/host/hosted.ts';
import { readManifest } from '#main/host/version.ts';

// a terminal that is gone takes no words any more, and is no reason to end
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const out = path.dirname(import.meta.dirname);
const { version, verifyBuild } = readManifest(out);

/** Only what was packed with a feed's address updates itself; deb, rpm and msi belong to the system. */
async function packagedUpdater(): Promise<Updater | null> {
  const othersOwn =
    (process.platform === 'linux' && process.env['APPIMAGE'] === undefined) ||
    // only the per-user installer of Windows has an uninstaller beside the program; the .msi is the administrator's
    (process.platform === 'win32' && !existsSync(path.join(path.dirname(process.execPath), 'Uninstall Layover.exe')));
  if (!app.isPackaged || othersOwn || !existsSync(path.join(process.resourcesPath, 'app-update.yml'))) return null;
  const { default: updates } = await import('electron-updater');
  return updates.autoUpdater;
}

// Electron is not ready before this module has ended, so nothing may be awaited here
openShell({
  out,
  argv: process.argv.slice(app.isPackaged ? 1 : 2),
  version,
  verifyBuild: verifyBuild === true,
  start: startHosted,
  updater: packagedUpdater,
  signals: process,
}).catch((error: unknown) => refuseStart(error instanceof Error ? error.message : String(error)));
