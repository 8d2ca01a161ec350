import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const named = (text, pattern) => Array.from(text.matchAll(pattern), ([, file]) => file);

/**
 * The scripts that a built window reads before Today is there: what index.html names, all that those import before they run, and English.
 * @param {string} folder the built window, `out/renderer`
 */
export function firstScripts(folder) {
  const start = named(readFileSync(path.join(folder, 'index.html'), 'utf8'), /(?:src|href)="\.\/([^"]+\.js)"/g);
  if (start.length === 0) throw new Error(`${folder} is no window that was built: it has no start`);
  const found = new Set(start);
  for (const file of found)
    for (const other of named(readFileSync(path.join(folder, file), 'utf8'), /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(path.join(path.dirname(file), other));
  const english = readdirSync(path.join(folder, 'assets')).filter((file) => /^en-first-.*\.js$/.test(file));
  return [...found, ...english.map((file) => path.join('assets', file))];
}
