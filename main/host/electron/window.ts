import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';
import { windowOrigin } from './ports.ts';
import { CrashBudget } from './crash-budget.ts';
import { keepWindowState, readWindowState, smallestWindow } from './window-state.ts';

/** What a page may do: as little as Electron offers. */
export function lockedPreferences(out: string, packaged: boolean): WebPreferences {
  return {
    preload: path.join(out, 'preload/electron-preload.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
    devTools: !packaged,
  };
}

export interface WindowOptions {
  out: string;
  dataFolder: string;
  packaged: boolean;
  icon: string;
  /** The page went again and again. */
  keepsCrashing: () => void;
  /** The session of this person ends, and everything with it. */
  sessionEnds: () => void;
}

/** Opens the window where it was last; shows it when it has painted. */
export function openWindow({ out, dataFolder, packaged, icon, ...heard }: WindowOptions): BrowserWindow {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...place } = readWindowState(dataFolder, displays);
  const window = new BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Layover',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14171c' : '#ffffff',
    webPreferences: lockedPreferences(out, packaged),
  });
  window.once('ready-to-show', () => {
    // maximizing shows a window, so not before it has painted
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => keepPlace(window, dataFolder));
  // Windows asks an app nothing at a log-off: neither `before-quit` nor `close` comes
  window.on('session-end', heard.sessionEnds);
  const budget = new CrashBudget();
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    if (budget.spend(Date.now())) window.webContents.reload();
    else heard.keepsCrashing();
  });
  void window.loadURL(`${windowOrigin}/`);
  return window;
}

/** Keeps the window's place for the next start. */
export function keepPlace(window: BrowserWindow, dataFolder: string): void {
  if (!window.isDestroyed()) keepWindowState(dataFolder, window.getNormalBounds(), window.isMaximized());
}

/** Brings the window to the person. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
