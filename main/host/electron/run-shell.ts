import path from 'node:path';
import { app, dialog, powerMonitor } from 'electron';
import type { WindowCommand } from '#shared/contract/commands.ts';
import type { HostFlags } from '#main/host/flags.ts';
import type { Hosted } from '#main/host/hosted.ts';
import { readManifest } from '#main/host/version.ts';
import { forgetRunning, noteRunning } from '#main/host/running.ts';
import { showCounters } from './counters-shown.ts';
import { Ending } from './ending.ts';
import { opensAtLogin, setOpensAtLogin } from './login-item.ts';
import { followLock } from './locked-window.ts';
import { showMenu } from './menu.ts';
import { quitWords } from './quit-words.ts';
import { relaunch } from './relaunch.ts';
import type { Shell, ShellParts } from './shell.ts';
import { openTray, trayPicture } from './tray.ts';
import { reopening } from './update-install.ts';
import { updateKeyOf } from './update-signature.ts';
import { followUpdates } from './updates.ts';

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
  showMenu({ command, quit, opensAtLogin, setOpensAtLogin });
  const tray = openTray(trayPicture(path.join(out, 'icons')), { show: shell.show, command, quit });
  const counters = showCounters(hosted, tray, shell.window);
  shell.onLeave(() => {
    counters.stop();
    tray?.close();
  });
  shell.onLeave(followLock(hosted, shell.window));
  followPower(hosted, shell.ending);
  followQuit(parts);
  app.on('activate', shell.show);
  await startUpdates(parts, counters.syncRunning);
}

/** Before sleep no new request leaves; after it the path is tried again. A machine that goes down waits for us. */
function followPower({ app: layover }: Hosted, ending: Ending): void {
  powerMonitor.on('suspend', () => {
    if (ending.open) void layover.suspend();
  });
  powerMonitor.on('lock-screen', () => {
    if (ending.open) layover.screenLocked();
  });
  powerMonitor.on('resume', () => {
    if (ending.open) layover.resume();
  });
  // Electron's types leave the event out. Without `preventDefault` Linux lets go of its delay lock and kills us with the machine.
  (powerMonitor as NodeJS.EventEmitter).on('shutdown', (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void ending.now();
  });
}

/** Whoever wants the process to end, it ends by `ending`. */
function followQuit({ shell, signals }: RunningParts): void {
  const { ending } = shell;
  app.on('before-quit', (event) => {
    // an installer that takes over quits an app that has ended already
    if (ending.ended) return;
    event.preventDefault();
    void ending.ask();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.on(signal, () => void ending.now());
}

/** Makes the one way out of everything that is open. */
export function makeEnding(flags: HostFlags, hosted: Hosted, shell: Pick<Shell, 'show' | 'window'>, leave: () => void): Ending {
  return new Ending({
    agreed: async () => {
      const words = quitWords(hosted.app.counters());
      return words === null || ask(shell, words);
    },
    stay: shell.show,
    leave,
    close: async () => {
      await hosted.close();
      forgetRunning(flags.dataFolder);
    },
    exit: (again) => {
      if (again) relaunch();
      app.exit(0);
    },
    world: hosted.world,
  });
}

async function ask(shell: Pick<Shell, 'window'>, words: { message: string; detail: string }, buttons = ['Quit', 'Stay']): Promise<boolean> {
  const question = { type: 'info' as const, title: 'Layover', ...words, buttons, defaultId: 0, cancelId: 1, noLink: true };
  const window = shell.window();
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question));
  return response === 0;
}

/** Says what went wrong while the app goes on: Electron's own error box would hold everything until somebody presses its button. */
export async function sayProblem(shell: Pick<Shell, 'window'>, message: string, detail: string): Promise<void> {
  const words = { type: 'warning' as const, title: 'Layover', message, detail, buttons: ['OK'], noLink: true };
  const window = shell.window();
  await (window ? dialog.showMessageBox(window, words) : dialog.showMessageBox(words));
}

async function startUpdates({ updater, hosted, shell, out, verifyBuild }: RunningParts, syncRunning: () => boolean): Promise<void> {
  const feed = await updater();
  if (!feed) return;
  const { world } = hosted;
  const reopen = (): void => {
    relaunch();
    app.exit(0);
  };
  const stop = followUpdates({
    updater: reopening(feed, world, reopen),
    world,
    allowed: hosted.updates,
    feed: hosted.feed,
    key: updateKeyOf(readManifest(out).updateKey),
    offline: () => hosted.app.worksOffline(),
    counters: () => hosted.app.counters(),
    syncRunning,
    // nobody can press the system's own dialog while a package is verified
    ask: async (version, why) =>
      verifyBuild || ask(shell, { message: `Layover ${version} is ready.`, detail: why }, ['Restart and update', 'Later']),
    prepare: () => shell.ending.close(),
  });
  shell.onLeave(stop);
}
