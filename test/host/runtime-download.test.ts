import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchRuntime, findRuntime, runtimeUrl } from '#scripts/electron/electron-runtime.mjs';
import { storedZip } from '#test/host/stored-zip.ts';

// `npm start` where Electron can be downloaded: Electron's own installer against a mirror on this machine that has a stub runtime.

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let packageFolder: string;
let mirror: Server;
let served: Map<string, Buffer>;
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'layover-runtime-'));
  packageFolder = path.join(folder, 'node_modules/electron');
  copyElectronPackage();
  served = new Map();
  asked = [];
  mirror = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const body = served.get(request.url ?? '');
    response.writeHead(body ? 200 : 404, { 'content-length': body?.length ?? 0 }).end(request.method === 'HEAD' ? undefined : body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => mirror.once('listening', resolve));
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`);
  vi.stubEnv('npm_config_electron_mirror', undefined);
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
  vi.stubEnv('electron_config_cache', path.join(folder, 'cache'));
  vi.stubEnv('electron_use_remote_checksums', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => mirror.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** npm's package of Electron, without a runtime, in a place of its own; its dependencies are the project's. */
function copyElectronPackage(): void {
  const installed = path.join(root, 'node_modules/electron');
  mkdirSync(packageFolder, { recursive: true });
  for (const file of readdirSync(installed).filter((name) => name !== 'dist' && name !== 'path.txt' && name !== 'node_modules'))
    cpSync(path.join(installed, file), path.join(packageFolder, file), { recursive: true });
  const nested = path.join(installed, 'node_modules');
  if (existsSync(nested)) symlinkSync(nested, path.join(packageFolder, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((one) => !one.startsWith('.') && one !== 'electron'))
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
}

/** Puts a runtime that says its own name on the mirror, with its checksum. */
function publish(mangle: (zip: Buffer) => Buffer = (zip) => zip): void {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const zip = storedZip({ electron: '#!/bin/sh\necho "stub runtime: $*"\n', version });
  served.set(`/v${version}/${name}`, mangle(zip));
  const checksum = createHash('sha256').update(zip).digest('hex');
  served.set(`/v${version}/SHASUMS256.txt`, Buffer.from(`${checksum} *${name}\n`));
}
test('the runtime is fetched once, checked, and found from then on', async () => {
  publish();
  expect(findRuntime(packageFolder)).toBeNull();
  const said: string[] = [];
  const fetched = await fetchRuntime({ folder: packageFolder, say: (line: string) => said.push(line) });
  expect(fetched).toEqual({ path: path.join(packageFolder, 'dist/electron') });
  expect(said).toEqual(['fetching the Electron runtime (about 110 MB, once)']);
  expect(findRuntime(packageFolder)).toBe(path.join(packageFolder, 'dist/electron'));
  expect(execFileSync(findRuntime(packageFolder)!, ['.', '--data', 'x'], { encoding: 'utf8' })).toBe('stub runtime: . --data x\n');
  expect(asked[0]).toBe(`HEAD ${new URL(runtimeUrl(packageFolder)).pathname}`);
}, 60_000);

test('a runtime that is not what was published is refused', async () => {
  publish((zip) => Buffer.concat([zip, Buffer.from('more')]));
  const fetched = await fetchRuntime({ folder: packageFolder });
  expect(fetched).not.toHaveProperty('path');
  expect(fetched.why).toMatch(/checksum|sum/i);
  expect(findRuntime(packageFolder)).toBeNull();
}, 60_000);

test('no runtime, no mirror, no network: one line each, and soon', async () => {
  expect(await fetchRuntime({ folder: packageFolder })).toEqual({ why: expect.stringMatching(/^127\.0\.0\.1:\d+ answered 404$/) });
  vi.stubEnv('ELECTRON_MIRROR', 'http://127.0.0.1:1/');
  expect(await fetchRuntime({ folder: packageFolder })).toEqual({ why: '127.0.0.1:1 cannot be reached' });
  vi.stubEnv('ELECTRON_MIRROR', 'nonsense/');
  expect((await fetchRuntime({ folder: packageFolder })).why).toContain('cannot be reached');
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  expect((await fetchRuntime({ folder: packageFolder, probeMs: 100 })).why).toContain('cannot be reached');
  silent.closeAllConnections();
  silent.close();
});
