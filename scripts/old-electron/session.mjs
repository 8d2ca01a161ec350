// A desktop session for programs of the tests, on Linux: a display (Xvfb) with a window manager, a session bus, an open keychain, and a normal user, because
// Chromium's sandbox is not for root. Elsewhere a program runs as it is.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realSystem, userNamespaceWorks, whyNoSandbox } from '../electron-possible.mjs';
import { root } from '../freshness.mjs';

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

/** The session's home: short, because paths of sockets are, and with an `xdg-open` that opens no browser of the person's. */
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

/** The words that start a command in the session, as another user where there is one and from a place that this user can read. */
function sessionCommand(command, as, home) {
  if (process.platform !== 'linux') return command;
  const inside = ['dbus-run-session', '--', 'bash', '-c', script, 'session'];
  if (!as) return [...inside, ...command];
  if (succeeds(as.prefix[0], [...as.prefix.slice(1), 'test', '-r', path.join(root, 'package.json')]))
    return [...as.prefix, ...inside, ...command];
  // a clone in root's own folder: the same files at a place that is open
  const place = path.join(home, 'clone');
  mkdirSync(place);
  const moved = command.map((word) => word.replaceAll(root, place));
  const mount = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', mount, 'sh', root, place, ...as.prefix, ...inside, ...moved];
}

/**
 * Runs a command in a session of its own and answers its exit code. `runtime` is the executable that needs a sandbox, `writable` what the
 * session's user may write. Rejects where no session or no sandbox can be had.
 * @param {string[]} command
 * @param {{ runtime: string, env?: Record<string, string>, writable?: string[] }} given
 * @returns {Promise<number>}
 */
export async function runInSession(command, { runtime, env = {}, writable = [] }) {
  const as = process.platform === 'linux' ? testUser() : null;
  const noSandbox = allowSandbox(runtime, as);
  if (noSandbox) throw new Error(noSandbox);
  for (const folder of writable) {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    if (as) chownSync(folder, as.uid, as.gid);
  }
  const { home, env: own } = process.platform === 'linux' ? makeHome(as) : { home: null, env: {} };
  const [file, ...args] = sessionCommand(command, as, home);
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...own, ...env } });
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => resolve(status ?? 1));
  });
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (home) rmSync(home, { recursive: true, force: true });
  return code;
}
