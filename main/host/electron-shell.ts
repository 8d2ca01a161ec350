import path from 'node:path';
import { BrowserWindow, Notification, app, dialog, ipcMain, session, shell as system, type WebContents } from 'electron';
import type { Host } from '#main/app/host.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { deepLinkIn, linkScheme, parseDeepLink } from './deep-link.ts';
import { lockDownPages, lockDownSession } from './electron-lockdown.ts';
import { servePorts } from './electron-ports.ts';
import { utilitySandbox } from './electron-sandbox.ts';
import { registerWindowScheme, serveWindowScheme } from './electron-scheme.ts';
import type { Updater } from './electron-updates.ts';
import { focusWindow, openWindow } from './electron-window.ts';
import { explainStart } from './explain-start.ts';
import { readFlags, type HostFlags } from './flags.ts';
import type { Hosted, HostedOptions } from './hosted.ts';
import { mayOpenExternally } from './open-external.ts';
import { runDesk } from './electron-desk.ts';

/** What the shell is put together from; tests give stand-ins. */
export interface ShellParts {
  /** Folder of the built programs. */
  out: string;
  /** Arguments after the program's own. */
  argv: string[];
  version: string;
  start: (options: HostedOptions) => Promise<Hosted>;
  /** The updater of a packaged app; null when there is nothing to update. */
  updater: () => Promise<Updater | null>;
}

/** The one window, which may be closed and opened again (macOS), and the record that waits to be shown in it. */
export interface Desk {
  show(): void;
  open(ref: RecordRef): void;
  window(): BrowserWindow | null;
}

/** Opens Layover in Electron. Everything that must happen before Electron is ready happens before the first await. */
export async function openShell(parts: ShellParts): Promise<void> {
  const flags = readFlags(parts.argv);
  app.enableSandbox();
  app.setPath('userData', path.join(flags.dataFolder, 'shell'));
  registerWindowScheme();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.setAppUserModelId('example.layover.desktop');
  registerLinks(app.isPackaged);
  const links = listenForLinks(parts.argv);
  lockDownPages(app, openExternal);
  await app.whenReady();
  lockDownSession(session.defaultSession);
  serveWindowScheme(path.join(parts.out, 'renderer'));
  const hosted = await start(parts, flags);
  if (!hosted) return;
  const desk = makeDesk(parts, flags, hosted);
  servePorts(ipcMain, hosted.app.router, (sender: WebContents) => sender === desk.window()?.webContents);
  links.deliver((ref) => {
    desk.show();
    if (ref) desk.open(ref);
  });
  await runDesk({ ...parts, flags, hosted, desk });
}

async function start(parts: ShellParts, flags: HostFlags): Promise<Hosted | null> {
  const sandbox = path.join(parts.out, 'service/main.mjs');
  try {
    return await parts.start({
      flags,
      makeHost: () => electronHost(parts.version),
      launchSandbox: (args) => utilitySandbox(sandbox, args),
      say: (line) => process.stderr.write(`${line}\n`),
    });
  } catch (error) {
    dialog.showErrorBox('Layover did not open', explainStart(error, flags));
    app.exit(1);
    return null;
  }
}

function electronHost(version: string): Host {
  return {
    kind: 'electron',
    version,
    openExternal,
    focused: () => BrowserWindow.getFocusedWindow() !== null,
    notify: (title, body) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', () => {
        const [window] = BrowserWindow.getAllWindows();
        if (window) focusWindow(window);
      });
      notification.show();
    },
  };
}

async function openExternal(url: string): Promise<void> {
  if (!mayOpenExternally(url)) throw new Error('Only https and loopback addresses are opened outside.');
  await system.openExternal(new URL(url).href);
}

/** Only an installed app takes the scheme: a copy that is being worked on would leave a dead handler behind. */
function registerLinks(packaged: boolean): void {
  if (packaged) app.setAsDefaultProtocolClient(linkScheme);
}

type LinkListener = (ref: RecordRef | null) => void;

/** Collects what this and later launches were asked to show until somebody listens; `null` means "just come to the front". */
function listenForLinks(argv: string[]): { deliver: (listener: LinkListener) => void } {
  const first = deepLinkIn(argv);
  const early: (RecordRef | null)[] = first ? [first] : [];
  let listener: LinkListener = (ref) => early.push(ref);
  const heard = (ref: RecordRef | null): void => {
    listener(ref);
  };
  app.on('second-instance', (_event, laterArgv) => {
    heard(deepLinkIn(laterArgv));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    heard(parseDeepLink(url));
  });
  return {
    deliver: (given) => {
      listener = given;
      for (const ref of early.splice(0)) given(ref);
    },
  };
}

function makeDesk(parts: ShellParts, flags: HostFlags, hosted: Hosted): Desk {
  let current: BrowserWindow | null = null;
  const make = (): BrowserWindow => {
    const window = openWindow({
      out: parts.out,
      dataFolder: flags.dataFolder,
      packaged: app.isPackaged,
      icon: path.join(parts.out, 'icons/icon.png'),
    });
    window.on('closed', () => {
      current = null;
    });
    return window;
  };
  current = make();
  return {
    show: () => {
      if (current) focusWindow(current);
      else current = make();
    },
    open: (ref) => {
      hosted.app.open(ref);
    },
    window: () => current,
  };
}
