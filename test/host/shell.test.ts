import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { windowCommands } from '#shared/contract/commands.ts';
import {
  BrowserWindow,
  Menu,
  Notification,
  Tray,
  answers,
  app,
  asked,
  collectGarbage,
  lastAsked,
  nativeTheme,
  powerMonitor,
  type MenuTemplate,
} from '#test/fakes/electron.ts';
import { showMenu } from '#main/host/electron/menu/menu.ts';
import { trayPicture } from '#main/host/electron/menu/tray.ts';
import { calm, openFakeShell, type FakeShell, type FakeShellGiven } from '#test/host/fake-shell.ts';
import { until } from '#test/until.ts';

const expense = '11111111-2222-4333-8444-555555555555';
let shell: FakeShell;
const open = async (given: FakeShellGiven = {}): Promise<FakeShell> => (shell = await openFakeShell(given));
const window = (): BrowserWindow => BrowserWindow.all[0]!;
afterEach(() => {
  shell.remove();
});

function flatten(template: MenuTemplate[]): MenuTemplate[] {
  return template.flatMap((item) => [item, ...flatten(item.submenu ?? [])]);
}
const menuItems = (): MenuTemplate[] => flatten(Menu.application!.template);
const press = (label: string): void => {
  menuItems().find((item) => item.label === label)!.click!({ checked: true });
};

describe('one instance', () => {
  test('a second process ends at once and starts nothing', async () => {
    await open({ before: () => Object.assign(answers, { singleInstance: false }) });
    expect(shell.started).toBeUndefined();
    expect(BrowserWindow.all).toEqual([]);
    expect(lastAsked('app.quit')).toEqual([]);
  });

  test('a second launch comes to the front and hands over what it names', async () => {
    await open();
    Object.assign(window(), { minimized: true, focused: false });
    app.emit('second-instance', {}, ['layover', `layover://expense/${expense}`]);
    expect(window()).toMatchObject({ minimized: false, focused: true });
    expect(shell.acts).toEqual([`open expense ${expense}`]);
    app.emit('second-instance', {}, ['layover']);
    expect(shell.acts).toHaveLength(1);
  });
});

describe('deep links', () => {
  test('the link that started the app waits until there is an app', async () => {
    await open({ argv: [`layover://vendor/${expense}`] });
    expect(shell.acts).toEqual([`open vendor ${expense}`]);
  });

  test('macOS hands one over as an event', async () => {
    await open();
    const event = { preventDefault: vi.fn() };
    app.emit('open-url', event, `layover://expense/${expense}`);
    app.emit('open-url', event, 'layover://expense/not-an-id?approve=1');
    expect(shell.acts).toEqual([`open expense ${expense}`]);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
  });

  test('only an installed app takes the scheme', async () => {
    await open({ before: () => Object.assign(answers, { packaged: false }) });
    expect(lastAsked('app.setAsDefaultProtocolClient')).toBeUndefined();
    shell.remove();
    await open();
    expect(lastAsked('app.setAsDefaultProtocolClient')).toEqual(['layover']);
  });
});

