import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { mayOpenExternally } from './open-external.ts';
import { openingFolder } from './opening-folder.ts';

/** As long as a browser may take to start and read the file. */
const lifeMs = 60_000;

/** The interval at which a running app removes expired files: its own, those of a start that only opened a window, or of a crash. */
const lookMs = 10_000;

/**
 * Opens an address that nobody else may see. A program's arguments are in the process list, which every user of the computer can read;
 * so what is opened is a file that only this user can read and that leads on to the address; `sweepOpenings` removes it. Rejects when the
 * address may not be sent, or nothing could be started.
 */
export async function openPrivately(
  url: string,
  dataFolder: string,
  open: (target: string) => Promise<void>,
  folder = openingFolder(dataFolder),
): Promise<void> {
  if (!mayOpenExternally(url)) throw new Error('Only https and loopback addresses are opened outside.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `layover-${randomBytes(16).toString('hex')}.html`);
  writeFileSync(file, redirectPage(new URL(url).href), { mode: 0o600, flag: 'wx' });
  await open(pathToFileURL(file).href);
}

/** Removes, now and while the app runs, the files of openings that are a minute old. Returns how to stop, which removes the younger too. */
export function sweepOpenings(dataFolder: string): () => void {
  const folder = openingFolder(dataFolder);
  sweep(folder);
  const clock = setInterval(() => sweep(folder), lookMs).unref();
  return () => {
    clearInterval(clock);
    sweep(folder, -Infinity);
  };
}

const ours = /^layover-[0-9a-f]{32}\.html$/;

function sweep(folder: string, olderThanMs = lifeMs): void {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of there.filter((one) => ours.test(one))) {
    const file = path.join(folder, name);
    const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs >= olderThanMs) rmSync(file, { force: true });
  }
}

/** A page that leads on on its own, without a script; the browser tells the next page nothing of it. */
function redirectPage(url: string): string {
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Layover</title>
<p><a href="${address}">Continue</a></p>
</html>
`;
}
