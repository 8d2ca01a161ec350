import { t } from '#shared/messages/t.ts';
import path from 'node:path';
import { app, powerMonitor, type BrowserWindow } from 'electron';
import type { WindowCommand } from '#shared/contract/commands.ts';
import type { HostFlags } from '#main/host/flags.ts';
import type { Hosted } from '#main/host/hosted.ts';
import { readManifest } from '#main/host/version.ts';
import { realWorld } from '#main/host/world.ts';
import { forgetRunning, noteRunning } from '#main/host/running.ts';
import { showCounters } from '#main/host/electron/window/counters-shown.ts';
import { Ending } from './ending.ts';
import { opensAtLogin, setOpensAtLogin } from '#main/host/electron/desktop-integration/login-item.ts';
import { followLock } from '#main/host/electron/window/locked-window.ts';
import { showMenu } from '#main/host/electron/menu/menu.ts';
import { quitWords, typedWords, type QuitWords } from './quit-words.ts';
import type { Shell, ShellParts } from '#main/host/electron/shell-parts.ts';
import { openTray, trayPicture } from '#main/host/electron/menu/tray.ts';
import { updateKeyOf } from '#main/host/electron/updates/update-signature.ts';
import { followUpdates } from '#main/host/electron/updates/updates.ts';
import { showBox } from '#main/host/electron/window/message-box.ts';
import { focusWindow } from '#main/host/electron/window/window.ts';

interface RunningParts extends ShellParts {
  flags: HostFlags;
  hosted: Hosted;
  shell: Shell;
}

/** Everything around the open window: menu, tray, badge, power, updates, and an orderly end. */
export async function runShell(parts: RunningParts): Promise<void> {
  const { flags, hosted, shell, out } = parts;
  noteRunning(flags.dataFolder, { kind: 'electron', pid: process.pid, port: 0, ownerKey: '' });
  const quit = (): void => app.quit();
  const command = (name: WindowCommand): void => {
    if (shell.ending.open) hosted.app.command(name);
  };
  const about = (): void => void showAbout(shell, parts);
  const menu = (): void => showMenu({ command, quit, about, opensAtLogin, setOpensAtLogin });
  menu();
  shell.onLeave(hosted.app.subscribe(({ kind }) => kind === 'settings' && menu()));
  const tray = openTray(trayPicture(path.join(out, 'icons')), { show: shell.show, command, quit });
  const counters = showCounters(hosted, tray, shell.window);
  shell.onLeave(() => {
    counters.stop();
    tray?.close();
  });
  shell.onLeave(followLock(hosted, shell.window));
  followPower(hosted, shell.ending);
  app.on('activate', shell.show);
  await startUpdates(parts, counters.syncRunning);
}

/** Before sleep no new request is sent; after it the path is tried again. */
function followPower({ app: layover }: Hosted, ending: Ending): void {
  const whileOpen = (act: () => unknown) => (): void => {
    if (ending.open) act();
  };
  powerMonitor.on('suspend', whileOpen(layover.suspend));
  powerMonitor.on('lock-screen', whileOpen(layover.screenLocked));
  powerMonitor.on('resume', whileOpen(layover.resume));
}

/**
 * Ends the process by `ending` for every cause, from the first line on. Electron takes over the signals when its message loop begins, and turns them
 * into `before-quit`: call the returned function once Electron is ready, to get them back.
 */