describe('files opened with the app', () => {
  const write = (name: string, content: string | Uint8Array = 'id\n1'): string => {
    const file = path.join(shell.dataFolder, name);
    writeFileSync(file, content);
    return file;
  };
  /** The message shown while the app goes on: Electron's error box would block the process. */
  const problem = async (): Promise<{ message: string; detail: string }> => {
    const [said] = await until(() => lastAsked('dialog.showMessageBox'));
    return said as { message: string; detail: string };
  };

  test('macOS hands one over as an event, before or after there is a window: it is offered, nothing is written', async () => {
    await open();
    const event = { preventDefault: vi.fn() };
    app.emit('open-file', event, write('vendors.csv', '\ufeffvendorId\n1'));
    await until(() => shell.acts.length > 0);
    expect(shell.acts).toEqual(['file vendors.csv: vendorId\n1']);
    app.emit('open-file', event, write('unicode.csv', Buffer.from('\ufeffid\nä', 'utf16le')));
    await until(() => shell.acts.length > 1);
    expect(shell.acts).toEqual(['file vendors.csv: vendorId\n1', 'file unicode.csv: id\nä']);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
  });

  test('the first launch of Windows and Linux names it among its arguments; flags and links are no files', async () => {
    await open();
    const file = write('export.ndjson');
    const again = await openFakeShell({ dataFolder: shell.dataFolder, argv: ['--original-process-start-time=1', file] });
    await until(() => again.acts.length > 0);
    expect(again.acts).toEqual(['file export.ndjson: id\n1']);
    again.remove();
  });

  test('a second launch hands over a path from its own folder, or an address of a file, and comes to the front', async () => {
    await open();
    write('Export März.json', '[]');
    window().focused = false;
    app.emit('second-instance', {}, ['layover', '--allow-file-access', 'Export März.json'], shell.dataFolder);
    await until(() => shell.acts.length === 1);
    app.emit('second-instance', {}, ['layover', pathToFileURL(path.join(shell.dataFolder, 'Export März.json')).href], '/');
    await until(() => shell.acts.length === 2);
    expect(shell.acts).toEqual(Array(2).fill('file Export März.json: []'));
    expect(window().focused).toBe(true);
  });

  test('a link wins over a file, and what is no export, no file or not there asks for nothing', async () => {
    await open();
    const [csv, program] = [write('a.csv'), write('a.exe')];
    app.emit('second-instance', {}, ['layover', csv, `layover://expense/${expense}`], '/');
    for (const given of [program, shell.dataFolder, path.join(shell.dataFolder, 'gone.csv'), 'file://elsewhere/a.csv', `--data=${csv}`])
      app.emit('second-instance', {}, ['layover', given], '/');
    app.emit('open-file', { preventDefault: () => undefined }, program);
    expect((await problem()).detail).toMatch(/^a\.exe is no export that Layover reads\. Next: /);
    expect(shell.acts).toEqual([`open expense ${expense}`]);
  });

  test('a missing or too large file is reported with the next step', async () => {
    await open();
    app.emit('open-file', { preventDefault: () => undefined }, path.join(shell.dataFolder, 'gone.csv'));
    expect((await problem()).detail).toMatch(/^gone\.csv cannot be read\. Next: /);
    const large = write('large.csv', '');
    truncateSync(large, 100_000_001);
    app.emit('open-file', { preventDefault: () => undefined }, large);
    await until(async () => (await problem()).detail.includes('100 MB'));
    expect(shell.acts).toEqual([]);
    expect(lastAsked('main process blocked')).toBeUndefined();
  });
});

