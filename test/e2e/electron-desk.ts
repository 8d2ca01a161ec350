import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { findRuntime } from '#scripts/electron/electron-runtime.mjs';

// Real Electron for every spec of the shell. Where no runtime is installed they are skipped loudly; REQUIRE_ELECTRON=1 makes a skip a failure.

const root = path.resolve(import.meta.dirname, '../..');
const runtime = findRuntime();
const why =
  'ELECTRON RUNTIME NOT INSTALLED: the specs of the real shell are SKIPPED. Run `npx install-electron` where GitHub can be reached.';
// CI runs as root, where Chromium cannot make its sandbox; the fuses and preferences are the package's own tests
const isRoot = process.getuid?.() === 0;

/** One data folder with the app over it, in the real Electron. */
export interface ElectronDesk {
  readonly dataFolder: string;
  readonly shell: ElectronApplication;
  readonly window: Page;
  /** Opens the app with these flags and waits for its first page. */
  launch(...flags: string[]): Promise<void>;
  /** Opens the app and waits for its window, whatever it shows by then. */
  launchWindow(...flags: string[]): Promise<void>;
  /** Starts the process alone, as a terminal does, with nobody to drive its window. */
  spawn(...flags: string[]): ChildProcess;
  /** Starts the process alone, as the first of a group of its own. */
  spawnGroup(): ChildProcess;
  /** Resolves with the driven app's exit code, or its signal, when it has ended. */
  ended(): Promise<number | string | null>;
  /** Chooses a line of the application's menu, as a user does. */
  choose(label: string): Promise<void>;
  /** Presses this button in every message box from now on, and keeps what the boxes say. */
  answerBoxes(button: number): Promise<void>;
  /** The message boxes since `answerBoxes`. */
  boxes(): Promise<MessageBox[]>;
  /** The events of the app's log, oldest first. */
  log(): LogLine[];
}

export interface MessageBox {
  message: string;
  detail: string;
  buttons: string[];
  /** True where the box belongs to a window that is still there. */
  ofWindow: boolean;
}

export interface LogLine {
  level: string;
  event: string;
  [fact: string]: unknown;
}

/** Resolves with the exit code, or the signal, of a process. */
export function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode ?? child.signalCode);
    else child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

function makeDesk(dataFolder: string, started: ChildProcess[]): ElectronDesk {
  let shell: ElectronApplication;
  let window: Page;
  const argsOf = (flags: string[]) => [root, '--data', dataFolder, ...(isRoot ? ['--no-sandbox'] : []), ...flags];
  const launchWindow = async (...flags: string[]) => {
    // Playwright switches the sandbox off unless it is told not to
    shell = await _electron.launch({ executablePath: runtime!, args: argsOf(flags), cwd: root, chromiumSandbox: !isRoot });
    started.push(shell.process());
    window = await shell.firstWindow();
  };
  const run = (flags: string[], detached: boolean) => {
    const child = spawn(runtime!, argsOf(flags), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached });
    started.push(child);
    return child;
  };
  return {
    dataFolder,
    get shell() {
      return shell;
    },
    get window() {
      return window;
    },
    launchWindow,
    launch: async (...flags) => {
      await launchWindow(...flags);
      await expect(window.getByRole('navigation').first()).toBeVisible();
    },
    spawn: (...flags) => run(flags, false),
    spawnGroup: () => run([], true),
    ended: () => endOf(shell.process()),
    choose: (label) =>
      shell.evaluate(({ Menu }, wanted) => {
        const lines = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
        const line = lines.find((one) => one.label === wanted);
        // the app may be gone before this call has answered
        setImmediate(() => (line as { click?: () => void } | undefined)?.click?.());
      }, label),
    answerBoxes: (button) =>
      shell.evaluate(({ BrowserWindow, dialog }, pressed) => {
        const said: unknown[] = [];
        Object.assign(globalThis, { said });
        const hear = (given: unknown[]) => {
          const [first, last] = [given[0], given.at(-1) as { message: string; detail?: string; buttons?: string[] }];
          const ofWindow = first instanceof BrowserWindow && !first.isDestroyed() && first.isVisible();
          said.push({ message: last.message, detail: last.detail ?? '', buttons: last.buttons ?? [], ofWindow });
        };
        dialog.showMessageBox = (...given: unknown[]) => {
          hear(given);
          return Promise.resolve({ response: pressed, checkboxChecked: false });
        };
        dialog.showMessageBoxSync = (...given: unknown[]) => {
          hear(given);
          return pressed;
        };
      }, button),
    boxes: () => shell.evaluate(() => (globalThis as unknown as { said: MessageBox[] }).said),
    log: () => {
      const file = path.join(dataFolder, 'logs/layover.log');
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine);
    },
  };
}

/** A new folder with an app over it that is not open yet, and its end: whatever still runs is killed, the folder goes. */
export function newDesk(): { desk: ElectronDesk; remove: () => Promise<void> } {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-electron-'));
  const started: ChildProcess[] = [];
  const remove = async (): Promise<void> => {
    for (const child of started) child.kill('SIGKILL');
    await Promise.all(started.map(endOf));
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { desk: makeDesk(dataFolder, started), remove };
}

const shownIn = ({ window }: ElectronDesk): Promise<string> => window.evaluate(() => document.body.innerText).catch(String);

export const test = base.extend<{ desk: ElectronDesk }>({
  desk: async ({}, use, info) => {
    needRuntime();
    const { desk, remove } = newDesk();
    await use(desk);
    // The screen and the log of a failing test are gone with its folder.
    if (info.status !== info.expectedStatus) console.log(await shownIn(desk), desk.log().slice(-20));
    await remove();
  },
});

/** Skips a spec loudly where there is no runtime; an error where there must be one. */
export function needRuntime(): void {
  if (!runtime && process.env['REQUIRE_ELECTRON']) throw new Error(why);
  if (!runtime) console.warn(`\n\u001b[33m  !! ${why}\u001b[0m\n`);
  // the one skip there is: no runtime, no real shell
  // eslint-disable-next-line no-restricted-syntax
  test.skip(!runtime, why);
}
