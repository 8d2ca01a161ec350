import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The folder of the file that redirects a browser. A browser from a snap or a flatpak (Ubuntu's own Firefox is one) reads no hidden folder, and the
 * data folder of Linux is in one: then it is the user's folder for downloads, in a file that only this user can read. Elsewhere, or without such a
 * folder, it is a folder of the data folder.
 */
export function openingFolder(dataFolder: string, platform: NodeJS.Platform = process.platform, home = os.homedir()): string {
  const own = path.join(dataFolder, 'opening');
  if (platform !== 'linux' || !path.relative(home, dataFolder).split('/').some(isHidden)) return own;
  const downloads = downloadsOf(home);
  return isOurs(downloads) ? downloads : own;
}

const isHidden = (part: string): boolean => part.startsWith('.');

/** As the desktop names it (`user-dirs.dirs`), in the user's language. */
function downloadsOf(home: string): string {
  try {
    const said = /^XDG_DOWNLOAD_DIR="\$HOME\/([^"$]+)"$/m.exec(readFileSync(path.join(home, '.config/user-dirs.dirs'), 'utf8'))?.[1];
    if (said !== undefined) return path.join(home, said);
  } catch {
    // no desktop wrote one
  }
  return path.join(home, 'Downloads');
}

function isOurs(folder: string): boolean {
  try {
    const found = statSync(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}