describe('window', () => {
  test('is shown when it has painted, and comes back where it was', async () => {
    await open();
    await until(() => window().shown);
    expect(window().url).toBe('app://layover/');
    window().bounds = { x: 300, y: 200, width: 1000, height: 700 };
    window().close();
    await until(() => lastAsked('gone'));
    const kept = path.join(shell.dataFolder, 'window.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({ x: 300, y: 200, width: 1000, height: 700, maximized: false });
    const again = await openFakeShell({ dataFolder: shell.dataFolder });
    expect(window().options).toMatchObject({ x: 300, y: 200, width: 1000, height: 700 });
    again.remove();
  });

  test('a display that is gone, or nonsense, does not hide the window', async () => {
    await open();
    const kept = path.join(shell.dataFolder, 'window.json');
    writeFileSync(kept, JSON.stringify({ x: 5000, y: 200, width: 100, height: 100, maximized: true }));
    const moved = await openFakeShell({ dataFolder: shell.dataFolder });
    expect(window().options).not.toHaveProperty('x');
    expect(window().options).toMatchObject({ width: 720, height: 480 });
    await until(() => window().maximized);
    moved.remove();
    writeFileSync(kept, '{"x":1e99');
    const fresh = await openFakeShell({ dataFolder: shell.dataFolder });
    expect(window().options).toMatchObject({ width: 1280, height: 832 });
    fresh.remove();
  });

  test('a maximized one is not shown before it has painted', async () => {
    await open();
    writeFileSync(path.join(shell.dataFolder, 'window.json'), JSON.stringify({ x: 0, y: 0, width: 900, height: 700, maximized: true }));
    const again = await openFakeShell({ dataFolder: shell.dataFolder });
    expect(window().shown).toBe(false);
    await until(() => window().shown);
    expect(window().maximized).toBe(true);
    again.remove();
  });

  test('a page that ends again and again is not reloaded for ever: the user is asked', async () => {
    await open();
    const reloads = (): number => asked.filter((one) => one.call === 'webContents.reload').length;
    for (let crash = 0; crash < 4; crash++) window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    window().webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(reloads()).toBe(3);
    expect(lastAsked('dialog.showMessageBox')).toMatchObject([{ message: 'The window keeps closing.', buttons: ['Try again', 'Quit'] }]);
    expect(lastAsked('dialog.showMessageBox')).toMatchObject([
      { detail: expect.stringContaining('Nothing that you recorded is lost.') as string },
    ]);
    await until(() => reloads() === 4);
  });

  test('a page that crashed is loaded again; the system theme is followed', async () => {
    answers.dark = false;
    await open();
    window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(lastAsked('webContents.reload')).toEqual([]);
    expect(nativeTheme.themeSource).toBe('system');
  });
});

describe('menu, tray, badge', () => {
  test('every command of the window is in a menu and is passed to the window', async () => {
    await open();
    for (const item of menuItems()) if (item.click && !['Quit', 'Open at login'].includes(item.label ?? '')) item.click();
    const inMenus = shell.acts.map((act) => act.replace('command ', ''));
    expect(new Set(inMenus)).toEqual(new Set(windowCommands));
  });

  test('a single key is shown, not taken: it stays free for typing', async () => {
    await open();
    const single = menuItems().filter((item) => item.accelerator && (!/[+]/.test(item.accelerator) || /\+Z$/.test(item.accelerator)));
    expect(single.length).toBeGreaterThan(8);
    expect(single.filter((item) => item.registerAccelerator !== false)).toEqual([]);
  });

  test('on a Mac quitting is in the app’s own menu, and the tray icon is the menu bar’s template', async () => {
    await open();
    const acts = { command: vi.fn(), quit: vi.fn(), about: vi.fn(), opensAtLogin: () => false, setOpensAtLogin: vi.fn() };
    showMenu(acts, 'darwin');
    const [own, file] = Menu.application!.template;
    own!.submenu!.find((item) => item.label === 'Quit Layover')!.click!();
    expect(acts.quit).toHaveBeenCalledOnce();
    expect(flatten(file!.submenu!).map((item) => item.label)).toEqual(['Print…']);
    const icons = path.resolve(import.meta.dirname, '../../build/icons');
    for (const platform of ['darwin', 'linux', 'win32'] as const) expect(existsSync(trayPicture(icons, platform))).toBe(true);
    expect(path.basename(trayPicture(icons, 'darwin'))).toBe('trayTemplate.png');
    expect(existsSync(path.join(icons, 'trayTemplate@2x.png'))).toBe(true);
  });

  test('print is the window’s own: it lays the whole document out before the system’s dialog opens', async () => {
    await open();
    press('Print…');
    expect(shell.acts).toEqual(['command print']);
    expect(asked.some(({ call }) => call === 'webContents.print')).toBe(false);
  });

  test('a PDF is the window’s page; a second one waits for the first, and after a failure none comes', async () => {
    await open();
    const { pdf } = shell.started!.makeHost({} as never);
    const [one, two] = await Promise.all([pdf!(), pdf!()]);
    expect([one, two].map((bytes) => new TextDecoder().decode(bytes.subarray(0, 5)))).toEqual(['%PDF-', '%PDF-']);
    answers.printFails = true;
    await expect(pdf!()).rejects.toThrow('Failed to generate PDF');
    answers.printFails = false;
    await expect(pdf!()).rejects.toThrow('Failed to generate PDF');
    BrowserWindow.all.forEach((window) => window.destroy());
    await expect(pdf!()).rejects.toThrow('no window is open');
  });

  test('the tray says what waits, in the words of the app', async () => {
    await open();
    expect(Tray.all[0]!.tip).toBe('Layover: everything is sent');
    shell.counters = { ...calm, waiting: 12, needsYou: 3, inDoubt: 1 };
    for (let edit = 0; edit < 500; edit++) shell.tell({ kind: 'edits', ids: [] });
    await until(() => /12 .+ 3 .+ 1 /.test(Tray.all[0]!.tip));
    expect(asked.filter((one) => one.call === 'app.setBadgeCount').map((one) => one.values)).toEqual([[0], [4]]);
    flatten(Tray.all[0]!.menu!.template).find((item) => item.label === 'Review what waits for you')!.click!();
    expect(shell.acts).toEqual(['command goReview']);
  });

  test('a desktop without a tray still opens', async () => {
    await open({ before: () => Object.assign(answers, { trayWorks: false }) });
    expect(Tray.all).toEqual([]);
    await until(() => window().shown);
  });

  test('the task bar shows a sync', async () => {
    await open();
    const progress = { running: true, done: 3, total: 12, applied: 3, problems: 0, startedAt: 0, leftMs: null };
    shell.tell({ kind: 'progress', progress });
    expect(lastAsked('window.setProgressBar')).toEqual([0.25]);
    shell.tell({ kind: 'progress', progress: { ...progress, running: false } });
    expect(lastAsked('window.setProgressBar')).toEqual([-1]);
  });
});

describe('notifications', () => {
  test('says whether anybody looks; a click brings the window', async () => {
    await open();
    const host = shell.started!.makeHost({} as never);
    window().focused = true;
    expect(host.focused?.()).toBe(true);
    window().focused = false;
    expect(host.focused?.()).toBe(false);
    host.notify('1 in doubt', 'A payment');
    expect(Notification.shown.map((one) => one.options)).toEqual([{ title: '1 in doubt', body: 'A payment' }]);
    // nobody but the shell keeps it while it is on the screen
    await collectGarbage();
    Notification.shown[0]!.ref.deref()!.emit('click');
    expect(window().focused).toBe(true);
  });
});

test('the sandbox’s messages reach a user without a terminal', async () => {
  await open();
  vi.spyOn(process.stderr, 'write').mockReturnValueOnce(true);
  shell.started!.say('The practice company ended by itself; starting it again.');
  expect(Notification.shown.at(-1)?.options.body).toBe('The practice company ended by itself; starting it again.');
});

describe('power', () => {
  test('sleep stops sending, waking tries the path again', async () => {
    await open();
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    expect(shell.acts).toEqual(['suspend', 'resume']);
  });
});

describe('open at login', () => {
  test('is off until the user switches it on, and is removed again', async () => {
    await open();
    vi.stubEnv('XDG_CONFIG_HOME', shell.dataFolder);
    const file = path.join(shell.dataFolder, 'autostart/layover.desktop');
    expect(existsSync(file)).toBe(false);
    press('Open at login');
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Layover/layover"\n');
    // a desktop reads a single percent sign as the name of something to put there
    vi.stubEnv('APPIMAGE', '/home/a b/Layover 100%.AppImage');
    press('Open at login');
    expect(readFileSync(file, 'utf8')).toContain('Exec="/home/a b/Layover 100%%.AppImage"\n');
    menuItems().find((item) => item.label === 'Open at login')!.click!({ checked: false });
    expect(existsSync(file)).toBe(false);
    vi.unstubAllEnvs();
  });
});

describe('quit', () => {
  test('says nothing when everything is sent, and closes in order', async () => {
    await open();
    press('Quit');
    await until(() => lastAsked('app.exit'));
    expect(lastAsked('dialog.showMessageBox')).toBeUndefined();
    expect(shell.acts).toEqual(['close', 'closed']);
    expect(existsSync(path.join(shell.dataFolder, 'host.json'))).toBe(false);
  });

  test('says what is unsent, and stays when asked to', async () => {
    await open();
    shell.counters = { ...calm, waiting: 4, sending: 1, needsYou: 2, inDoubt: 1 };
    answers.dialogButton = 1;
    press('Quit');
    await until(() => lastAsked('dialog.showMessageBox'));
    const [question] = lastAsked('dialog.showMessageBox') as [{ message: string; detail: string }];
    expect(question.message).toBe('8 edits are not finished.');
    expect(question.detail).toContain('Nothing is lost');
    expect(question.detail).toContain('1 in doubt');
    await until(() => window().focused);
    expect(lastAsked('app.exit')).toBeUndefined();
    expect(shell.acts).toEqual([]);
  });

  test('waits for the request in flight and asks only once', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await open({ slowClose: promise.then(() => undefined) });
    shell.counters = { ...calm, sending: 1 };
    app.quit();
    app.quit();
    await until(() => shell.acts.includes('close'));
    expect(asked.filter((one) => one.call === 'dialog.showMessageBox')).toHaveLength(1);
    expect(lastAsked('app.exit')).toBeUndefined();
    resolve(undefined);
    await until(() => lastAsked('app.exit'));
    expect(shell.acts).toEqual(['close', 'closed']);
  });

  test('closing the last window quits (not on macOS)', async () => {
    await open();
    window().close();
    await until(() => lastAsked('app.exit'));
    expect(shell.acts).toEqual(['close', 'closed']);
  });
});

