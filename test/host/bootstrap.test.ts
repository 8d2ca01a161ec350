import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// What `npm start` and `npm test` do first, on a clone that has nothing yet.

const root = path.resolve(import.meta.dirname, '../..');
let clone: string;
let bin: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'layover-bootstrap-'));
  bin = path.join(clone, 'path');
  mkdirSync(path.join(clone, 'scripts'));
  mkdirSync(bin);
  cpSync(path.join(root, 'scripts/bootstrap.mjs'), path.join(clone, 'scripts/bootstrap.mjs'));
  writeFileSync(path.join(clone, 'package.json'), '{"type":"module"}');
  writeLock('package-lock.json', '1.0.0');
});
afterEach(() => {
  rmSync(clone, { recursive: true, force: true });
});

function writeLock(name: string, version: string): void {
  const packages = { '': {}, 'node_modules/one': { version, integrity: `sha512-${version}` } };
  writeFileSync(path.join(clone, name), JSON.stringify({ packages }));
}

function install(version: string): void {
  mkdirSync(path.join(clone, 'node_modules/one'), { recursive: true });
  writeLock('node_modules/.package-lock.json', version);
  writeFileSync(path.join(clone, 'node_modules/one/package.json'), JSON.stringify({ version }));
}

/** An npm that only does this. */
function fakeNpm(script: string): void {
  writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\necho "npm $*"\n${script}\n`, { mode: 0o755 });
}

function bootstrap(versions?: Record<string, string>): { status: number | null; said: string } {
  const pretend = versions ? `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });` : '';
  const code = `${pretend} await import(${JSON.stringify(path.join(clone, 'scripts/bootstrap.mjs'))});`;
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { PATH: bin },
  });
  return { status, said: stdout + stderr };
}

test('a clone that is current says nothing', () => {
  install('1.0.0');
  expect(bootstrap()).toEqual({ status: 0, said: '' });
});

test('a fresh clone, a changed lock and a half-deleted package are each installed again, with the reason', () => {
  const copy = `/bin/mkdir -p "${clone}/node_modules/one"; /bin/cp "${clone}/package-lock.json" "${clone}/node_modules/.package-lock.json"; printf '{"version":"1.0.0"}' > "${clone}/node_modules/one/package.json"`;
  fakeNpm(copy);
  expect(bootstrap().said).toMatch(/dependencies are not installed yet: running npm ci.*\nnpm ci .*\n\[setup\] ready in/);
  install('0.9.0');
  expect(bootstrap().said).toMatch(/one is 0\.9\.0, the lock says 1\.0\.0: running npm ci/);
  install('1.0.0');
  rmSync(path.join(clone, 'node_modules/one'), { recursive: true });
  expect(bootstrap()).toMatchObject({ status: 0, said: expect.stringMatching(/one is not on disk: running npm ci/) });
});

test('each failure says what to do next', () => {
  expect(bootstrap()).toMatchObject({
    status: 1,
    said: expect.stringMatching(/npm could not be started \(ENOENT\)\. Install Node with npm from https:/),
  });
  fakeNpm('exit 7');
  expect(bootstrap()).toMatchObject({
    status: 1,
    said: expect.stringMatching(/npm ci failed; its message stands above\. Check the network/),
  });
  fakeNpm('exit 0');
  expect(bootstrap()).toMatchObject({ status: 1, said: expect.stringMatching(/npm ci ended, but the dependencies are not installed yet/) });
});

test('an old Node is told which one to install, also where the pinned one is not published', () => {
  install('1.0.0');
  expect(bootstrap({ node: '18.20.0' })).toMatchObject({
    status: 1,
    said: expect.stringMatching(/Node 20 or newer is needed.*Install Node 24 from https:/),
  });
  expect(bootstrap({ node: '20.20.0' })).toMatchObject({
    status: 1,
    said: expect.stringMatching(/Layover runs on Node 24\. The pinned one is not published for .*Install Node 24/),
  });
});
