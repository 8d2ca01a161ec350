import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The first steps of `npm start` and `npm test` on a fresh clone.

const root = path.resolve(import.meta.dirname, '../..');
let clone: string;
let bin: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'layover-bootstrap-'));
  bin = path.join(clone, 'path');
  mkdirSync(path.join(clone, 'scripts'));
  mkdirSync(bin);
  for (const name of ['bootstrap.mjs', 'system-packages.mjs', 'browser.mjs', 'electron/electron-possible.mjs'])
    cpSync(path.join(root, 'scripts', name), path.join(clone, 'scripts', name));
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

/** A program of this name that says how it was called, then only does this. */
function fake(program: string, script: string): void {
  writeFileSync(path.join(bin, program), `#!/bin/sh\necho "${program} $*"\n${script}\n`, { mode: 0o755 });
}

const fakeNpm = (script: string) => fake('npm', script);
/** An npm that brings keytar's sources, and builds them when it is asked to by name. */
const npmThatBuilds = () => {
  const keytar = `${clone}/node_modules/keytar`;
  const built = `/bin/mkdir -p "${keytar}/build/Release"; : > "${keytar}/build/Release/keytar.node"`;
  fakeNpm(`case "$1" in ci) /bin/mkdir -p "${keytar}"; : > "${keytar}/package.json";; rebuild) ${built};; esac`);
};

interface Pretended {
  versions?: Record<string, string>;
  needs?: string[];
  user?: number;
  env?: Record<string, string>;
}

function bootstrap({ versions, needs = [], user, env = {} }: Pretended = {}): { status: number | null; said: string } {
  const pretend = [
    versions ? `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });` : '',
    user === undefined ? '' : `process.getuid = () => ${user}; Object.defineProperty(process, 'platform', { value: 'linux' });`,
  ].join('');
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, path.join(clone, 'scripts/bootstrap.mjs'), ...needs],
    { encoding: 'utf8', env: { PATH: bin, ...env } },
  );
  return { status, said: stdout + stderr };
}

