import path from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import type { Change } from '#shared/contract/views.ts';
import { showMenu } from './menu.ts';
import type { Desk, ShellParts } from './shell.ts';
import { openTray, type CounterTray } from './tray.ts';
import { followUpdates } from './updates.ts';
import type { HostFlags } from '#main/host/flags.ts';
import type { Hosted } from '#main/host/hosted.ts';
import { opensAtLoginOnLinux, setOpensAtLoginOnLinux } from './login-item.ts';
import { quitWords } from './quit-words.ts';
import { forgetRunning, noteRunning } from '#main/host/running.ts';

interface DeskParts extends ShellParts {
  flags: HostFlags;
  hosted: Hosted;
  desk: Desk;
}

/** Ends everything once; `done` when it has. */
type End = (() => Promise<void>) & { done: boolean };

/** Everything around the open window: menu, tray, badge, power, updates, and an orderly end. */
export async function runDesk(parts: DeskParts): Promise<void> {
  const { flags, hosted, desk, out } = parts;
  noteRunning(flags.dataFolder, { kind: 'electron', pid: process.pid, port: 0, ownerKey: '' });
  const quit = (): void => {
    app.quit();
  };
  const print = (): void => {
    desk.window()?.webContents.print({ silent: false });
  };
  showMenu({
    command: (command) => {
      hosted.app.command(command);
    },
    print,
    quit,
    opensAtLogin,
    setOpensAtLogin,
  });
  const tray = openTray(path.join(out, 'icons/tray.png'), {
    show: () => {
      desk.show();
    },
    command: (command) => {
      hosted.app.command(command);
    },
    quit,
  });
  const progress = { running: false };
  const stopCounting = showCounters(parts, tray, progress);
  followPower(hosted);
  const end = endOnce(parts, () => {
    stopCounting();
    tray?.close();
  });
  askBeforeQuit(parts, end);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    desk.show();
  });
  await startUpdates(parts, progress, end);
}

/** A sync settles hundreds of edits a second; nobody reads a tray that fast. */
const COUNTERS_EVERY_MS = 200;

/** Keeps tray, badge and task bar in step with what the windows hear. Returns how to stop. */
function showCounters({ hosted, desk }: DeskParts, tray: CounterTray | null, state: { running: boolean }): () => void {
  let due: NodeJS.Timeout | undefined;
  const say = (): void => {
    due = undefined;
    const counters = hosted.app.counters();
    tray?.say(counters);
    app.setBadgeCount(counters.needsYou + counters.inDoubt);
  };
  const unsubscribe = hosted.app.subscribe((change: Change) => {
    if (change.kind === 'progress') {
      const { running, done, total } = change.progress;
      state.running = running;
      desk.window()?.setProgressBar(running && total > 0 ? done / total : -1);
    }
    if (change.kind === 'edits' || change.kind === 'status' || change.kind === 'syncFinished') due ??= setTimeout(say, COUNTERS_EVERY_MS);
  });
  say();
  return () => {
    unsubscribe();
    clearTimeout(due);
  };
}

/** Before sleep no new request leaves; after it the path is tried again. */
function followPower(hosted: Hosted): void {
  powerMonitor.on('suspend', () => {
    void hosted.app.suspend();
  });
  powerMonitor.on('resume', () => {
    hosted.app.resume();
  });
  powerMonitor.on('shutdown', () => {
    app.quit();
  });
}

/** Ends the app, then its sandbox; whoever asks first does it, the others wait with them. */
function endOnce({ flags, hosted }: DeskParts, stopShowing: () => void): End {
  let ending: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    stopShowing();
    await hosted.close();
    forgetRunning(flags.dataFolder);
    end.done = true;
  };
  const end: End = Object.assign(() => (ending ??= endAll()), { done: false });
  return end;
}

/** Quitting says what is unsent, lets a request in flight end, and closes the database before the process goes. */
function askBeforeQuit({ hosted, desk }: DeskParts, end: End): void {
  let asking = false;
  app.on('before-quit', (event) => {
    // an installer that takes over quits an app that has ended already
    if (end.done) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const words = quitWords(hosted.app.counters());
    void (words ? ask(desk, words) : Promise.resolve(true)).then(async (agreed) => {
      asking = false;
      if (agreed) {
        await end();
        app.exit(0);
      } else desk.show();
    });
  });
}

async function ask(desk: Desk, words: { message: string; detail: string }, buttons = ['Quit', 'Stay']): Promise<boolean> {
  const question = { type: 'info' as const, title: 'Layover', ...words, buttons, defaultId: 0, cancelId: 1, noLink: true };
  const window = desk.window();
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question));
  return response === 0;
}

async function startUpdates({ updater, hosted, desk }: DeskParts, progress: { running: boolean }, end: () => Promise<void>): Promise<void> {
  const feed = await updater();
  if (!feed) return;
  const stop = followUpdates({
    updater: feed,
    allowed: hosted.updates,
    counters: () => hosted.app.counters(),
    syncRunning: () => progress.running,
    ask: (version, why) => ask(desk, { message: `Layover ${version} is ready.`, detail: why }, ['Restart and update', 'Later']),
    prepare: end,
    sleep: (ms, signal) => hosted.world.sleep(ms, signal),
    log: (event, facts) => {
      hosted.world.log.info(event, facts);
    },
  });
  app.on('will-quit', stop);
}

function opensAtLogin(): boolean {
  return process.platform === 'linux' ? opensAtLoginOnLinux() : app.getLoginItemSettings().openAtLogin;
}

function setOpensAtLogin(on: boolean): void {
  if (process.platform === 'linux') setOpensAtLoginOnLinux(on, process.env['APPIMAGE'] ?? app.getPath('exe'));
  else app.setLoginItemSettings({ openAtLogin: on });
}
