// The answers that unit tests take from the fake Electron, as questions to either: test/host/electron-contract.test.ts asks the fake,
// test/e2e/electron-contract.spec.ts the real one. Both must give the `answer` here, so the fake cannot be kinder.
import path from 'node:path';

/** Calls `act` and answers its value, or the error's kind and message. */
async function outcome(act) {
  try {
    return { value: (await act()) ?? null };
  } catch (error) {
    return { error: `${error.name}: ${error.message}`.split('\n')[0] };
  }
}

/** The answer of one row, whichever Electron is asked. */
export async function answerOf(row, electron) {
  const { value, error } = await outcome(() => row.ask(electron));
  return error === undefined ? value : { error };
}

const event = (emitter, name) => new Promise((resolve) => emitter.once(name, (...values) => resolve(values)));
const turn = () => new Promise((resolve) => setImmediate(resolve));
const missing = path.join(import.meta.dirname, 'no-such-picture.png');
const program = path.join(import.meta.dirname, 'child.mjs');
const message = (act) => outcome(act).then(({ error }) => error ?? 'nothing was thrown');

/** Asked before Electron is ready. */
export const early = [
  { name: 'is not ready before its main module has ended', ask: ({ app }) => app.isReady(), answer: false },
  {
    name: 'a message box before it is ready is refused',
    ask: ({ dialog }) => message(() => dialog.showMessageBox({ message: 'x' })),
    answer: 'Error: dialog module can only be used after app is ready',
  },
  { name: 'an error box before it is ready holds nothing', ask: ({ dialog }) => dialog.showErrorBox('a', 'b'), answer: null },
  {
    name: 'a window before it is ready is refused',
    ask: ({ BrowserWindow }) => message(() => new BrowserWindow({ show: false })),
    answer: 'Error: Cannot create BrowserWindow before app is ready',
  },
  {
    name: 'displays before it is ready are refused',
    ask: ({ screen }) => message(() => screen.getAllDisplays()),
    answer: "Error: The 'screen' module can't be used before the app 'ready' event",
  },
  {
    name: 'the default session before it is ready is refused',
    ask: ({ session }) => message(() => session.defaultSession),
    answer: 'TypeError: Session can only be received when app is ready',
  },
  {
    name: 'a tray before it is ready is refused',
    ask: ({ Tray, nativeImage }) => message(() => new Tray(nativeImage.createFromPath(missing))),
    answer: 'Error: Cannot create Tray before app is ready',
  },
];

export const hidden = { x: 60, y: 70, width: 900, height: 640, show: false };

/** A utility process that has started, and its end. */
async function child(electron, args, act) {
  const made = electron.utilityProcess.fork(program, args, { stdio: 'pipe' });
  const ended = event(made, 'exit');
  if (act) {
    await event(made, 'message');
    await act(made);
  }
  const [code] = await ended;
  return { code, pid: made.pid ?? null };
}

const windows = [
  {
    name: 'a window keeps the place that it is given',
    ask: ({ BrowserWindow }) => {
      const window = new BrowserWindow(hidden);
      const { x, y, width, height } = window.getNormalBounds();
      window.destroy();
      return { x, y, width, height };
    },
    answer: { x: 60, y: 70, width: 900, height: 640 },
  },
  {
    name: 'a destroyed window throws, but for isDestroyed and destroy',
    ask: async ({ BrowserWindow }) => {
      const window = new BrowserWindow(hidden);
      window.destroy();
      window.destroy();
      const acts = ['show', 'focus', 'maximize', 'isMinimized', 'isFocused', 'getNormalBounds', 'close'];
      const said = await Promise.all(acts.map((name) => message(() => window[name]())));
      return { gone: window.isDestroyed(), said: [...new Set(said)], left: BrowserWindow.getAllWindows().length };
    },
    answer: { gone: true, said: ['TypeError: Object has been destroyed'], left: 0 },
  },
  {
    name: 'closing asks and can be refused; destroying asks nobody',
    ask: async ({ BrowserWindow }) => {
      const heard = [];
      const window = new BrowserWindow(hidden);
      window.on('close', (given) => {
        heard.push('close');
        if (heard.length === 1) given.preventDefault();
      });
      window.on('closed', () => heard.push('closed'));
      window.close();
      await turn();
      heard.push(window.isDestroyed() ? 'gone' : 'there');
      const closed = event(window, 'closed');
      window.close();
      await closed;
      const other = new BrowserWindow(hidden);
      other.on('close', () => heard.push('asked'));
      other.destroy();
      await turn();
      return heard;
    },
    answer: ['close', 'there', 'close', 'closed'],
  },
  {
    name: 'what the printer is not given rightly is refused, and one that failed fails no later one',
    ask: async ({ BrowserWindow }) => {
      const window = new BrowserWindow(hidden);
      await window.loadURL('data:text/html,<p>x</p>');
      const { webContents } = window;
      const wrong = [{ landscape: 'x' }, { pageSize: 'A9' }, { generateTaggedPDF: 1 }];
      const said = [];
      for (const options of wrong) said.push(await message(() => webContents.printToPDF(options)));
      const bytes = await webContents.printToPDF({ pageSize: 'A4' });
      window.destroy();
      return [...said, new TextDecoder().decode(bytes.slice(0, 5))];
    },
    answer: [
      'TypeError: landscape must be a boolean',
      'Error: Invalid pageSize A9',
      'TypeError: generateTaggedPDF must be a boolean',
      '%PDF-',
    ],
  },
  {
    // its focus is the window manager's matter, and comes when that has time
    name: 'a window that is shown is seen at once',
    ask: ({ BrowserWindow }) => {
      const window = new BrowserWindow(hidden);
      const before = window.isVisible();
      window.show();
      const after = window.isVisible();
      window.destroy();
      return [before, after];
    },
    answer: [false, true],
  },
  {
    name: 'a window is hidden, and painted before it says that it can be shown',
    ask: async ({ BrowserWindow }) => {
      const window = new BrowserWindow(hidden);
      const painted = event(window, 'ready-to-show');
      await window.loadURL('data:text/html,<p>x</p>');
      await painted;
      const before = window.isVisible();
      window.destroy();
      return before;
    },
    answer: false,
  },
];

