// Which browser the tests drive. No dependencies of its own: what a machine lacks is looked for before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

function foldersIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const realSystem = { platform: process.platform, env: process.env, home: os.homedir(), exists: existsSync, foldersIn };

/** Playwright's folder of browsers. */
function playwrightFolder({ platform, env, home }) {
  const join = platform === 'win32' ? path.win32.join : path.posix.join;
  if (env.PLAYWRIGHT_BROWSERS_PATH) return env.PLAYWRIGHT_BROWSERS_PATH;
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'ms-playwright');
  return platform === 'darwin'
    ? join(home, 'Library', 'Caches', 'ms-playwright')
    : join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

/** Browsers of the system, by Playwright's name of the channel. */
function channels({ platform, env }) {
  if (platform === 'darwin')
    return [
      ['chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
      ['msedge', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ];
  if (platform !== 'win32') return [['chrome', '/opt/google/chrome/chrome']];
  const programs = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(Boolean);
  return [
    ['chrome', 'Google\\Chrome\\Application\\chrome.exe'],
    ['msedge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ].flatMap(([channel, program]) => programs.map((folder) => [channel, path.win32.join(folder, program)]));
}

/**
 * Playwright's launch options for the first browser that is there: the one that CHROMIUM_PATH names, the system's Chromium, Playwright's own
 * (an empty answer), an installed Chrome or Edge. Null when there is none.
 * @returns {{ executablePath?: string, channel?: string } | null}
 */
export function findBrowser(system = realSystem) {
  const { platform, env, exists } = system;
  if (env.CHROMIUM_PATH) return { executablePath: env.CHROMIUM_PATH };
  const installed = platform === 'linux' ? ['/usr/bin/chromium', '/usr/bin/chromium-browser'] : [];
  const executablePath = installed.find((file) => exists(file));
  if (executablePath) return { executablePath };
  if (system.foldersIn(playwrightFolder(system)).some((name) => /^chromium-\d+$/.test(name))) return {};
  const channel = channels(system).find(([, program]) => exists(program))?.[0];
  return channel ? { channel } : null;
}
