import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The package.json that ships beside `out/`. */
function manifest(out: string): { version: string; updateKey?: unknown; verifyBuild?: unknown } {
  return JSON.parse(readFileSync(path.join(path.dirname(out), 'package.json'), 'utf8')) as { version: string };
}

export function readVersion(out: string): string {
  return manifest(out).version;
}

/** The public half of the release's key, where the package was built with one. */
export function readUpdateKey(out: string): unknown {
  return manifest(out).updateKey;
}

/** Whether this package was made to be driven by `npm run verify:package`: a word in the archive, which only a build can write. */
export function isVerifyBuild(out: string): boolean {
  return manifest(out).verifyBuild === true;
}