const desktop = [
  { name: 'a badge is shown by no desktop without Unity', ask: ({ app }) => app.setBadgeCount(3), answer: false },
  { name: 'Linux has no finger reader', ask: ({ systemPreferences }) => typeof systemPreferences?.promptTouchID, answer: 'undefined' },
  { name: 'the theme follows the system', ask: ({ nativeTheme }) => nativeTheme.themeSource, answer: 'system' },
  { name: 'a picture that is not there is empty', ask: ({ nativeImage }) => nativeImage.createFromPath(missing).isEmpty(), answer: true },
  {
    name: 'a destroyed tray throws',
    ask: ({ Tray, nativeImage }) => {
      const tray = new Tray(nativeImage.createFromPath(missing));
      tray.destroy();
      tray.destroy();
      return message(() => tray.setToolTip('x'));
    },
    answer: 'Error: Tray is destroyed',
  },
  {
    name: 'the login item is no matter of Linux',
    ask: ({ app }) => {
      app.setLoginItemSettings({ openAtLogin: true });
      return app.getLoginItemSettings().openAtLogin;
    },
    answer: false,
  },
];

const late = [
  {
    name: 'schemes are refused once it is ready',
    ask: ({ protocol }) => message(() => protocol.registerSchemesAsPrivileged([{ scheme: 'x' }])),
    answer: 'Error: protocol.registerSchemesAsPrivileged should be called before app is ready',
  },
  {
    name: 'the sandbox is refused once it is ready',
    ask: ({ app }) => message(() => app.enableSandbox()),
    answer: 'Error: app.enableSandbox() can only be called before app is ready',
  },
  {
    name: 'a proxy file that cannot be read answers nothing',
    ask: async ({ session }) => {
      const own = session.fromPartition('contract-proxy');
      // a configuration arrives after its promise: one that is known comes first (main/host/electron/proxy.ts)
      const ask = () => own.resolveProxy('https://service.example');
      const nowhere = 'SOCKS5 127.0.0.1:9';
      let answer = '';
      await own.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:9' });
      while (answer !== nowhere) answer = await ask();
      await own.setProxy({ mode: 'pac_script', pacScript: 'http://127.0.0.1:9/proxy.pac' });
      while (answer === nowhere) answer = await ask();
      return answer;
    },
    answer: '',
  },
  {
    name: 'without a proxy the way is direct',
    ask: async ({ session }) => {
      const own = session.fromPartition('contract-direct');
      await own.setProxy({ mode: 'direct' });
      return own.resolveProxy('https://service.example');
    },
    answer: 'DIRECT',
  },
  {
    name: 'menus refuse what is no line',
    ask: ({ Menu }) =>
      Promise.all(
        [[{}], [{ label: 'x', type: 'no' }], [{ label: 'x', type: 'submenu' }]].map((template) =>
          message(() => Menu.buildFromTemplate(template)),
        ),
      ),
    answer: [
      'TypeError: Invalid template for MenuItem: must have at least one of label, role or type',
      'Error: Unknown menu item type: no',
      'Error: Invalid submenu',
    ],
  },
];

const processes = [
  { name: 'a utility process ends with its own code', ask: (electron) => child(electron, ['3']), answer: { code: 3, pid: null } },
  {
    name: 'a polite end of a utility process',
    ask: (electron) => child(electron, ['stay'], (made) => made.kill()),
    answer: { code: 0, pid: null },
  },
  {
    name: 'a utility process that is killed',
    ask: (electron) => child(electron, ['stay'], (made) => process.kill(made.pid, 'SIGKILL')),
    answer: { code: 9, pid: null },
  },
  {
    name: 'a utility process has no channel of Node',
    ask: async ({ utilityProcess }) => {
      const made = utilityProcess.fork(program, ['stay'], { stdio: 'pipe' });
      const [said] = await event(made, 'message');
      const ended = event(made, 'exit');
      made.kill();
      await ended;
      return said;
    },
    answer: { send: 'undefined', port: 'object' },
  },
];

/** Asked once it is ready, of an app that hears `window-all-closed`: another one quits with its first window. */
export const ready = [...windows, ...desktop, ...late, ...processes];
