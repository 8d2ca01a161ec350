import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FakeEvent } from '#test/fakes/electron-life.ts';
import { BrowserWindow, Tray, answers, app, asked, lastAsked, powerMonitor } from '#test/fakes/electron.ts';
import { calm, openFakeShell, type FakeShell, type FakeShellGiven } from '#test/host/fake-shell.ts';
import { until } from '#test/until.ts';

// Every way out of the shell, in every order: it ends once, keeps the window's place, and ends for certain.

let shell: FakeShell;
const open = async (given: FakeShellGiven = {}): Promise<FakeShell> => (shell = await openFakeShell(given));
const window = (): BrowserWindow => BrowserWindow.all[0]!;
const calls = (name: string): number => asked.filter((one) => one.call === name).length;
const gone = (): Promise<unknown> => until(() => lastAsked('gone'));
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
afterEach(() => {
  shell.remove();
});

const place = { x: 300, y: 200, width: 1000, height: 700 };
const keptPlace = (): unknown => JSON.parse(readFileSync(path.join(shell.dataFolder, 'window.json'), 'utf8'));

/** Every way to ask for the end. */
const ways: Record<string, () => void> = {
  'menu or key': () => {
    app.quit();
  },
  'close button': () => {
    window().close();
  },
  'Ctrl+C': () => {
    shell.signals.emit('SIGINT');
  },
  'polite kill': () => {
    shell.signals.emit('SIGTERM');
  },
  'terminal closed': () => {
    shell.signals.emit('SIGHUP');
  },
  'system shutdown': () => {
    powerMonitor.systemShutdown();
  },
  'end of the Windows session': () => {
    window().emit('session-end', {});
  },
};

describe.each(Object.entries(ways))('%s', (_name, way) => {
  test('keeps the place, closes in order and ends with 0', async () => {
    await open();
    window().bounds = place;
    way();
    await gone();
    expect(keptPlace()).toEqual({ ...place, maximized: false });
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(lastAsked('gone')).toEqual([0]);
    expect(existsSync(path.join(shell.dataFolder, 'host.json'))).toBe(false);
  });

  test.each(Object.entries(ways))('then, while that ends, %s: once, without an error', async (_second, other) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await open({ slowClose: promise.then(() => undefined) });
    way();
    await until(() => shell.acts.includes('close'));
    if (BrowserWindow.all.length > 0 || !String(other).includes('window()')) other();
    await turns();
    expect(lastAsked('gone')).toBeUndefined();
    resolve(undefined);
    await gone();
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(calls('app.exit')).toBe(1);
    expect(calls('dialog.showErrorBox')).toBe(0);
  });
});

describe('the close button', () => {
  test('keeps the window while a question is open, and the question belongs to it', async () => {
    await open();
    const before = window();
    shell.counters = { ...calm, waiting: 3 };
    answers.dialogButton = 1;
    before.close();
    await turns();
    expect([before.destroyed, BrowserWindow.all]).toEqual([false, [before]]);
    expect(calls('dialog.showMessageBox')).toBe(1);
  });

  test('names the records whose forms hold something, in every question, and none of them behind the lock', async () => {
    await open();
    answers.dialogButton = 1;
    shell.typed = ['Hotel Lisbon', 'Taxi'];
    window().close();
    await turns();
    const said = () => lastAsked('dialog.showMessageBox')?.[0] as { message: string; detail: string };
    expect(said().message).toBe('Something that you typed is not recorded.');
    expect(said().detail).toContain('Hotel Lisbon, Taxi');
    shell.counters = { ...calm, waiting: 3 };
    app.quit();
    await turns();
    expect(said().detail).toMatch(/Hotel Lisbon, Taxi.*3 waiting to be sent/s);
    shell.locked = true;
    app.quit();
    await turns();
    expect(said().detail).not.toContain('Lisbon');
    expect(shell.acts).toEqual([]);
  });

  test('loads a page again without a question, since the main process keeps its input', async () => {
    await open();
    const event = new FakeEvent();
    window().webContents.emit('will-prevent-unload', event);
    expect(event.defaultPrevented).toBe(true);
    expect(lastAsked('dialog.showMessageBoxSync')).toBeUndefined();
  });
});

