import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startService } from '#service/start-service.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { needRuntime, newDesk, test, type ElectronDesk } from './electron-desk.ts';
import { changeFirstExpense } from './first-day.ts';
import { ledTo } from './led-to.ts';
import { fillOauth } from './person.ts';

// The real window in a real Electron: `npm run e2e:electron` (which says loudly where there is none). `npm test` runs what is tagged @quick.

const quick = { tag: '@quick' };

test.describe('after one start', quick, () => {
  test.describe.configure({ mode: 'serial' });
  let desk: ElectronDesk;
  let remove: (() => Promise<void>) | undefined;
  test.beforeAll(async () => {
    needRuntime();
    ({ desk, remove } = newDesk());
    await desk.launch();
  });
  test.afterAll(() => remove?.());

  test('is signed in to the embedded sandbox, with a locked window', async () => {
    const { window } = desk;
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
    await changeFirstExpense(desk.window, '12 Mar 2026');
  });

  test('navigation, new windows and permissions are refused', async () => {
    const { window } = desk;
    await window.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    expect(window.url()).toMatch(/^app:\/\/layover\//);
    expect(await window.evaluate(() => globalThis.open('https://evil.example/') === null)).toBe(true);
    expect(await window.evaluate(() => Notification.requestPermission())).toBe('denied');
  });

  test('a second launch focuses the first and shows what its link names', async () => {
    await desk.shell.evaluate(({ app }) => {
      app.emit('second-instance', {}, ['layover', 'layover://expense/11111111-2222-4333-8444-555555555555'], '');
    });
    await expect.poll(() => desk.window.url()).toContain('11111111-2222-4333-8444-555555555555');
  });

  test('a file opened with a second launch is offered to the import, and nothing is written', async () => {
    const file = path.join(desk.dataFolder, 'expenses.csv');
    writeFileSync(file, 'id,status\n11111111-2222-4333-8444-555555555555,CREATED\n');
    await desk.shell.evaluate(({ app }, given) => app.emit('second-instance', {}, ['layover', given], '/'), file);
    const dialog = desk.window.getByRole('dialog', { name: 'Import', exact: true });
    await expect(dialog).toContainText('expenses.csv');
    await expect(dialog.getByRole('button', { name: /^Import 1/ })).toBeVisible();
  });

  test('a page that crashes is loaded again', async () => {
    const { shell } = desk;
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
});

test('a user signs in through the system browser; after a restart the account is there', quick, async ({ desk }) => {
  const service = await startService();
  try {
    await desk.launch();
    // The system's browser is not ours to drive: what it would be given is kept, and the user's part is played over HTTPS.
    await desk.shell.evaluate(({ shell: system }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      system.openPath = async (file) => (opened.push(file), '');
    });
    const { clientId, clientSecret } = service.credentials;
    await fillOauth(desk.window, { address: service.baseUrl, clientId, clientSecret, ca: service.caPem }, 'Head office');
    await desk.window.getByRole('button', { name: 'Continue in the browser' }).click();
    const opened = () => desk.shell.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    await expect.poll(opened).toHaveLength(1);
    const [file = ''] = await opened();
    const address = ledTo(file);
    expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
    const [person] = people(service);
    if (!person) throw new Error('the seed has nobody with that role');
    await signInAs(service, address, person);
    await desk.window.getByRole('button', { name: 'Keep this sign-in' }).click();
    await expect(desk.window.getByRole('button', { name: 'Account: Head office' })).toBeVisible();
    await expect(desk.window.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
    await desk.shell.close();
    await desk.launch();
    await expect(desk.window.getByRole('button', { name: 'Account: Head office' })).toBeVisible();
  } finally {
    await service.close();
  }
});

const quitLine = process.platform === 'darwin' ? 'Quit Layover' : 'Quit';

test('quitting by menu keeps the window’s place and closes in order', quick, async ({ desk }) => {
  await desk.launch();
  const bounds = { x: 60, y: 70, width: 900, height: 640 };
  await desk.shell.evaluate(({ BrowserWindow }, given) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(given);
  }, bounds);
  const gone = desk.ended();
  await desk.choose(quitLine);
  expect(await gone).toBe(0);
  expect(existsSync(path.join(desk.dataFolder, 'host.json'))).toBe(false);
  const kept = JSON.parse(readFileSync(path.join(desk.dataFolder, 'window.json'), 'utf8')) as Record<string, unknown>;
  expect(kept).toMatchObject({ width: bounds.width, height: bounds.height });
  await desk.launch();
  const [size] = await desk.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.getNormalBounds()));
  expect(size).toMatchObject({ width: bounds.width, height: bounds.height });
});

test('quitting twice at once ends once, without a word', async ({ desk }) => {
  await desk.launch();
  const gone = desk.ended();
  await Promise.allSettled([desk.choose(quitLine), desk.choose(quitLine)]);
  expect(await gone).toBe(0);
  expect(existsSync(path.join(desk.dataFolder, 'host.json'))).toBe(false);
});

// Windows knows no signals: there a process ends or is ended
for (const signal of process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const))
  test(`ends in order on ${signal}`, async ({ desk }) => {
    await desk.launch();
    const gone = desk.ended();
    desk.shell.process().kill(signal);
    expect(await gone).toBe(0);
    expect(existsSync(path.join(desk.dataFolder, 'host.json'))).toBe(false);
  });
