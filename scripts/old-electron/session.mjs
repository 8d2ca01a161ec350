// A desktop session for programs of the tests, on Linux: a display (Xvfb) with a window manager, a session bus, an open keychain, and a normal user, because
// Chromium's sandbox is not for root. Elsewhere a program runs as it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realSystem, userNamespaceWorks, whyNoSandbox } from '../electron/electron-possible.mjs';
import { root } from '../freshness.mjs';
import { runToEnd } from '../stages.mjs';

const user = 'layover-tests';
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const answer = (command, args) => spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** The user that root hands the tests to, made where missing; null where a normal user runs already. */
function testUser() {
  if (process.getuid?.() !== 0) return null;
  if (!succeeds('id', ['-u', user])) {
    process.stderr.write(`[electron] making the user ${user}: Chromium's sandbox is not for root\n`);
    const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user]);
    if (made.status !== 0) throw new Error(`the user ${user} could not be made: ${made.error?.message ?? made.stderr}`);
  }
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(answer('id', [flag, user])));
  return { uid, gid, prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'] };
}

/** Allows the runtime at `executable` its sandbox where root can; answers null, or why there is none in one line. */
function allowSandbox(executable, as) {
  if (process.platform !== 'linux') return null;
  const asked = () => whyNoSandbox(executable, { ...realSystem, userNamespaceWorks: () => userNamespaceWorks(as?.prefix) });
  const why = asked();
  if (!why || !as) return why;
  const helper = path.join(path.dirname(executable), 'chrome-sandbox');
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
  return asked();
}

/** The session's home: short, because paths of sockets are, and with an `xdg-open` that opens no browser of the user's. */
function makeHome(as) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'oe-'));
  const folders = { XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_RUNTIME_DIR: 'run', TMPDIR: 'tmp' };
  const env = { HOME: home };
  for (const [name, folder] of Object.entries(folders)) mkdirSync((env[name] = path.join(home, folder)), { mode: 0o700 });
  mkdirSync(path.join(home, 'bin'));
  writeFileSync(path.join(home, 'bin/xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  if (as) {
    spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, home]);
    Object.assign(env, { USER: user, LOGNAME: user });
  }
  return { home, env: { ...env, PATH: `${path.join(home, 'bin')}:${process.env.PATH}` } };
}

const script = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
exec xvfb-run -a -s "-screen 0 1600x1000x24" sh -c 'openbox & "$@"; code=$?; kill $!; exit $code' sh "$@"`;

/**
 * The folder of the project as the session's user can read it: a clone in a closed folder, root's own for one, is copied into the session's
 * home (a second per 100 MB), because not every container may mount.
 */
function readablePlace(as, home) {
  const canRead = ['test', '-r', path.join(root, 'package.json'), '-a', '-x', path.join(root, 'out')];
  if (!as || succeeds(as.prefix[0], [...as.prefix.slice(1), ...canRead])) return root;
  const place = path.join(home, 'clone');
  process.stderr.write(`[electron] copying the clone: ${user} cannot read ${root}\n`);
  for (const args of [
    ['cp', '-r', root, place],
    ['chown', '-R', `${as.uid}:${as.gid}`, place],
  ])
    if (!succeeds(args[0], args.slice(1))) throw new Error(`the clone could not be copied for ${user} (${args.join(' ')})`);
  return place;
}

/**
 * Runs commands in a session of their own. `runtime` is the executable that needs a sandbox, `writable` what the session's user may write.
 * `probe` is an Electron app that must open and end with 0 first. Answers the exit code of the command; rejects where no session, no sandbox
 * or no window can be had.
 * @param {string[]} command
 * @param {{ runtime: string, env?: Record<string, string>, writable?: string[], probe?: string }} given
 * @returns {Promise<number>}
 */
export async function runInSession(command, { runtime, env = {}, writable = [], probe }) {
  const linux = process.platform === 'linux';
  const as = linux ? testUser() : null;
  const noSandbox = allowSandbox(runtime, as);
  if (noSandbox) throw new Error(noSandbox);
  for (const folder of writable) {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    if (as) chownSync(folder, as.uid, as.gid);
  }
  const { home, env: own } = linux ? makeHome(as) : { home: null, env: {} };
  try {
    const place = linux ? readablePlace(as, home) : root;
    const moved = (word) => word.replaceAll(root, place);
    const run = async (words, stdio) => {
      const inside = linux ? [...(as?.prefix ?? []), 'dbus-run-session', '--', 'bash', '-c', script, 'session'] : [];
      const [file, ...args] = [...inside, ...words.map(moved)];
      const movedEnv = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, moved(value)]));
      return runToEnd(file, args, { cwd: place, stdio, env: { ...process.env, ...own, ...movedEnv } });
    };
    if (probe) {
      const { code, output } = await run([...(linux ? ['timeout', '-k', '5', '60'] : []), runtime, probe], ['ignore', 'pipe', 'pipe']);
      if (code !== 0)
        throw new Error(`this Electron opens no window here (exit ${code}: ${output.trim().split('\n').slice(-3).join(' | ')})`);
    }
    const { code } = await run(command, ['ignore', 'inherit', 'inherit']);
    if (place !== root)
      for (const folder of writable.filter((one) => one.startsWith(root))) cpSync(moved(folder), folder, { recursive: true, force: true });
    return code;
  } finally {
    if (home) rmSync(home, { recursive: true, force: true });
  }
}
