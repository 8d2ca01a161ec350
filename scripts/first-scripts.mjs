import { readFileSync } from 'node:fs';
import path from 'node:path';

const named = (text, pattern) => Array.from(text.matchAll(pattern), ([, file]) => file);

/**
 * The scripts that a built window reads before Today is there: what index.html names, and all that those import before they run.
 * @param {string} folder the built window, `out/renderer`
 */
export function firstScripts(folder) {
  const start = named(readFileSync(path.join(folder, 'index.html'), 'utf8'), /(?:src|href)="\.\/([^"]+\.js)"/g);
  if (start.length === 0) throw new Error(`${folder} is no window that was built: it has no start`);
  const found = new Set(start);
  for (const file of found)
    for (const other of named(readFileSync(path.join(folder, file), 'utf8'), /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(path.join(path.dirname(file), other));
  return [...found];
}
