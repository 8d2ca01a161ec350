import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { endOf, test, type ElectronDesk } from './electron-desk.ts';
import { recordIt } from './person.ts';

// Every way out of the real shell. A process that does not end is killed by the fixture, and its test is red by its own limit.

test.describe.configure({ timeout: 40_000 });

const errorsOf = (desk: ElectronDesk) => desk.log().filter(({ level }) => level === 'error');
const isClosed = (desk: ElectronDesk) => !existsSync(path.join(desk.dataFolder, 'host.json'));
const isOpen = (desk: ElectronDesk) => existsSync(path.join(desk.dataFolder, 'host.json'));

/** Types a date into an expense's form and leaves it there. */
async function typeHalf({ window }: ElectronDesk): Promise<void> {
  await window
    .getByRole('link', { name: /Expenses/ })
    .first()
    .click();
  await window.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(1).click();
  await window.keyboard.press('e');
  await window.getByRole('textbox', { name: 'Date', exact: true }).fill('12 Mar 2026');
}

const press = (desk: ElectronDesk) =>
  desk.shell.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });

for (const stream of ['stderr', 'stdout'] as const)
  test(
    `ends in order on SIGTERM after the reader of its ${stream} is gone`,
    { tag: stream === 'stderr' ? '@quick' : '@slow' },
    async ({ desk }) => {
      // the sandbox's failure is logged as an error, and errors are written to stderr
      const child = desk.spawn('--sandbox=--no-such-flag');
      let said = '';
      child[stream]!.destroy();
      child[stream === 'stderr' ? 'stdout' : 'stderr']!.on('data', (text) => (said += String(text)));
      await expect.poll(() => errorsOf(desk).length).toBeGreaterThan(1);
      await expect.poll(() => isOpen(desk)).toBe(true);
      child.kill('SIGTERM');
      expect([await endOf(child), said]).toEqual([0, said]);
      expect(isClosed(desk)).toBe(true);
    },
  );

test('an exception that nobody catches is logged, and the app ends in order', { tag: '@quick' }, async ({ desk }) => {
  await desk.launch();
  await desk.answerBoxes(0);
  await desk.shell.evaluate(() => {
    setImmediate(() => {
      throw new Error('a bug of the main process');
    });
  });
  expect(await desk.ended()).toBe(1);
  expect(errorsOf(desk)).toContainEqual(expect.objectContaining({ event: 'bug', detail: 'a bug of the main process' }));
  expect(isClosed(desk)).toBe(true);
});

test('the close button asks over its own window, and Stay keeps the window with what was typed', { tag: '@quick' }, async ({ desk }) => {
  await desk.launch();
  const { window } = desk;
  await desk.answerBoxes(1);
  await typeHalf(desk);
  await press(desk);
  await expect.poll(() => desk.boxes()).toHaveLength(1);
  const [box] = await desk.boxes();
  expect(box).toMatchObject({ ofWindow: true, buttons: ['Quit', 'Stay'] });
  expect(box!.detail).toContain(await window.getByRole('article').getAttribute('aria-label'));
  await expect(window.getByRole('textbox', { name: 'Date', exact: true })).toHaveValue('12 Mar 2026');
  await recordIt(window);
  await expect(window.getByRole('main').getByText('Confirmed').first()).toBeVisible();
  // nothing is typed any more, and nothing is unfinished: there is nothing to ask
  await press(desk);
  expect(await desk.ended()).toBe(0);
});

for (const way of ['is loaded again', 'crashed'] as const)
  test(`typed text returns in a page that ${way}`, { tag: '@slow' }, async ({ desk }) => {
    await desk.launch();
    const { window, shell } = desk;
    await desk.answerBoxes(1);
    await typeHalf(desk);
    const title = await window.getByRole('article').getAttribute('aria-label');
    await shell.evaluate(({ BrowserWindow }, crashes) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      if (crashes) webContents.forcefullyCrashRenderer();
      else webContents.reload();
    }, way === 'crashed');
    // a page that is going never answers what it was asked, and Playwright lets go of one that crashed
    const inPage = (code: string) =>
      shell.evaluate(({ BrowserWindow }, asked) => BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(asked) as unknown, code);
    const soon = (code: string) =>
      Promise.race([inPage(code).catch(() => null), new Promise((resolve) => setTimeout(resolve, 1_000, null))]);
    await expect
      .poll(() => soon(`document.body.innerText.includes(${JSON.stringify(`What you typed for ${title} is still here`)})`))
      .toBe(true);
    await inPage(`[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Edit')?.click()`);
    await expect.poll(() => soon(`[...document.querySelectorAll('input')].some(({ value }) => value === '12 Mar 2026')`)).toBe(true);
    expect(await desk.boxes()).toEqual([]);
  });

/** The files of a first start, in order of creation. */
for (const made of ['shell', 'logs', 'sandbox', 'sandbox/port', 'accounts', 'host.json'])
  test(
    `a polite kill as soon as a first start has made ${made} ends in order`,
    { tag: made === 'shell' ? '@quick' : '@slow' },
    async ({ desk }) => {
      const child = desk.spawn();
      let said = '';
      child.stderr!.on('data', (text) => (said += String(text)));
      child.stdout!.resume();
      await expect.poll(() => existsSync(path.join(desk.dataFolder, made)), { intervals: [5] }).toBe(true);
      child.kill('SIGTERM');
      expect([await endOf(child), said]).toEqual([0, said]);
      expect(errorsOf(desk)).toEqual([]);
      expect(said).not.toMatch(/ended by itself|TypeError|not open/);
      expect(isClosed(desk)).toBe(true);
    },
  );

// A terminal or a session that closes signals every process of the app, the sandbox and Chromium's helpers too.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(
    `${signal} to the whole group ends in order, and the sandbox's end is no accident`,
    { tag: signal === 'SIGTERM' ? '@quick' : '@slow' },
    async ({ desk }) => {
      const child = desk.spawnGroup();
      let said = '';
      child.stderr!.on('data', (text) => (said += String(text)));
      child.stdout!.resume();
      await expect.poll(() => isOpen(desk)).toBe(true);
      process.kill(-child.pid!, signal);
      expect([await endOf(child), said]).toEqual([0, said]);
      expect(errorsOf(desk)).toEqual([]);
      expect(isClosed(desk)).toBe(true);
    },
  );

for (const afterMs of [0, 500, 1_000])
  test(`a quit ${afterMs} ms after the window logs no error`, { tag: afterMs === 0 ? '@quick' : '@slow' }, async ({ desk }) => {
    await desk.launch();
    await desk.shell.close();
    // a later start opens its page before its sandbox
    await desk.launchWindow();
    await pause(afterMs);
    await desk.choose('Quit');
    expect(await desk.ended()).toBe(0);
    expect(errorsOf(desk)).toEqual([]);
  });

test('X pressed three times as soon as the first window of a first start shows ends in order', { tag: '@quick' }, async ({ desk }) => {
  await desk.launchWindow();
  await desk.shell.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const press = () => {
      for (let presses = 0; presses < 3; presses++) setImmediate(() => window!.isDestroyed() || window!.close());
    };
    // the app may be gone before this call has answered
    if (window!.isVisible()) press();
    else window!.once('show', press);
  });
  expect(await desk.ended()).toBe(0);
  expect(errorsOf(desk)).toEqual([]);
});
