import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import { findRuntime } from '#scripts/electron/electron-runtime.mjs';
import { startService } from '#service/start-service.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { ledTo } from './led-to.ts';
import { changeFirstExpense } from './first-day.ts';
import { fillOauth } from './person.ts';

// The real window in a real Electron: `npm run e2e:electron` (which says loudly where there is none).

const root = path.resolve(import.meta.dirname, '../..');
const runtime = findRuntime();
let dataFolder: string;
let shell: ElectronApplication;
let window: Page;

test.describe.configure({ mode: 'serial' });
test.beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-electron-'));
  await launch();
});
test.afterEach(async () => {
  await shell.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function launch(...more: string[]): Promise<void> {
  // CI runs as root, where Chromium cannot make its sandbox; the fuses and preferences are the package's own tests
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // Playwright adds that switch by itself, whoever runs it, unless it is told not to
  const chromiumSandbox = process.getuid?.() !== 0;
  const args = [root, '--data', dataFolder, ...asRoot, ...more];
  shell = await _electron.launch({ executablePath: runtime!, args, cwd: root, chromiumSandbox });
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
  await changeFirstExpense(window, '12 Mar 2026');
});

test('a person signs in through the system browser; after a restart the account is there', async () => {
  const service = await startService();
  try {
    // The system's browser is not ours to drive: what it would be given is kept, and the person's part is played over HTTPS.
    await shell.evaluate(({ shell: system }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      system.openPath = async (file) => (opened.push(file), '');
    });
    const { clientId, clientSecret } = service.credentials;
    await fillOauth(window, { address: service.baseUrl, clientId, clientSecret, ca: service.caPem }, 'Head office');
    await window.getByRole('button', { name: 'Continue in the browser' }).click();
    const opened = () => shell.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    await expect.poll(opened).toHaveLength(1);
    const [file = ''] = await opened();
    const address = ledTo(file);
    expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
    const [person] = people(service);
    if (!person) throw new Error('the seed has nobody with that role');
    await signInAs(service, address, person);
    await window.getByRole('button', { name: 'Keep this sign-in' }).click();
    await expect(window.getByRole('button', { name: 'Account: Head office' })).toBeVisible();
    await expect(window.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
    await shell.close();
    await launch();
    await expect(window.getByRole('button', { name: 'Account: Head office' })).toBeVisible();
  } finally {
    await service.close();
  }
});

test('a file opened with a second launch is offered to the import, and nothing is written', async () => {
  const file = path.join(dataFolder, 'expenses.csv');
  writeFileSync(file, 'id\n11111111-2222-4333-8444-555555555555\n');
  await shell.evaluate(({ app }, given) => app.emit('second-instance', {}, ['layover', given], '/'), file);
  const dialog = window.getByRole('dialog', { name: 'Import an export' });
  await expect(dialog).toContainText('expenses.csv');
  await expect(dialog.getByRole('button', { name: /^Import 1/ })).toBeVisible();
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

/** Resolves with the exit code when the app has ended by itself. */
function ended(): Promise<number | null> {
  const running = shell.process();
  return new Promise((resolve) => {
    if (running.exitCode === null) running.once('exit', resolve);
    else resolve(running.exitCode);
  });
}

/** Chooses a line of the application's own menu, as a person does. */
async function choose(label: string): Promise<void> {
  await shell.evaluate(({ Menu }, wanted) => {
    const lines = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
    const line = lines.find((one) => one.label === wanted);
    // the app may be gone before this call has answered
    setImmediate(() => (line as { click?: () => void } | undefined)?.click?.());
  }, label);
}
const quitLine = process.platform === 'darwin' ? 'Quit Layover' : 'Quit';

test('quitting by menu keeps the window’s place', async () => {
  const bounds = { x: 60, y: 70, width: 900, height: 640 };
  await shell.evaluate(({ BrowserWindow }, given) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(given);
  }, bounds);
  const gone = ended();
  await choose(quitLine);
  expect(await gone).toBe(0);
  const kept = JSON.parse(readFileSync(path.join(dataFolder, 'window.json'), 'utf8')) as Record<string, unknown>;
  expect(kept).toMatchObject({ width: bounds.width, height: bounds.height });
  await launch();
  const [size] = await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.getNormalBounds()));
  expect(size).toMatchObject({ width: bounds.width, height: bounds.height });
});

test('quitting twice at once ends once, without a word', async () => {
  const gone = ended();
  await Promise.allSettled([choose(quitLine), choose(quitLine)]);
  expect(await gone).toBe(0);
  expect(existsSync(path.join(dataFolder, 'host.json'))).toBe(false);
  await launch();
});

test('Ctrl+C and a polite kill end in order', async () => {
  // Windows knows no signals: there a process ends or is ended
  for (const signal of process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const)) {
    const gone = ended();
    shell.process().kill(signal);
    expect([signal, await gone]).toEqual([signal, 0]);
    await launch();
  }
  expect(existsSync(path.join(dataFolder, 'host.json'))).toBe(true);
});

test('a sandbox service that cannot start ends with its reason in the log, and the window opens', async () => {
  await shell.close();
  await launch('--sandbox=--no-such-flag');
  // the window does not wait for its sandbox: the log may come after it
  const file = path.join(dataFolder, 'logs/layover.log');
  const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect.poll(log).toContain('sandbox did not start');
  expect(log()).toContain('--no-such-flag');
});

test('a page that crashes is loaded again', async () => {
  await shell.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const painted = () =>
    shell.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.querySelector("nav") !== null'),
    );
  // a page that is going never answers what it was asked
  const soon = () => Promise.race([painted(), new Promise((resolve) => setTimeout(resolve, 1_000, false))]);
  await expect.poll(() => soon().catch(() => false)).toBe(true);
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