export function followQuit(ending: Ending, signals: NodeJS.EventEmitter): () => void {
  app.on('before-quit', (event) => {
    // an installer that takes over quits an app that has ended already
    if (ending.ended) return;
    event.preventDefault();
    void ending.ask();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Electron's types leave the event out. Without `preventDefault` Linux lets go of its delay lock and kills us with the machine.
  (powerMonitor as NodeJS.EventEmitter).on('shutdown', (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void ending.now();
  });
  signals.on('uncaughtException', (error: unknown) => void ending.broken(error));
  const end = (): void => void ending.now();
  const take = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.off(signal, end).on(signal, end);
  };
  take();
  return take;
}

/** The parts that the ending closes: none before the start, its outcome while it is under way. */
export interface Started {
  hosted: () => Hosted | null;
  /** Resolves when nothing is starting any more. */
  settled: () => Promise<unknown>;
}

/** Makes the one way out of everything that is open. */
export function makeEnding(
  flags: HostFlags,
  { hosted, settled }: Started,
  shell: Pick<Shell, 'show' | 'window'>,
  leave: () => void,
): Ending {
  // a terminal that is gone is no reason to fail
  const early = realWorld(toTerminal);
  return new Ending({
    agreed: async () => {
      const words = lossWords(hosted());
      return words === null || ask(shell, words);
    },
    stay: shell.show,
    sorry: () => sayProblem(shell, t('host.bug'), t('host.bug.detail', { folder: flags.dataFolder })),
    leave,
    close: async () => {
      await settled();
      await hosted()?.close();
      if (hosted()) forgetRunning(flags.dataFolder);
    },
    exit: (code, again) => {
      if (again) relaunch();
      app.exit(code);
    },
    world: () => hosted()?.world ?? early,
  });
}

const toTerminal = {
  error: (event: string, facts?: Record<string, unknown>) => void process.stderr.write(`${JSON.stringify({ event, ...facts })}\n`),
  info: () => undefined,
};

/** Opens the app again after this process has ended. An AppImage is gone from its mount by then: its own file is started. */
function relaunch(): void {
  const execPath = process.env['APPIMAGE'];
  app.relaunch(execPath === undefined ? {} : { execPath, args: process.argv.slice(1) });
}

/** The warning before the app ends; null without one. Behind the lock screen it names nothing. */
function lossWords(hosted: Hosted | null): QuitWords | null {
  if (!hosted) return null;
  const { app: layover } = hosted;
  return quitWords(layover.counters(), layover.typed(), layover.locked());
}

/** Closes the window of an app that goes on without one (macOS); asks first when its forms hold something. */
export async function closeAlone(window: BrowserWindow, hosted: Hosted | null): Promise<void> {
  const typed = hosted?.app.typed() ?? [];
  const message = t('host.quit.typed');
  const detail = typedWords(typed, hosted?.app.locked() ?? false);
  if (typed.length === 0 || (await ask({ window: () => window }, { message, detail }, [t('host.close'), t('host.stay')]))) window.destroy();
}

async function ask(shell: Pick<Shell, 'window'>, words: QuitWords, buttons = [t('host.quit'), t('host.stay')]): Promise<boolean> {
  const window = shell.window();
  if (window) focusWindow(window);
  return (await showBox(window, { type: 'info', ...words, buttons, defaultId: 0, cancelId: 1 })) === 0;
}

/** Shows a problem while the app goes on: Electron's own error box would block the process until somebody presses its button. */
export async function sayProblem(shell: Pick<Shell, 'window'>, message: string, detail: string): Promise<void> {
  const window = shell.window();
  await showBox(window?.isVisible() ? window : null, { type: 'warning', message, detail, buttons: [t('host.ok')] });
}

/** Says what a user is asked for when they ask for help. On a Mac the system's own panel does. */
async function showAbout(shell: Pick<Shell, 'window'>, { out, version }: Pick<ShellParts, 'out' | 'version'>): Promise<void> {
  const { electron, chrome } = process.versions;
  await showBox(shell.window(), {
    type: 'info',
    title: t('host.about'),
    message: `Layover ${version}`,
    detail: `${t('host.about.detail')}\n\nElectron ${electron}, Chromium ${chrome}, ${process.platform} ${process.arch}`,
    icon: path.join(out, 'icons/icon.png'),
    buttons: [t('host.close')],
  });
}

async function startUpdates({ updater, hosted, shell, out, verifyBuild }: RunningParts, syncRunning: () => boolean): Promise<void> {
  const feed = await updater();
  if (!feed) return;
  const stop = followUpdates({
    updater: feed,
    world: hosted.world,
    allowed: hosted.updates,
    feed: hosted.feed,
    key: updateKeyOf(readManifest(out).updateKey),
    offline: () => hosted.app.worksOffline(),
    counters: () => hosted.app.counters(),
    syncRunning,
    // nobody can press the system's own dialog while a package is verified
    ask: async (version, why) =>
      verifyBuild || ask(shell, { message: t('host.update', { version }), detail: why }, [t('host.update.now'), t('host.update.later')]),
    prepare: () => shell.ending.close(),
    reopen: () => {
      relaunch();
      app.exit(0);
    },
  });
  shell.onLeave(stop);
}