/** A Debian with nothing but a shell; what `apt-get install` is asked for comes as programs that do nothing. */
function bareDebian(): void {
  for (const program of ['sh', 'env', 'true']) symlinkSync(`/usr/bin/${program}`, path.join(bin, program));
  const programs = 'make g++ python3 pkg-config dbus-run-session gnome-keyring-daemon'.split(' ');
  const install = programs.map((name) => `: > "${bin}/${name}"; /bin/chmod +x "${bin}/${name}"`).join('\n');
  fake('apt-get', `case "$*" in *install*) ${install};; esac`);
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

test('only keytar’s install script runs, told to build from the sources that the lock covers and to download nothing', () => {
  install('1.0.0');
  mkdirSync(path.join(clone, 'node_modules/keytar'));
  writeFileSync(path.join(clone, 'node_modules/keytar/package.json'), '{}');
  rmSync(path.join(clone, 'node_modules/one'), { recursive: true });
  const copy = `/bin/mkdir -p "${clone}/node_modules/one"; printf '{"version":"1.0.0"}' > "${clone}/node_modules/one/package.json"`;
  fakeNpm(`${copy}; echo "from source: $npm_config_build_from_source"`);
  const { said } = bootstrap();
  expect(said).toMatch(/npm ci --ignore-scripts .*\nfrom source: \n/);
  expect(said).toMatch(/npm rebuild keytar --ignore-scripts=false .*\nfrom source: keytar\n/);
  expect(said.match(/^npm .*$/gm)).toHaveLength(2);
});

test('sources that are here are built without installing anything again', () => {
  install('1.0.0');
  bareDebian();
  mkdirSync(path.join(clone, 'node_modules/keytar'));
  writeFileSync(path.join(clone, 'node_modules/keytar/package.json'), '{}');
  npmThatBuilds();
  const { said } = bootstrap({ needs: ['native'], user: 0 });
  expect(said).toMatch(
    /keytar could not be built before, and what it needs is here now\n\[setup\] running npm rebuild keytar\nnpm rebuild/,
  );
  expect(said).not.toMatch(/npm ci|will fail/);
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

test('an old Node gets the version to install, also where the pinned one is not published', () => {
  install('1.0.0');
  expect(bootstrap({ versions: { node: '18.20.0' } })).toMatchObject({
    status: 1,
    said: expect.stringMatching(/Node 20 or newer is needed.*Install Node 24 from https:/),
  });
  expect(bootstrap({ versions: { node: '20.20.0' } })).toMatchObject({
    status: 1,
    said: expect.stringMatching(/Layover runs on Node 24\. The pinned one is not published for .*Install Node 24/),
  });
});

const asked =
  /^\[setup\] installing make g\+\+ python3 pkg-config libsecret-1-dev dbus gnome-keyring libsecret-1-0 \(Debian packages; --no-install/;

test('on a bare Debian root missing packages are installed and reported; nothing is asked twice', () => {
  install('1.0.0');
  bareDebian();
  npmThatBuilds();
  const first = bootstrap({ needs: ['native', 'keyring'], user: 0 });
  expect(first).toMatchObject({ status: 0, said: expect.stringMatching(asked) });
  expect(first.said).toMatch(/apt-get -qq update\napt-get -qq install -y --no-install-recommends make g\+\+/);
  expect(bootstrap({ needs: ['native', 'keyring'], user: 0 })).toEqual({ status: 0, said: '' });
});

test('somebody else needs a sudo without a password; without it, or with --no-install, nothing is touched', () => {
  install('1.0.0');
  bareDebian();
  fakeNpm('exit 0');
  fake('sudo', 'exit 1');
  expect(bootstrap({ needs: ['keyring'], user: 1000 })).toEqual({ status: 0, said: '' });
  expect(bootstrap({ needs: ['keyring'], user: 0, env: { LAYOVER_NO_INSTALL: '1' } })).toEqual({ status: 0, said: '' });
  expect(existsSync(path.join(bin, 'dbus-run-session'))).toBe(false);
  fake('sudo', 'shift; exec "$@"');
  expect(bootstrap({ needs: ['keyring'], user: 1000 }).said).toMatch(/sudo -n env .*apt-get -qq install/);
  expect(existsSync(path.join(bin, 'dbus-run-session'))).toBe(true);
});

test('a native module that could not be built is built when its parts have come, and not tried again before', () => {
  install('1.0.0');
  bareDebian();
  fakeNpm('exit 0');
  const without = { user: 0, env: { LAYOVER_NO_INSTALL: '1' } };
  expect(bootstrap({ needs: ['native'], ...without })).toEqual({ status: 0, said: '' });
  const came = bootstrap({ needs: ['native'], user: 0 });
  expect(came.said).toMatch(
    /installing make.*\n[^]*keytar could not be built before, and what it needs is here now: running npm ci[^]*\nnpm ci /,
  );
  expect(bootstrap({ needs: ['native'], user: 0 })).toEqual({ status: 0, said: '' });
});

test('a native module that fails to build with all packages present is reported, and retried by the tests alone', () => {
  install('1.0.0');
  bareDebian();
  fakeNpm('exit 0');
  const first = bootstrap({ needs: ['native', 'keyring'], user: 0 });
  expect(first.said).toMatch(
    /keytar could not be built \(perhaps the headers of Node cannot be fetched here\)\..*tests of keytar will fail/,
  );
  expect(bootstrap({ needs: ['native'], user: 0 })).toEqual({ status: 0, said: '' });
  npmThatBuilds();
  const again = bootstrap({ needs: ['native', 'keyring'], user: 0 });
  expect(again.said).toMatch(/keytar could not be built before, and what it needs is here now: running npm ci/);
  expect(again.said).not.toMatch(/will fail/);
  expect(bootstrap({ needs: ['native', 'keyring'], user: 0 })).toEqual({ status: 0, said: '' });
});

test('a script that follows runs in a fresh clone on the Node that came with it, with its arguments and its exit code', () => {
  const node = `${clone}/node_modules/node-${process.platform}-x64/bin`;
  const copy = `/bin/mkdir -p "${clone}/node_modules/one" "${clone}/node_modules/.bin" "${node}"; /bin/cp "${clone}/package-lock.json" "${clone}/node_modules/.package-lock.json"`;
  fakeNpm(
    `${copy}; printf '{"version":"1.0.0"}' > "${clone}/node_modules/one/package.json"; /bin/ln -s "${process.execPath}" "${node}/node"; : > "${clone}/node_modules/.bin/node"`,
  );
  writeFileSync(path.join(clone, 'scripts/next.mjs'), 'console.log(process.versions.node, ...process.argv.slice(2)); process.exit(7);');
  const older = bootstrap({ versions: { node: '20.1.0' }, needs: ['--then', 'scripts/next.mjs', '--no-open'] });
  expect(older).toMatchObject({ status: 7, said: expect.stringContaining(`${process.versions.node} --no-open\n`) });
  expect(bootstrap({ needs: ['--then', 'scripts/next.mjs', 'one'] })).toEqual({ status: 7, said: `${process.versions.node} one\n` });
});

test('no script relies on one that npm would run before or after it: .npmrc switches those off', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['start']).toBeDefined();
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name))).toEqual([]);
});
