import { t } from '#shared/messages/t.ts';
import { speakAsSystem } from '#main/app/language.ts';
import type { ShellParts, Shell } from './shell-parts.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BrowserWindow, app, ipcMain, session, shell as system, type WebContents } from 'electron';
import type { AnyRouter } from '@orpc/server';
import type { Host } from '#main/app/host.ts';
import { installAppImageEntry } from '#main/host/electron/desktop-integration/appimage-entry.ts';
import { linkScheme } from '#main/host/electron/desktop-integration/deep-link.ts';
import { listenForInvitations, type Invitation } from '#main/host/electron/desktop-integration/invitations.ts';
import { lockDownPages, lockDownSession } from '#main/host/electron/window/lockdown.ts';
import { servePorts } from '#main/host/electron/window/ports.ts';
import { chromiumProxy } from './proxy.ts';
import { utilityReader } from './reader.ts';
import { utilitySandbox } from './sandbox.ts';
import { registerWindowScheme, serveWindowScheme } from '#main/host/electron/window/scheme.ts';
import { touchId } from '#main/host/electron/desktop-integration/touch-id.ts';
import { showBox } from '#main/host/electron/window/message-box.ts';
import { focusWindow, keepPlace, openWindow, windowSession } from '#main/host/electron/window/window.ts';
import { prepareDataFolder } from '#main/host/data-folder.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { hostHelp, readFlags, wantsHelp, type HostFlags } from '#main/host/flags.ts';
import type { Hosted } from '#main/host/hosted.ts';
import { mayOpenExternally } from '#main/host/open-external.ts';
import { openPrivately } from '#main/host/redirect-file.ts';
import { readOpened } from '#main/host/electron/desktop-integration/opened-file.ts';
import { closeAlone, followQuit, makeEnding, runShell, sayProblem, type Started } from '#main/host/electron/lifecycle/run-shell.ts';
import { showNotice } from '#main/host/electron/desktop-integration/notices.ts';
import { whySandboxless, whySwitched } from '#main/host/electron/lifecycle/switches.ts';

/** Opens Layover in Electron. Everything that must happen before Electron is ready happens before the first await. */
export async function openShell(parts: ShellParts): Promise<void> {
  if (wantsHelp(parts.argv)) {
    process.stdout.write(hostHelp);
    app.exit(0);
    return;
  }
  speakAsSystem();
  const flags = readFlags(parts.argv);
  const sandboxless = whySandboxless(app, process.platform);
  const unfit = whySwitched(app, parts.verifyBuild) ?? sandboxless.refused ?? whyUnsafe(flags);
  if (unfit !== null) return refuseStart(unfit);
  if (!sandboxless.allowed) app.enableSandbox();
  // before the first folder is made: from then on an end is an orderly one
  const started = new Start();
  const shell = makeShell(parts, flags, started);
  const ends = new AbortController();
  shell.onLeave(() => ends.abort());
  // a signal to every process at once takes Chromium's helpers first, and without one that paints it would end us before all is closed
  shell.onLeave(() => app.commandLine.appendSwitch('disable-gpu-process-crash-limit'));
  const takeSignals = followQuit(shell.ending, parts.signals);
  app.setPath('userData', path.join(flags.dataFolder, 'shell'));
  registerWindowScheme();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.setAppUserModelId('example.layover.desktop');
  registerLinks(app.isPackaged);
  const invitations = listenForInvitations(parts.argv);
  lockDownPages(app, openExternal);
  await app.whenReady();
  takeSignals();
  if (!shell.ending.open) return;
  const pages = windowSession();
  // the other one shows no page; it is asked what the system says of proxies
  for (const one of [pages, session.defaultSession]) lockDownSession(one);
  serveWindowScheme(pages, path.join(parts.out, 'renderer'));
  const router = Promise.withResolvers<AnyRouter>();
  servePorts(ipcMain, router.promise, (sender: WebContents) => sender === shell.window()?.webContents);
  // the window is there at once; what it asks waits for the app
  shell.show();
  const hosted = await started.run(() => startApp(parts, flags, ends.signal)).catch((error: unknown) => explainStart(error, flags));
  if (!shell.ending.open) return;
  if (typeof hosted === 'string') return refuseStart(hosted);
  router.resolve(hosted.app.router);
  invitations.deliver((invitation) => {
    if (!shell.ending.open) shell.ending.openAgain();
    else {
      shell.show();
      shell.open(invitation);
    }
  });
  await runShell({ ...parts, flags, hosted, shell });
}

/** The start of the app: what ends meanwhile waits for it, and closes what it made. */
class Start implements Started {
  #hosted: Hosted | null = null;
  #running: Promise<unknown> = Promise.resolve();
  hosted = (): Hosted | null => this.#hosted;
  settled = (): Promise<unknown> => this.#running;

