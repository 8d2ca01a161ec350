import { t } from '#shared/messages/t.ts';
import path from 'node:path';
import { BrowserWindow, nativeTheme, screen, session, type Session, type WebPreferences } from 'electron';
import { showBox } from './message-box.ts';
import { windowOrigin } from './ports.ts';
import { CrashBudget } from './crash-budget.ts';
import { keepWindowState, readWindowState, smallestWindow } from './window-state.ts';

/** Blocks the network for the window's pages: their session uses a dead proxy (port 9 discards). */
const deadProxy = 'socks5://127.0.0.1:9';

/** The session of the window alone, kept between starts. What the system says of proxies is asked of another one. */
export function windowSession(): Session {
  const own = session.fromPartition('persist:window');
  void own.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' });
  return own;
}

/** The preferences of a page: as few rights as Electron allows. */
export function lockedPreferences(out: string, packaged: boolean): WebPreferences {
  return {
    session: windowSession(),
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
  /** True when everything is closed: then the window goes without a question. */
  mayClose: () => boolean;
  /** The user closes the window, which stays until the app agrees. */
  closes: () => void;
  /** The session of this user ends, and everything with it. */
  sessionEnds: () => void;
}

/** Opens the window where it was last; shows it when its first page has painted, which waits for no data. */
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
  window.on('close', (event) => {
    keepPlace(window, dataFolder);
    if (heard.mayClose()) return;
    event.preventDefault();
    heard.closes();
  });
  // what is typed comes back with the page, so there is nothing to ask
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
  // Windows asks an app nothing at a log-off: neither `before-quit` nor `close` comes
  window.on('session-end', heard.sessionEnds);
  window.on('unresponsive', () => void offerToWait(window));
  const budget = new CrashBudget();
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    if (budget.spend(Date.now())) window.webContents.reload();
    else heard.keepsCrashing();
  });
  void window.loadURL(`${windowOrigin}/`);
  return window;
}

/** A page that does not answer is loaded again where the user wants that; the box goes when the page answers again. */
async function offerToWait(window: BrowserWindow): Promise<void> {
  const answers = new AbortController();
  window.once('responsive', () => answers.abort());
  const pressed = await showBox(window, {
    type: 'warning',
    message: t('host.window.hangs'),
    detail: t('host.window.hangs.detail'),
    buttons: [t('host.window.wait'), t('host.window.load')],
    defaultId: 0,
    cancelId: 0,
    signal: answers.signal,
  });
  // a hanging page ignores a reload; a crashed one is loaded again
  if (pressed === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
}

/** Keeps the window's place for the next start. */
export function keepPlace(window: BrowserWindow, dataFolder: string): void {
  if (!window.isDestroyed()) keepWindowState(dataFolder, window.getNormalBounds(), window.isMaximized());
}

/** Brings the window to the user. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
