// Checks that Electron's runtime can open a window here before it starts: otherwise it ends with a core dump and no explanation.
import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** False where `unshare` gets no user namespace; a system without that program is not judged. `as` are the words that start it as another user. */
export function userNamespaceWorks(as = []) {
  const [command, ...args] = [...as, 'unshare', '-Ur', 'true'];
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' });
  return error !== undefined || status === 0;
}

/** True for a file that runs as root (setuid), as Chromium's older sandbox does. */
function isSetuidRoot(file) {
  try {
    const { uid, mode } = statSync(file);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

export const realSystem = {
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.() ?? -1,
  userNamespaceWorks: () => userNamespaceWorks(),
  isSetuidRoot,
};

/** Why no window can be opened, in one line, or null. Says nothing of the sandbox. */
export function whyNoWindow({ platform, env, uid } = realSystem) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (uid === 0) return 'Electron refuses to run as root without switching its sandbox off';
  return null;
}

/**
 * Why the runtime at `executable` cannot make its sandbox, in one line with the command that allows it, or null. Chromium takes a setuid
 * helper beside it where there is one, else a user namespace, which current Ubuntu gives only to programs with a profile.
 */
export function whyNoSandbox(executable, system = realSystem) {
  if (system.platform !== 'linux') return null;
  const helper = path.join(path.dirname(executable), 'chrome-sandbox');
  if (system.isSetuidRoot(helper) || system.userNamespaceWorks()) return null;
  const quoted = `'${helper.replaceAll("'", "'\\''")}'`;
  return `this system lets no program make its own sandbox (allow this one: sudo chown root ${quoted} && sudo chmod 4755 ${quoted})`;
}

/** True for a runtime that never ran our program: it ended by a signal (its sandbox, a missing driver) or as "cannot be executed". */
export function neverRan(code, signal) {
  return ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS', 'SIGSYS'].includes(signal) || [126, 127, 132, 133, 134, 139].includes(code);
}

/** Ctrl+C reaches everybody who shares the terminal: handed on as well, it would come twice, and twice means "at once". */
export function handsOn(signal, onTerminal) {
  return signal !== 'SIGINT' || !onTerminal;
}

const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program beside this one until it ends; a polite kill reaches it. `failed` hears why it could not be started. */
export function runBeside(file, args, { cwd, stdio = 'inherit', failed, ended }) {
  const child = spawn(file, args, { cwd, stdio });
  const pass = (signal) => {
    if (handsOn(signal, process.stdin.isTTY === true)) child.kill(signal);
  };
  for (const signal of ends) process.on(signal, pass);
  child.on('error', (error) => failed(`${file} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const one of ends) process.off(one, pass);
    ended(code, signal);
  });
}
