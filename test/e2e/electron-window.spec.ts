import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endOf, test, type ElectronDesk } from './electron-desk.ts';

// The real window: what it says of itself, where it stands, and what becomes of a page that hangs.

test.describe.configure({ timeout: 60_000 });

const boundsOf = ({ shell }: ElectronDesk) => shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getNormalBounds());

test('About says the name and the version of this build', { tag: '@quick' }, async ({ desk }) => {
  await desk.launch('--without-service');
  await desk.answerBoxes(0);
  const version = await desk.shell.evaluate(({ app }) => app.getVersion());
  await desk.choose('About Layover');
  await expect.poll(() => desk.boxes()).toHaveLength(1);
  expect((await desk.boxes())[0]).toMatchObject({ message: `Layover ${version}`, ofWindow: true });
});

test('a page that hangs is loaded again when the user wants that', { tag: '@quick' }, async ({ desk }) => {
  await desk.launch('--without-service');
  await desk.answerBoxes(1);
  await desk.shell.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    void window!.webContents.executeJavaScript('for (;;);').catch(() => undefined);
    // Chromium says so itself after half a minute without an answer to an input
    window!.emit('unresponsive');
  });
  await expect.poll(() => desk.boxes()).toEqual([expect.objectContaining({ buttons: ['Wait', 'Load again'], ofWindow: true })]);
  const loaded = () =>
    desk.shell.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      return (
        !webContents.isCrashed() && !webContents.isLoading() && webContents.executeJavaScript('document.querySelector("nav") !== null')
      );
    });
  const soon = () => Promise.race([loaded(), new Promise((resolve) => setTimeout(resolve, 1_000, false))]);
  await expect.poll(() => soon().catch(() => false)).toBe(true);
});

test('the window keeps its position over three restarts under a window manager', { tag: '@slow' }, async ({ desk }) => {
  const manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore' });
  try {
    await desk.launch('--without-service');
    await desk.shell.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 120, y: 90, width: 900, height: 640 }),
    );
    await expect.poll(async () => (await boundsOf(desk)).width).toBe(900);
    const first = await boundsOf(desk);
    for (let restart = 0; restart < 3; restart++) {
      const gone = desk.ended();
      await desk.choose('Quit');
      expect(await gone).toBe(0);
      await desk.launch('--without-service');
      await expect.poll(() => boundsOf(desk)).toEqual(first);
    }
  } finally {
    manager.kill();
    await endOf(manager);
  }
});

test('an address of the window that is no page is not gone to', { tag: '@quick' }, async ({ desk }) => {
  await desk.launch('--without-service');
  await desk.window.evaluate(() => {
    location.href = 'app://layover/nothing.html';
  });
  expect(await desk.window.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
  expect(desk.window.url()).toMatch(/^app:\/\/layover\/(#|$)/);
});

test('a start that is refused says why, writes nothing, and ends on SIGTERM', { tag: '@quick' }, async ({ desk }) => {
  // anybody could put another folder in the place of this one
  const open = path.join(desk.dataFolder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  const child = desk.spawn('--data', path.join(open, 'data'));
  let said = '';
  child.stdout!.resume();
  child.stderr!.on('data', (text) => (said += String(text)));
  await expect.poll(() => said).toContain('is not safe');
  child.kill('SIGTERM');
  const end = await endOf(child);
  // a signal that comes before the box is there ends the process on its own, which is an end as asked
  expect(end === 'SIGTERM' || typeof end === 'number', String(end)).toBe(true);
});

test('a flag out of range is reported', async ({ desk }) => {
  const child = desk.spawn('--port', '99999');
  let said = '';
  child.stdout!.resume();
  child.stderr!.on('data', (text) => (said += String(text)));
  await expect.poll(() => said).toContain('--port is a whole number');
  child.kill('SIGTERM');
  await endOf(child);
});

test('the reason of a sandbox that cannot start is what it says first', { tag: '@quick' }, async ({ desk }) => {
  await desk.launchWindow('--sandbox=--no-such-flag');
  const reasons = () => desk.log().filter(({ event }) => event === 'sandbox did not start');
  await expect.poll(() => reasons().length).toBeGreaterThan(0);
  expect(reasons()[0]!['trouble']).toContain('--no-such-flag');
  await expect(desk.window.getByRole('navigation').first()).toBeVisible();
});
