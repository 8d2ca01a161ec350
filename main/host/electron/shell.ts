import path from 'node:path';
import { BrowserWindow, Notification, app, dialog, ipcMain, session, shell as system, type WebContents } from 'electron';
import type { Host } from '#main/app/host.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { deepLinkIn, linkScheme, parseDeepLink } from './deep-link.ts';
import { lockDownPages, lockDownSession } from './lockdown.ts';
import { servePorts } from './ports.ts';
import { utilitySandbox } from './sandbox.ts';
import { registerWindowScheme, serveWindowScheme } from './scheme.ts';
import type { Updater } from './updates.ts';
import { focusWindow, openWindow } from './window.ts';
import { explainStart } from '#main/host/explain-start.ts';
import { readFlags, type HostFlags } from '#main/host/flags.ts';
import type { Hosted, HostedOptions } from '#main/host/hosted.ts';
import { mayOpenExternally } from '#main/host/open-external.ts';
import { fileIn, readOpened } from './opened-file.ts';
import { runDesk } from './desk.ts';

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

/** What the app was asked to show: a record by its link, a file to look at for an import, or just its window. */
type Invitation = { kind: 'record'; ref: RecordRef } | { kind: 'file'; file: string } | { kind: 'window' };

/** The one window, which may be closed and opened again (macOS), and what waits to be shown in it. */
export interface Desk {
  show(): void;
  open(invitation: Invitation): void;
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
  const invitations = listenForInvitations(parts.argv);
  lockDownPages(app, openExternal);
  await app.whenReady();
  lockDownSession(session.defaultSession);
  serveWindowScheme(path.join(parts.out, 'renderer'));
  const hosted = await start(parts, flags);
  if (!hosted) return;
  const desk = makeDesk(parts, flags, hosted);
  servePorts(ipcMain, hosted.app.router, (sender: WebContents) => sender === desk.window()?.webContents);
  invitations.deliver((invitation) => {
    desk.show();
    desk.open(invitation);
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

type InvitationListener = (invitation: Invitation) => void;

/** What a launch's arguments ask for: a link first, then a file in `folder` or by its whole path. */
function invitationIn(argv: readonly string[], folder: string): Invitation {
  const ref = deepLinkIn(argv);
  if (ref) return { kind: 'record', ref };
  const file = fileIn(argv, folder);
  return file === null ? { kind: 'window' } : { kind: 'file', file };
}

/** Collects what this and later launches were asked to show until somebody listens. */
function listenForInvitations(argv: string[]): { deliver: (listener: InvitationListener) => void } {
  const first = invitationIn(argv, process.cwd());
  const early: Invitation[] = first.kind === 'window' ? [] : [first];
  let listener: InvitationListener = (invitation) => early.push(invitation);
  const heard = (invitation: Invitation): void => {
    listener(invitation);
  };
  app.on('second-instance', (_event, laterArgv, folder) => {
    heard(invitationIn(laterArgv.slice(1), folder));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const ref = parseDeepLink(url);
    heard(ref ? { kind: 'record', ref } : { kind: 'window' });
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    heard({ kind: 'file', file });
  });
  return {
    deliver: (given) => {
      listener = given;
      for (const invitation of early.splice(0)) given(invitation);
    },
  };
}

/** Hands an invitation to the windows; a file that cannot be read is said at once. */
function accept(hosted: Hosted, invitation: Invitation): void {
  if (invitation.kind === 'record') hosted.app.open(invitation.ref);
  if (invitation.kind !== 'file') return;
  readOpened(invitation.file).then(
    (file) => {
      hosted.app.openFile(file);
    },
    (error: unknown) => {
      dialog.showErrorBox('This file was not opened', error instanceof Error ? error.message : String(error));
    },
  );
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
    open: (invitation) => {
      accept(hosted, invitation);
    },
    window: () => current,
  };
}
