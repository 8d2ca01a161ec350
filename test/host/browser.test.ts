import { expect, test } from 'vitest';
import { findBrowser } from '#scripts/browser.mjs';

// Which browser the tests take on each system: never only Debian's Chromium.

const system = (platform: NodeJS.Platform, given: { env?: NodeJS.ProcessEnv; files?: string[]; folders?: Record<string, string[]> }) => ({
  platform,
  env: given.env ?? {},
  home: platform === 'win32' ? 'C:\\Users\\Ana Díaz' : '/home/ana',
  exists: (file: unknown) => given.files?.includes(String(file)) ?? false,
  foldersIn: (folder: string) => given.folders?.[folder] ?? [],
});

test('a named one wins, then the system’s Chromium, Playwright’s own, an installed Chrome or Edge', () => {
  const own = { '/home/ana/.cache/ms-playwright': ['chromium-1200', 'ffmpeg-1011'] };
  const all = { env: { CHROMIUM_PATH: '/x/chromium' }, files: ['/usr/bin/chromium'], folders: own };
  expect(findBrowser(system('linux', all))).toEqual({ executablePath: '/x/chromium' });
  expect(findBrowser(system('linux', { ...all, env: {} }))).toEqual({ executablePath: '/usr/bin/chromium' });
  expect(findBrowser(system('linux', { folders: own, files: ['/opt/google/chrome/chrome'] }))).toEqual({});
  expect(findBrowser(system('linux', { files: ['/opt/google/chrome/chrome'] }))).toEqual({ channel: 'chrome' });
  expect(findBrowser(system('linux', {}))).toBeNull();
});

test('Windows: its own places, with their spaces', () => {
  const env = {
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    LOCALAPPDATA: 'C:\\Users\\Ana Díaz\\AppData\\Local',
  };
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  expect(findBrowser(system('win32', { env, files: [edge] }))).toEqual({ channel: 'msedge' });
  const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
  expect(findBrowser(system('win32', { env, files: [edge, chrome] }))).toEqual({ channel: 'chrome' });
  const folders = { 'C:\\Users\\Ana Díaz\\AppData\\Local\\ms-playwright': ['chromium-1200'] };
  expect(findBrowser(system('win32', { env, files: [edge], folders }))).toEqual({});
  expect(findBrowser(system('win32', { env, files: ['/usr/bin/chromium'] }))).toBeNull();
});

test('macOS: Playwright’s own or an app', () => {
  expect(findBrowser(system('darwin', { folders: { '/home/ana/Library/Caches/ms-playwright': ['chromium-1200'] } }))).toEqual({});
  expect(findBrowser(system('darwin', { files: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'] }))).toEqual({
    channel: 'chrome',
  });
});
