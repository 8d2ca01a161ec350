import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const names = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };
const installed = () => path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const versionIn = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;

/** The path of Electron's executable, or null when its runtime is not installed. `folder` holds the npm package `electron`. */
export function findRuntime(folder = installed()) {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(folder, 'dist');
  const executable = path.join(dist, names[process.platform] ?? 'electron');
  return existsSync(executable) ? executable : null;
}

/** The runtime's address: GitHub, or the mirror of npm or the environment. */
export function runtimeUrl(folder = installed()) {
  const mirror =
    process.env.npm_config_electron_mirror ?? process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/';
  const arch = process.env.npm_config_arch ?? process.arch;
  return `${mirror}v${versionIn(folder)}/electron-v${versionIn(folder)}-${process.platform}-${arch}.zip`;
}

/** Checks with one HEAD request of at most `ms` that the runtime can be downloaded. Returns null, or the reason why not. */
async function unreachableReason(url, ms) {
  try {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'follow', signal: AbortSignal.timeout(ms) });
    return answer.ok ? null : `${new URL(url).host} answered ${answer.status}`;
  } catch {
    return `${URL.canParse(url) ? new URL(url).host : url} cannot be reached`;
  }
}

/** Runs Electron's own installer (checksums included). Answers null, or why it failed in one line. */
function runInstaller(folder, ms) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(folder, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let last = '';
    child.stderr.on('data', (chunk) => (last = `${last}${chunk}`.slice(-4_000)));
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (status) => {
      clearTimeout(timer);
      resolve(status === 0 ? null : (last.split('\n').find((line) => /error/i.test(line)) ?? 'the download did not finish').trim());
    });
  });
}

/**
 * Fetches the runtime. Answers `{ path }` or `{ why }` in one line. `probeMs` bounds the look whether there is a network,
 * `downloadMs` the download; `folder` holds the npm package `electron`; `say` hears one line when a download begins.
 * @param {{ probeMs?: number, downloadMs?: number, folder?: string, say?: (line: string) => unknown }} [given]
 */
export async function fetchRuntime({ probeMs = 3_000, downloadMs = 300_000, folder = installed(), say = () => {} } = {}) {
  const unreachable = await unreachableReason(runtimeUrl(folder), probeMs);
  if (unreachable) return { why: unreachable };
  say('fetching the Electron runtime (about 110 MB, once)');
  const failed = await runInstaller(folder, downloadMs);
  const found = findRuntime(folder);
  return failed === null && found ? { path: found } : { why: failed ?? 'the download holds no runtime' };
}
