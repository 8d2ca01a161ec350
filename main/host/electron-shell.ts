import path from 'node:path';
import { BrowserWindow, Notification, app, dialog, ipcMain, powerMonitor, session, shell } from 'electron';
import type { Host } from '#main/app/host.ts';
import type { Change } from '#shared/contract/views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { deepLinkIn, linkScheme, parseDeepLink } from './deep-link.ts';
import { lockDownPages, lockDownSession } from './electron-lockdown.ts';
import { showMenu } from './electron-menu.ts';
import { servePorts } from './electron-ports.ts';
import { utilitySandbox } from './electron-sandbox.ts';
import { registerWindowScheme, serveWindowScheme } from './electron-scheme.ts';
import { openTray, type CounterTray } from './electron-tray.ts';
import { followUpdates, type Updater } from './electron-updates.ts';
import { focusWindow, openWindow } from './electron-window.ts';
import { explainStart } from './explain-start.ts';
import { readFlags, type HostFlags } from './flags.ts';
import type { Hosted, HostedOptions } from './hosted.ts';
import { opensAtLoginOnLinux, setOpensAtLoginOnLinux } from './login-item.ts';
import { mayOpenExternally } from './open-external.ts';
import { quitWords } from './quit-words.ts';
import { forgetRunning, noteRunning } from './running.ts';

/** What the shell is put together from; tests give stand-ins. */
export interface ShellParts {
  /** Folder of the built programs. */
  out: string;
  argv: string[];
  start: (options: HostedOptions) => Promise<Hosted>;
  /** The updater of a packaged app; null when there is none to update. */
  updater: () => Promise<Updater | null>;
}
