// Debian packages for some of our work, and their installation. No dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './browser.mjs';

/** A browser for the tests; one that is named has to be there. */
function browserFound() {
  const browser = findBrowser();
  return browser !== null && (browser.executablePath === undefined || existsSync(browser.executablePath));
}
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const hasLibrary = (name) => spawnSync('sh', ['-c', 'PATH=$PATH:/sbin:/usr/sbin ldconfig -p'], { encoding: 'utf8' }).stdout.includes(name);
const onPath = (program) => succeeds('sh', '-c', `command -v ${program}`);
const program = (name, what, install = name) => ({ found: () => onPath(name), what: `${what} (${name})`, install });

/** By what needs it: each part, how to tell that it is there, and the Debian packages that hold it. */
const needs = {
  chromium: [{ found: browserFound, what: 'A browser for the tests (Chromium, Playwright’s own, Chrome)', install: 'chromium' }],
  keyring: [
    program('dbus-run-session', 'a session bus', 'dbus'),
    program('gnome-keyring-daemon', 'a keychain', 'gnome-keyring libsecret-1-0'),
  ],
  tools: [program('git', 'what tells which files are the repository’s'), program('openssl', 'what makes the certificates of a company')],
  // the real window: what Electron links, a display, a window manager and a hand on the keyboard
  electron: [
    ...[
      ['libgtk-3.so.0', 'libgtk-3-0'],
      ['libnss3.so', 'libnss3'],
      ['libasound.so.2', 'libasound2'],
      ['libgbm.so.1', 'libgbm1'],
    ].map(([library, install]) => ({ found: () => hasLibrary(library), what: `A library of Electron’s (${library})`, install })),
    program('xvfb-run', 'a display for the real window', 'xvfb xauth'),
    program('openbox', 'a window manager'),
    program('xdotool', 'what presses keys in the real window'),
    program('unzip', 'what unpacks the older Electron'),
    program('g++', 'what compiles SQLite for the older Electron', 'gcc g++'),
  ],
  schemas: [program('xmllint', 'what holds XML against its schema', 'libxml2-utils')],
  deb: [program('debootstrap', 'what makes a bare Debian root')],
  office: [program('soffice', 'what opens an exported workbook', 'libreoffice-calc-nogui')],
  // keytar comes as source where the registry's binary cannot be fetched
  native: [
    program('make', 'what builds native modules'),
    program('g++', 'a C++ compiler'),
    program('python3', 'what node-gyp runs on'),
    {
      found: () => succeeds('pkg-config', '--exists', 'libsecret-1'),
      what: 'the keychain’s headers',
      install: 'pkg-config libsecret-1-dev',
    },
  ],
};

/** The parts that these needs lack on this Debian; none elsewhere. */
export function missingParts(wanted) {
  if (process.platform !== 'linux') return [];
  return [...new Set(wanted)].flatMap((need) => needs[need]).filter((part) => !part.found());
}

const asksFor = (parts) => parts.map((part) => part.install).join(' ');

/** One sentence per missing part, with the command that installs it. */
export function explainMissing(parts) {
  return parts.map((part) => `${part.what} is missing. Install it: sudo apt-get install -y --no-install-recommends ${part.install}`);
}

/** The prefix that runs a command as root without a question: none, `sudo -n`, or null. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', '-n', 'true') ? ['sudo', '-n'] : null;
}

/** Installs what is missing where that needs no question, and says so; answers what is missing still. */
export function installMissing(wanted, say) {
  const missing = missingParts(wanted);
  const prefix = missing.length > 0 && !process.env.LAYOVER_NO_INSTALL && onPath('apt-get') ? asRoot() : null;
  if (prefix === null) return missing;
  say(`installing ${asksFor(missing)} (Debian packages; --no-install leaves that to you)`);
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return spawnSync(command, rest, { stdio: ['ignore', 2, 2] }).status === 0;
  };
  if (!apt('update')) say('the lists of packages could not be fetched; trying with the ones that are here');
  if (!apt('install', '-y', '--no-install-recommends', ...asksFor(missing).split(' '))) say('apt-get failed; its message stands above');
  return missingParts(wanted);
}