/** The message of a refused start. */
const refusal = (): string => {
  const [said] = lastAsked('dialog.showMessageBox') as [{ message: string; detail: string }];
  expect(said.message).toBe('Layover did not open');
  return said.detail;
};

describe('starts that are no usual ones', () => {
  test('--help tells the flags and touches nothing', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await open({ argv: ['--help'] });
    expect(String(said.mock.calls[0]?.[0])).toContain('--without-service');
    said.mockRestore();
    expect(lastAsked('app.exit')).toEqual([0]);
    expect([shell.started, BrowserWindow.all]).toEqual([undefined, []]);
  });

  test('a packaged app does not run without its sandbox, whatever switched it off; a copy for tests does, and keeps the switch', async () => {
    await open({ before: () => Object.assign(answers, { switches: ['no-sandbox'] }) });
    expect(refusal()).toMatch(/started with --no-sandbox.*Next: install the \.deb or \.rpm/s);
    expect([lastAsked('app.exit'), shell.started]).toEqual([[1], undefined]);
    shell.remove();
    await open({ before: () => Object.assign(answers, { switches: ['no-sandbox'], packaged: false }) });
    expect(shell.started).toBeDefined();
    expect(lastAsked('app.enableSandbox')).toBeUndefined();
  });

  test.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'js-flags',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'user-data-dir',
  ])('a packaged app started with --%s ends with a message, and the switch is taken away before anything opens', async (name) => {
    await open({ before: () => Object.assign(answers, { switches: ['lang', name, 'inspect'] }) });
    expect(refusal()).toMatch(new RegExp(`started with --${name}|started with --inspect`));
    expect(answers.switches).toEqual(['lang']);
    expect([lastAsked('app.exit'), shell.started]).toEqual([[1], undefined]);
  });

  test('a package that was made to be verified lets a test drive its window, and nothing else', async () => {
    await open({ verifyBuild: true, before: () => Object.assign(answers, { switches: ['remote-debugging-port'] }) });
    expect(shell.started).toBeDefined();
    shell.remove();
    await open({ verifyBuild: true, before: () => Object.assign(answers, { switches: ['remote-debugging-port', 'js-flags'] }) });
    expect([lastAsked('app.exit'), shell.started]).toEqual([[1], undefined]);
  });
});

test('a start that fails says why and ends', async () => {
  await open({ failStart: Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }) });
  expect(refusal()).toMatch(/open already with the data folder .*Next: /);
  expect(lastAsked('app.exit')).toEqual([1]);
});
