import { encodingOf } from '#shared/values/encoding.ts';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { App } from '#main/app/create-app.ts';
import { openShell } from '#main/host/electron/shell.ts';
import type { Updater } from '#main/host/electron/updates/update-install.ts';
import type { Hosted, HostedOptions } from '#main/host/hosted.ts';
import { realWorld } from '#main/host/world.ts';
import type { Change, Counters } from '#shared/contract/views/views.ts';
import { resetElectron } from '#test/fakes/electron.ts';
import { echoRouter } from '#test/host/echo.ts';

export const calm: Counters = {
  waiting: 0,
  sending: 0,
  checking: 0,
  draft: 0,
  conflict: 0,
  rejected: 0,
  inDoubt: 0,
  held: 0,
  needsYou: 0,
  documentsHere: 0,
  perKind: [],
};

/** The shell, opened over the fake Electron with an app that only remembers what it was asked. */
export interface FakeShell {
  dataFolder: string;
  out: string;
  counters: Counters;
  /** Titles of records whose forms hold something. */
  typed: string[];
  /** True while the windows are blank. */
  locked: boolean;
  /** The shell's calls to the app, oldest first. */
  acts: string[];
  /** Logged errors. */
  errors: Record<string, unknown>[];
  /** The options that the shell passed to the app's start. */
  started: HostedOptions | undefined;
  tell: (change: Change) => void;
  /** Signals that reach the process. */
  signals: EventEmitter;
  remove: () => void;
}

export interface FakeShellGiven {
  argv?: string[];
  dataFolder?: string;
  updater?: Updater;
  updates?: boolean;
  feed?: Hosted['feed'];
  failStart?: Error;
  /** The windows show nothing from the start. */
  locked?: boolean;
  signals?: EventEmitter;
  slowStart?: Promise<void>;
  slowClose?: Promise<void>;
  verifyBuild?: boolean;
  failClose?: Error;
  /** The key that the package was built with, SPKI in base64. */
  updateKey?: string;
  /** Instead of the machine's clock. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Sets the fake Electron's answers before the shell opens. */
  before?: () => void;
}

/** Opens the real shell code; every Electron call lands in the fake. */
export async function openFakeShell(given: FakeShellGiven = {}): Promise<FakeShell> {
  resetElectron();
  given.before?.();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-shell-'));
  const out = path.join(folder, 'out');
  mkdirSync(path.join(out, 'renderer/assets'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '0.1.0', updateKey: given.updateKey }));
  writeFileSync(path.join(out, 'renderer/index.html'), '<!doctype html><title>Layover</title>');
  writeFileSync(path.join(out, 'renderer/assets/main-1a2b.js'), 'export {};');
  const dataFolder = given.dataFolder ?? path.join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const listeners = new Set<(change: Change) => void>();
  const shell: FakeShell = {
    dataFolder,
    out,
    counters: calm,
    typed: [],
    locked: given.locked ?? false,
    acts: [],
    errors: [],
    started: undefined,
    tell: (change) => {
      for (const listener of listeners) listener(change);
    },
    signals: given.signals ?? new EventEmitter(),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const start = async (options: HostedOptions): Promise<Hosted> => {
    shell.started = options;
    await given.slowStart;
    if (given.failStart) throw given.failStart;
    return fakeHosted(shell, listeners, given);
  };
  const updater = async (): Promise<Updater | null> => given.updater ?? null;
  await openShell({
    out,
    argv: ['--data', dataFolder, ...(given.argv ?? [])],
    version: '0.1.0',
    verifyBuild: given.verifyBuild ?? false,
    start,
    updater,
    signals: shell.signals,
  });
  return shell;
}

/** Its database is closed like a real one: whoever asks for something afterwards gets an error. */
function fakeHosted(shell: FakeShell, listeners: Set<(change: Change) => void>, given: FakeShellGiven): Hosted {
  let closed = false;
  const act = (text: string): void => {
    if (closed) throw new TypeError('The database connection is not open');
    shell.acts.push(text);
  };
  const app: App = {
    router: echoRouter().router as unknown as App['router'],
    begun: Promise.resolve(),
    close: async () => undefined,
    counters: () => {
      if (closed) throw new TypeError('The database connection is not open');
      return shell.counters;
    },
    typed: () => shell.typed,
    worksOffline: () => false,
    locked: () => shell.locked,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    screenLocked: () => {
      act('screenLocked');
    },
    suspend: async () => {
      act('suspend');
    },
    resume: () => {
      act('resume');
    },
    open: (ref) => {
      act(`open ${ref.kind} ${ref.id}`);
    },
    openFile: ({ name, file }) => {
      void file.bytes().then((bytes) => act(`file ${name}: ${new TextDecoder(encodingOf(bytes)).decode(bytes)}`));
    },
    command: (command) => {
      act(`command ${command}`);
    },
    sandbox: (news) => {
      act(`sandbox ${news.kind}`);
    },
  };
  const error = (event: string, facts?: Record<string, unknown>) => void shell.errors.push({ event, ...facts });
  const world = realWorld({ error, info: () => undefined });
  return {
    app,
    world: given.sleep ? { ...world, sleep: given.sleep } : world,
    updates: given.updates ?? true,
    feed: given.feed ?? null,
    close: async () => {
      act('close');
      closed = true;
      await given.slowClose;
      if (given.failClose) throw given.failClose;
      shell.acts.push('closed');
    },
  };
}