describe('an end that is asked for while the app starts', () => {
  test.each(Object.entries(ways))('%s: waits for what was begun, closes it, and nothing else begins', async (_name, way) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const signals = new EventEmitter();
    const opening = openFakeShell({ signals, slowStart: promise.then(() => undefined) });
    await until(() => BrowserWindow.all.length > 0);
    shell = { signals, remove: () => undefined } as FakeShell;
    way();
    await turns();
    expect(lastAsked('gone')).toBeUndefined();
    resolve(undefined);
    shell = await opening;
    await gone();
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(lastAsked('gone')).toEqual([0]);
  });
});

describe('a bug that nobody caught', () => {
  test('closes everything in order, tells the user, and ends with 1', async () => {
    await open();
    shell.signals.emit('uncaughtException', new Error('a bug'));
    await gone();
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(shell.errors).toEqual([expect.objectContaining({ event: 'bug', detail: 'a bug' })]);
    expect(lastAsked('dialog.showMessageBox')).toMatchObject([{ message: 'Layover met an error and closes.' }]);
    expect(lastAsked('gone')).toEqual([1]);
  });

  test('does not wait for its message when a signal comes', async () => {
    await open({ before: () => Object.assign(answers, { dialogButton: new Promise(() => undefined) }) });
    shell.signals.emit('uncaughtException', new Error('a bug'));
    await until(() => lastAsked('dialog.showMessageBox'));
    shell.signals.emit('SIGTERM');
    await gone();
    expect(lastAsked('gone')).toEqual([1]);
  });
});

describe('after any failure on the way', () => {
  test('an end that fails is an end', async () => {
    await open({ failClose: new Error('disk gone') });
    app.quit();
    await gone();
    expect(lastAsked('gone')).toEqual([0]);
  });

  test('an end that never comes is cut off', async () => {
    const limit = Promise.withResolvers<undefined>();
    const slept: number[] = [];
    const sleep = async (ms: number): Promise<void> => {
      slept.push(ms);
      await limit.promise;
    };
    await open({ slowClose: new Promise(() => undefined), sleep });
    app.quit();
    await until(() => shell.acts.includes('close'));
    await turns();
    expect(lastAsked('gone')).toBeUndefined();
    limit.resolve(undefined);
    await gone();
    expect(slept).toEqual([30_000]);
  });

  test('a question that waits does not stop a shutdown', async () => {
    await open({ before: () => Object.assign(answers, { dialogButton: new Promise(() => undefined) }) });
    shell.counters = { ...calm, waiting: 3 };
    app.quit();
    await until(() => lastAsked('dialog.showMessageBox'));
    expect(powerMonitor.systemShutdown(), 'the machine waits for us').toBe(true);
    await gone();
    expect(lastAsked('killed by the shutdown')).toBeUndefined();
    expect(calls('dialog.showMessageBox')).toBe(1);
  });

  test('whoever stays can quit later', async () => {
    await open();
    shell.counters = { ...calm, waiting: 3 };
    answers.dialogButton = 1;
    app.quit();
    await turns();
    expect(shell.acts).toEqual([]);
    expect(Tray.all).toHaveLength(1);
    answers.dialogButton = 0;
    app.quit();
    await gone();
  });
});

describe('requests to an app that is ending', () => {
  test('power, menus, links and the dock reach nothing that is closed; a second launch opens it again afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await open({ slowClose: promise.then(() => undefined) });
    app.quit();
    await until(() => shell.acts.includes('close'));
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    app.emit('activate');
    const event = { preventDefault: () => undefined };
    app.emit('open-url', event, 'layover://expense/11111111-2222-4333-8444-555555555555');
    shell.tell({ kind: 'edits', ids: [] });
    await turns();
    expect(lastAsked('app.relaunch')).toBeUndefined();
    app.emit('second-instance', {}, ['layover'], '/');
    resolve(undefined);
    await gone();
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(calls('app.relaunch')).toBe(1);
    expect(asked.findIndex((one) => one.call === 'app.relaunch')).toBeLessThan(asked.findIndex((one) => one.call === 'app.exit'));
  });
});
