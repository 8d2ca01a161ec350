import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const onPath = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const needs = {
  chromium: [{ found: () => existsSync(chromium), what: `Chromium (${chromium})`, install: 'chromium' }],
  keyring: [
    { found: () => onPath('dbus-run-session'), what: 'a session bus (dbus-run-session)', install: 'dbus' },
    { found: () => onPath('gnome-keyring-daemon'), what: 'a keychain (gnome-keyring-daemon)', install: 'gnome-keyring libsecret-1-0' },
  ],
};

/** What the stage needs and this Debian lacks: one sentence each, with the command that installs it. */
export function missingFor(need) {
  if (process.platform !== 'linux') return [];
  return needs[need]
    .filter((one) => !one.found())
    .map((one) => `${one.what} is missing. Install it: sudo apt-get install -y --no-install-recommends ${one.install}`);
}