  run(start: () => Promise<Hosted>): Promise<Hosted> {
    const running = start().then((hosted) => (this.#hosted = hosted));
    this.#running = running.catch(() => undefined);
    return running;
  }
}

/** Why the data folder cannot be used, with the next step. Asked before Chromium writes into it. */
function whyUnsafe(flags: HostFlags): string | null {
  try {
    prepareDataFolder(flags.dataFolder);
    return null;
  } catch (error) {
    return explainStart(error, flags);
  }
}

/** Shows why the app did not open, and ends. Electron's own error box would ignore signals, and before Electron is ready nobody sees it. */
export async function refuseStart(detail: string): Promise<void> {
  process.stderr.write(`${t('host.start')}. ${detail}\n`);
  await app.whenReady();
  await showBox(null, { type: 'error', message: t('host.start'), detail, buttons: [t('host.close')] });
  app.exit(1);
}

function startApp(parts: ShellParts, flags: HostFlags, ends: AbortSignal): Promise<Hosted> {
  const sandbox = path.join(parts.out, 'service/main.mjs');
  return parts.start({
    flags,
    ends,
    makeHost: () => electronHost(parts.version, flags.dataFolder),
    launchSandbox: (args) => utilitySandbox(sandbox, args),
    networkProgram: path.join(parts.out, 'network/network-program.mjs'),
    startReader: (memoryMb) => utilityReader(path.join(parts.out, 'reading/reader-program.mjs'), memoryMb),
    say: (line) => {
      process.stderr.write(`${line}\n`);
      showNotice('Layover', line, showFirstWindow);
    },
  });
}

function electronHost(version: string, dataFolder: string): Host {
  return {
    kind: 'electron',
    version,
    openExternal: (url) => openPrivately(url, dataFolder, openFile),
    resolveProxy: chromiumProxy(),
    pdf: pdfOfWindow,
    systemQuestion: touchId,
    // Electron hears of it on macOS and Windows only
    hearsScreenLock: process.platform !== 'linux',
    focused: () => BrowserWindow.getFocusedWindow() !== null,
    notify: (title, body) => showNotice(title, body, showFirstWindow),
  };
}

/**
 * The first window's page as its print styles lay it out. Electron asks Chromium one after the other and never again once one failed: who
 * asks prints then.
 */
async function pdfOfWindow(): Promise<Uint8Array> {
  const [window] = BrowserWindow.getAllWindows();
  if (!window || window.isDestroyed()) throw new Error('no window is open');
  return window.webContents.printToPDF({ pageSize: 'A4', preferCSSPageSize: true, generateTaggedPDF: true });
}

function showFirstWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window) focusWindow(window);
}

async function openExternal(url: string): Promise<void> {
  if (!mayOpenExternally(url)) throw new Error('Only https and loopback addresses are opened outside.');
  await system.openExternal(new URL(url).href);
}

/** Opens a file's address with the program that the user opens pages with; the system's answer is a text, empty when it did. */
async function openFile(target: string): Promise<void> {
  const why = await system.openPath(fileURLToPath(target));
  if (why !== '') throw new Error('nothing could be opened');
}

/** Only an installed app takes the scheme: a copy that is being worked on would leave a dead handler behind. */
function registerLinks(packaged: boolean): void {
  if (!packaged) return;
  if (process.platform === 'linux') installAppImageEntry();
  app.setAsDefaultProtocolClient(linkScheme);
}

/** Passes an invitation to the windows; an unreadable file is reported at once. */
function accept(hosted: Hosted | null, shell: Shell, invitation: Invitation): void {
  if (invitation.kind === 'record') hosted?.app.open(invitation.ref);
  if (invitation.kind === 'connection') hosted?.app.openFile(invitation.file);
  if (invitation.kind !== 'file') return;
  readOpened(invitation.file).then(
    (file) => {
      if (shell.ending.open) hosted?.app.openFile(file);
    },
    (error: unknown) => sayProblem(shell, t('host.opened'), error instanceof Error ? error.message : String(error)),
  );
}

function makeShell(parts: ShellParts, flags: HostFlags, started: Started): Shell {
  let current: BrowserWindow | null = null;
  const leaving: (() => void)[] = [];
  const make = (): BrowserWindow => {
    const window = openWindow({
      out: parts.out,
      dataFolder: flags.dataFolder,
      packaged: app.isPackaged,
      icon: path.join(parts.out, 'icons/icon.png'),
      keepsCrashing: () => void offerReload(window),
      mayClose: () => ending.ended,
      closes: () => void (process.platform === 'darwin' ? closeAlone(window, started.hosted()) : ending.ask()),
      sessionEnds: () => void ending.now(),
    });
    window.on('closed', () => (current = null));
    return window;
  };
  const show = (): void => {
    if (!ending.open) return;
    if (current) focusWindow(current);
    else current = make();
  };
  const leave = (): void => {
    if (current) {
      keepPlace(current, flags.dataFolder);
      // the window is hidden at once, though the process has work to finish
      current.hide();
    }
    for (const act of leaving) act();
  };
  const ending = makeEnding(flags, started, { show, window: () => current }, leave);
  const shell: Shell = {
    show,
    open: (invitation) => accept(started.hosted(), shell, invitation),
    window: () => current,
    ending,
    onLeave: (act) => leaving.push(act),
  };
  return shell;
}

/** A page that ended again and again: what the user has done is kept by the main process, so loading it again is safe. */
async function offerReload(window: BrowserWindow): Promise<void> {
  const pressed = await showBox(window, {
    type: 'warning',
    message: t('host.window.crashes'),
    detail: t('host.window.crashes.detail'),
    buttons: [t('host.tryAgain'), t('host.quit')],
    defaultId: 0,
    cancelId: 1,
  });
  if (pressed === 0 && !window.isDestroyed()) window.webContents.reload();
  else app.quit();
}
