import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A user's desktop session with its real, unlocked keychain: it lives on while the app is killed and started again. */
export interface Keyring {
  /** The environment of a program that uses it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const script = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
printf 'bus %s\\n' "$DBUS_SESSION_BUS_ADDRESS"
exec cat`;

/** Starts a session bus with an unlocked keychain on it. Rejects when either program is missing (`.ci/run` installs them). */
export async function startKeyring(): Promise<Keyring> {
  // Socket paths must be short.
  const home = mkdtempSync(path.join(os.tmpdir(), 'kr-'));
  const folders = { XDG_DATA_HOME: path.join(home, 'data'), XDG_RUNTIME_DIR: path.join(home, 'run') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 });
  const env = { HOME: home, ...folders };
  const [program = '', ...args] = ['dbus-run-session', '--', 'sh', '-c', script];
  const session = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = new Promise((resolve) => session.once('exit', resolve));
  const bus = await new Promise<string>((resolve, reject) => {
    let text = '';
    session.once('error', reject);
    session.once('exit', (code) => reject(new Error(`the session ended with ${code}`)));
    session.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = /^bus (\S+)$/m.exec(text);
      if (line?.[1]) resolve(line[1]);
    });
  });
  return {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: bus },
    close: async () => {
      session.stdin.end();
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
