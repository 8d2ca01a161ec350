import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';
import { windowOrigin } from './ports.ts';
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
}

/** Opens the window where it was last; shows it when it has painted. */
export function openWindow({ out, dataFolder, packaged, icon }: WindowOptions): BrowserWindow {
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
  if (maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.show();
  });
  window.on('close', () => {
    keepWindowState(dataFolder, window.getNormalBounds(), window.isMaximized());
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') window.webContents.reload();
  });
  void window.loadURL(`${windowOrigin}/`);
  return window;
}

/** Brings the window to the person. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
