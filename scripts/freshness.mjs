import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);
const stamp = path.join(root, 'out', '.stamp');
const sources = [
  'shared',
  'main',
  'renderer',
  'service',
  'messages',
  'build/icons',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'scripts/messages',
  'scripts/pdf-files.mjs',
  'svelte.config.js',
];
const outputs = [
  'main/electron.mjs',
  'preload/electron-preload.cjs',
  'host/browser.mjs',
  'browser/browser-host.mjs',
  'network/network-program.mjs',
  'reading/reader-program.mjs',
  'service/main.mjs',
  'renderer/index.html',
];

function filesUnder(place) {
  const full = path.join(root, place);
  if (!existsSync(full)) return [];
  if (!lstatSync(full).isDirectory()) return [full];
  const inside = readdirSync(full, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return inside.map((entry) => path.join(entry.parentPath, entry.name));
}

/** SHA-256 over the names and bytes of all files in these places; 20 ms for everything that the build reads. */
export function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of places)
    for (const file of filesUnder(place).sort())
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** True when `out/` was built from exactly these sources. */
export function isFresh() {
  if (!existsSync(stamp) || outputs.some((file) => !existsSync(path.join(root, 'out', file)))) return false;
  return readFileSync(stamp, 'utf8') === hashOf(sources);
}

/** Remembers that `out/` was built from these sources. */
export function markFresh() {
  writeFileSync(stamp, hashOf(sources));
}
