import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import { findRuntime } from '#scripts/electron-runtime.mjs';

// Real Electron, where its runtime is installed. Elsewhere these are skipped loudly; REQUIRE_ELECTRON=1 makes a skip a failure.

const root = path.resolve(import.meta.dirname, '../..');
const runtime = findRuntime();
const why =
  'ELECTRON RUNTIME NOT INSTALLED: the specs of the real shell are SKIPPED. Run `npx install-electron` where GitHub can be reached.';
let dataFolder: string;
let shell: ElectronApplication;
let window: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  if (runtime) return;
  if (process.env['REQUIRE_ELECTRON']) throw new Error(why);
  console.warn(`\n\u001b[33m  !! ${why}\u001b[0m\n`);
  // the one skip there is: no runtime, no real shell
  // eslint-disable-next-line no-restricted-syntax
  test.skip(true, why);
});
test.beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-electron-'));
  await launch();
});
test.afterEach(async () => {
  if (!runtime) return;
  await shell.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function launch(...more: string[]): Promise<void> {
  // CI runs as root, where Chromium cannot make its sandbox; the fuses and preferences are the package's own tests
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  shell = await _electron.launch({ executablePath: runtime!, args: [root, '--data', dataFolder, ...asRoot, ...more], cwd: root });
  window = await shell.firstWindow();
  await expect(window.getByRole('navigation').first()).toBeVisible();
}

test('starts, signed in to the embedded sandbox, with a locked window', async () => {
  expect(window.url()).toBe('app://layover/');
  const rights = await window.evaluate(() => ({
    require: 'require' in globalThis,
    process: 'process' in globalThis,
    shell: Object.keys((globalThis as unknown as { shell: object }).shell),
  }));
  expect(rights).toEqual({ require: false, process: false, shell: ['connect'] });
  await expect(window.getByRole('link', { name: /Expenses/ }).first()).toBeVisible();
});

test('an edit made here is sent and reported', async () => {
  await window
    .getByRole('link', { name: /Expenses/ })
    .first()
    .click();
  await window.getByRole('row').nth(1).click();
  await window.keyboard.press('Enter');
  await window.keyboard.press('e');
  await window.getByRole('textbox').first().fill('Changed in the real shell');
  await window.keyboard.press('Control+Enter');
  await expect(window.getByText(/Synced/).first()).toBeVisible();
});

test('a second launch focuses the first and shows what its link names', async () => {
  const opened = await shell.evaluate(({ app }) => {
    app.emit('second-instance', {}, ['layover', 'layover://expense/11111111-2222-4333-8444-555555555555'], '');
    return app.isReady();
  });
  expect(opened).toBe(true);
  await expect.poll(() => window.url()).toContain('11111111-2222-4333-8444-555555555555');
});

test('navigation, new windows and permissions are refused', async () => {
  await window.evaluate(() => {
    location.href = 'https://evil.example/';
  });
  expect(window.url()).toMatch(/^app:\/\/layover\//);
  expect(await window.evaluate(() => globalThis.open('https://evil.example/') === null)).toBe(true);
  expect(await window.evaluate(() => Notification.requestPermission())).toBe('denied');
});

test('quitting closes the database in order', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  shell.once('close', () => {
    resolve(undefined);
  });
  await shell.evaluate(({ app }) => {
    app.quit();
  });
  await closed;
  await launch();
});
