import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The package.json that ships beside `out/`. */
export interface Manifest {
  version: string;
  /** The public half of the release's key, where the package was built with one. */
  updateKey?: unknown;
  /** True for a package that `npm run verify:package` can drive: a flag in the archive, which only a build can write. */
  verifyBuild?: unknown;
}

export function readManifest(out: string): Manifest {
  return JSON.parse(readFileSync(path.join(path.dirname(out), 'package.json'), 'utf8')) as Manifest;
}
