// The life of Electron's app and windows, as unkind as its documentation and sources say (docs/api/app.md, shell/browser/browser.cc):
// `quit` asks every window, `exit` destroys them without a word, and what is destroyed throws.
import { EventEmitter } from 'node:events';

/** Calls of the code under test to Electron, newest last. */
export const asked: { call: string; values: unknown[] }[] = [];
export const note = (call: string, ...values: unknown[]): void => {
  asked.push({ call, values });
};
/** The values of the newest call by that name. */
export function lastAsked(call: string): unknown[] | undefined {
  return asked.findLast((one) => one.call === call)?.values;
}

const usual = {
  singleInstance: true,
  packaged: true,
  /** The button that a user presses; a promise while nobody has. */
  dialogButton: 0 as number | Promise<number>,
  /** The button that is pressed in a box that Chromium waits for. */
  syncButton: 0,
  dark: false,
  trayWorks: true,
  /** False where the desktop shows no counts: Windows, and most desktops of Linux. */
  badges: false,
  /** Switches of Chromium that the process was started with. */
  switches: [] as string[],
  /** The state of a Mac's fingerprint reader; absent on other systems, like its functions. */
  touchId: 'absent' as 'absent' | 'closed' | 'knows' | 'givenUp' | 'throws',
  /** Chromium cannot print the page. */
  printFails: false,
  /** Chromium's proxy for an address; null for the default. */
  proxy: null as string | null,
  /** Utility processes take no notice of a polite end. */
  utilityIgnoresKill: false,
};
/** The fake's answers; a test changes them first. */
export const answers = { ...usual, userData: '.', displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
export const resetAnswers = (): void => {
  asked.length = 0;
  Object.assign(answers, usual, { switches: [] });
  printing = Promise.resolve(new Uint8Array());
};

let printing: Promise<Uint8Array> = Promise.resolve(new Uint8Array());

/** An event whose default can be prevented, as Electron hands it over. */
export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Refuses what the real one refuses before it is ready. */
export function whenReadyOnly(refusal: Error): void {
  if (!app.isReady()) throw refusal;
}

class FakeSession extends EventEmitter {
  #proxy: { mode?: string } = {};
  readonly partition: string;
  constructor(partition = '') {
    super();
    this.partition = partition;
  }
  permissionRequest: ((contents: unknown, permission: string, answer: (granted: boolean) => void) => void) | undefined;
  permissionCheck: ((contents: unknown, permission: string) => boolean) | undefined;
  devicePermission: (() => boolean) | undefined;
  beforeRequest: ((details: { url: string }, answer: (verdict: { cancel: boolean }) => void) => void) | undefined;
  certificate: ((request: unknown, answer: (verdict: number) => void) => void) | undefined;
  webRequest = {
    onBeforeRequest: (handler: NonNullable<FakeSession['beforeRequest']>): void => {
      this.beforeRequest = handler;
    },
  };
  setPermissionRequestHandler(handler: NonNullable<FakeSession['permissionRequest']>): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: NonNullable<FakeSession['permissionCheck']>): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: NonNullable<FakeSession['devicePermission']>): void {
    this.devicePermission = handler;
  }
  setCertificateVerifyProc(handler: NonNullable<FakeSession['certificate']>): void {
    this.certificate = handler;
  }
  readonly protocol = { handle: (scheme: string, handler: SchemeHandler): void => void schemes.handlers.set(scheme, handler) };
  setSpellCheckerEnabled(on: boolean): void {
    note('session.setSpellCheckerEnabled', on);
  }
  async setProxy(given: { mode?: string }): Promise<void> {
    note('session.setProxy', this.partition, given);
    this.#proxy = given;
  }
  /** Nobody serves a proxy file here, and Chromium answers nothing for one that it cannot read. */
  async resolveProxy(url: string): Promise<string> {
    note('session.resolveProxy', this.partition, url);
    if (this.#proxy.mode === 'fixed_servers') return 'SOCKS5 127.0.0.1:9';
    return answers.proxy ?? (this.#proxy.mode === 'pac_script' ? '' : 'DIRECT');
  }
}
let usualSession = new FakeSession();
const partitions = new Map<string, FakeSession>();
/** A new process has new sessions. */
export function resetSessions(): void {
  usualSession = new FakeSession();
  partitions.clear();
}
const sessionsWhenReady = () => {
  whenReadyOnly(new TypeError('Session can only be received when app is ready'));
};
export const session = {
  get defaultSession(): FakeSession {
    sessionsWhenReady();
    return usualSession;
  },
  fromPartition(name: string): FakeSession {
    sessionsWhenReady();
    const made = partitions.get(name) ?? new FakeSession(name);
    partitions.set(name, made);
    return made;
  },
};
export type SchemeHandler = (request: Request) => Response | Promise<Response>;
export const schemes: { privileged: unknown[]; handlers: Map<string, SchemeHandler> } = { privileged: [], handlers: new Map() };

let contentsIds = 0;
export class FakeWebContents extends EventEmitter {
  readonly id = ++contentsIds;
  mainFrame = { url: 'app://layover/' };
  session = session.defaultSession;
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  setWindowOpenHandler(handler: NonNullable<FakeWebContents['openHandler']>): void {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    note('webContents.setWebRTCIPHandlingPolicy', policy);
  }
  /** As Electron does it: what is no choice of its throws at once, jobs wait for each other, and one that failed fails all after it. */
  async printToPDF(options: Record<string, unknown>): Promise<Uint8Array> {
    note('webContents.printToPDF', options);
    const sizes = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Legal', 'Letter', 'Tabloid', 'Ledger'];
    for (const name of ['landscape', 'displayHeaderFooter', 'printBackground', 'preferCSSPageSize', 'generateTaggedPDF'])
      if (options[name] !== undefined && typeof options[name] !== 'boolean') throw new TypeError(`${name} must be a boolean`);
    if (typeof options['pageSize'] === 'string' && !sizes.includes(options['pageSize']))
      throw new Error(`Invalid pageSize ${options['pageSize']}`);
    const job = async () => {
      if (answers.printFails) throw new Error('Failed to generate PDF');
      return new TextEncoder().encode('%PDF-1.7');
    };
    printing = printing.then(job);
    printing.catch(() => undefined);
    return printing;
  }
  forcefullyCrashRenderer(): void {
    note('webContents.forcefullyCrashRenderer');
  }
  reload(): void {
    note('webContents.reload');
  }
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface WindowOptions extends Partial<Bounds> {
  webPreferences?: Record<string, unknown>;
  show?: boolean;
  title?: string;
}
export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.all;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.all.find((one) => one.focused) ?? null;
  }
  readonly webContents: FakeWebContents;
  readonly options: WindowOptions;
  bounds: Bounds;
  url: string | undefined;
  shown = false;
  focused = false;
  minimized = false;
  maximized = false;
  destroyed = false;
  constructor(options: WindowOptions) {
    super();
    whenReadyOnly(new Error('Cannot create BrowserWindow before app is ready'));
    this.webContents = new FakeWebContents();
    this.options = options;
    const { x = 10, y = 10, width = 1280, height = 800 } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  /** Every method but two throws once the window is gone. */
  #alive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
  async loadURL(url: string): Promise<void> {
    this.#alive();
    this.url = url;
    this.webContents.mainFrame = { url };
    setImmediate(() => {
      if (!this.destroyed) this.emit('ready-to-show');
    });
  }
  show(): void {
    this.#alive();
    this.shown = true;
    this.focused = true;
  }
  hide(): void {
    this.#alive();
    this.shown = false;
    this.focused = false;
  }
  isVisible(): boolean {
    this.#alive();
    return this.shown;
  }
  focus(): void {
    this.#alive();
    this.focused = true;
  }
  restore(): void {
    this.#alive();
    this.minimized = false;
  }
  /** Shows a window that is hidden, painted or not. */
  maximize(): void {
    this.#alive();
    this.shown = true;
    this.maximized = true;
  }
  isMinimized(): boolean {
    this.#alive();
    return this.minimized;
  }
  isMaximized(): boolean {
    this.#alive();
    return this.maximized;
  }
  isFocused(): boolean {
    this.#alive();
    return this.focused;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Bounds {
    this.#alive();
    return this.bounds;
  }
  setContentProtection(on: boolean): void {
    this.#alive();
    note('window.setContentProtection', on);
  }
  setTitle(title: string): void {
    this.#alive();
    note('window.setTitle', title);
  }
  setProgressBar(value: number): void {
    this.#alive();
    note('window.setProgressBar', value);
  }
  /** Closes the window, as its button or a quit does. */
  close(): void {
    this.#alive();
    const event = new FakeEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    else app.closePrevented();
  }
  /** Goes without asking: only `closed` is heard. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    BrowserWindow.all = BrowserWindow.all.filter((one) => one !== this);
    this.emit('closed');
    if (BrowserWindow.all.length === 0) app.allClosed();
  }
}

class FakeApp extends EventEmitter {
  readonly name = 'Layover';
  readonly dock = undefined;
  #ready = false;
  #state: 'running' | 'quitting' | 'exiting' | 'gone' = 'running';
  #exitCode = 0;
  get isPackaged(): boolean {
    return answers.packaged;
  }
  readonly commandLine = {
    appendSwitch: (...values: unknown[]): void => {
      note('app.commandLine.appendSwitch', ...values);
    },
    hasSwitch: (name: string): boolean => answers.switches.includes(name),
    removeSwitch: (name: string): void => {
      answers.switches = answers.switches.filter((one) => one !== name);
    },
    getSwitchValue: (): string => '',
  };
  /** Also forgets `--no-sandbox`, although the processes that were started by then have no sandbox. */
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    answers.switches = answers.switches.filter((name) => name !== 'no-sandbox');
    note('app.enableSandbox');
  }
  requestSingleInstanceLock(): boolean {
    return answers.singleInstance;
  }
  async whenReady(): Promise<void> {
    await Promise.resolve();
    this.#ready = true;
  }
  isReady(): boolean {
    return this.#ready;
  }
  getPath(name: string): string {
    return name === 'exe' ? '/opt/Layover/layover' : answers.userData;
  }
  setPath(...values: unknown[]): void {
    note('app.setPath', ...values);
  }
  getVersion(): string {
    return '0.1.0';
  }
  setAppUserModelId(id: string): void {
    note('app.setAppUserModelId', id);
  }
  setAsDefaultProtocolClient(...values: unknown[]): boolean {
    note('app.setAsDefaultProtocolClient', ...values);
    return true;
  }
  setBadgeCount(count: number): boolean {
    note('app.setBadgeCount', count);
    return answers.badges;
  }
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: process.platform !== 'linux' && lastAsked('app.setLoginItemSettings')?.[0] === true };
  }
  setLoginItemSettings({ openAtLogin }: { openAtLogin: boolean }): void {
    note('app.setLoginItemSettings', openAtLogin);
  }
  relaunch(options?: unknown): void {
    note('app.relaunch', options);
  }
  /** Asks: `before-quit`, then every window, then `will-quit`; whoever prevents one of them keeps the app. A second call does nothing. */
  quit(): void {
    note('app.quit');
    if (this.#state !== 'running') return;
    const event = new FakeEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) {
      note('before-quit.preventDefault');
      return;
    }
    this.#state = 'quitting';
    if (BrowserWindow.all.length === 0) this.#willQuit();
    else for (const window of [...BrowserWindow.all]) window.close();
  }
  /** Asks nobody: windows are destroyed, neither `close`, `before-quit` nor `will-quit` is heard. */
  exit(code = 0): void {
    note('app.exit', code);
    if (this.#state === 'gone') return;
    this.#state = 'exiting';
    this.#exitCode = code;
    if (BrowserWindow.all.length === 0) this.#go();
    else for (const window of [...BrowserWindow.all]) window.destroy();
  }
  closePrevented(): void {
    if (this.#state === 'quitting') this.#state = 'running';
  }
  allClosed(): void {
    if (this.#state === 'exiting') this.#go();
    else if (this.#state === 'quitting') this.#willQuit();
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }
  #willQuit(): void {
    const event = new FakeEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#state = 'running';
    else this.#go();
  }
  #go(): void {
    this.#state = 'gone';
    this.emit('quit', {}, this.#exitCode);
    note('gone', this.#exitCode);
  }
  /** A new process. */
  reset(): void {
    this.removeAllListeners();
    this.#ready = false;
    this.#state = 'running';
    this.#exitCode = 0;
  }
}
export const app = new FakeApp();

/** The system's news of power. Whoever does not prevent the default of `shutdown` is killed with the machine. */
class FakePowerMonitor extends EventEmitter {
  /** The machine goes down; answers whether it waits for us. */
  systemShutdown(): boolean {
    const event = new FakeEvent();
    this.emit('shutdown', event);
    if (!event.defaultPrevented) note('killed by the shutdown');
    return event.defaultPrevented;
  }
}
export const powerMonitor = new FakePowerMonitor();
