import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The app's version, from the package.json that ships beside `out/`. */
export function readVersion(out: string): string {
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(out), 'package.json'), 'utf8')) as { version: string };
  return version;
}
