import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedService } from '#main/account-life/embedded-account.ts';
import type { Log } from '#shared/world.ts';

/** The sandbox's process, as little of it as is needed: a Node child in the browser host, a utility process in Electron. */
export interface SandboxProcess {
  onOutput(listener: (text: string) => void): void;
  /** What it says of its own troubles (stderr). */
  onTrouble(listener: (text: string) => void): void;
  onExit(listener: (code: number | null) => void): void;
  /** Asks it to end. */
  end(): void;
  /** Ends it whether it wants to or not. */
  kill(): void;
}

export interface SandboxOptions {
  /** Starts the sandbox's program with these arguments. */
  launch: (args: string[]) => SandboxProcess;
  dataFolder: string;
  log: Log;
  sleep: (ms: number) => Promise<void>;
  /** Told in one line when the sandbox ended by itself, and when it is back. */
  say: (line: string) => void;
}

export interface Sandbox {
  /** How to reach it, once it is there; rejects with SandboxFailed. A machine may be slow, so nobody should hold a window for it. */
  ready: Promise<EmbeddedService>;
  close(): Promise<void>;
}

const READY_MS = 60_000;
/** As long as an asked end may take; its database survives a kill. */
const END_MS = 5_000;
const RESTART_AFTER_MS = 1_000;
const MOST_RESTARTS = 5;

/** The sandbox did not start; the message says why and what to do. */
export class SandboxFailed extends Error {
  override readonly name = 'SandboxFailed';
  /** The sandbox's own words, without the next step. */
  readonly why: string;

  constructor(why: string) {
    super(
      `The embedded sandbox did not start: ${why}. What you recorded is kept. ` +
        'Next: start Layover again; if this comes back, look into logs/layover.log, or start with --without-service.',
    );
    this.why = why;
  }
}

interface Ready {
  port: number;
  service: EmbeddedService;
}

/**
 * Starts the embedded sandbox service in its own process and keeps it running: it comes back by itself, visibly, on the same address.
 * The port is kept between starts, because edits belong to the address that they were made for.
 */
export function startSandbox(options: SandboxOptions): Sandbox {
  const folder = path.join(options.dataFolder, 'sandbox');
  const state: State = { closing: false, restarts: 0, running: undefined };
  const ready = startOnce(options, folder, state).then((first) => {
    keepRunning(options, folder, state, first);
    return first.service;
  });
  return {
    ready,
    close: async () => {
      state.closing = true;
      if (state.running) await endWithin(state.running, options.sleep);
    },
  };
}

interface State {
  closing: boolean;
  restarts: number;
  /** The newest process; it may have ended. */
  running: Running | undefined;
}

function keepRunning(options: SandboxOptions, folder: string, state: State, { port }: Ready): void {
  const watch = (running: Running | undefined): void => {
    void running?.exited.then(async (code) => {
      if (state.closing) return;
      state.restarts += 1;
      options.log.error('sandbox ended by itself', { code, restarts: state.restarts });
      if (state.restarts > MOST_RESTARTS) {
        options.say('The embedded sandbox keeps ending; it stays off until Layover is started again.');
        return;
      }
      options.say('The embedded sandbox ended by itself; starting it again.');
      await options.sleep(RESTART_AFTER_MS * state.restarts);
      if (state.closing) return;
      state.running = launchOn(options, folder, port);
      watch(state.running);
    });
  };
  watch(state.running);
}

interface Running {
  process: SandboxProcess;
  exited: Promise<number | null>;
  /** The last thing it said of its troubles, in one line; empty when nothing. */
  trouble: () => string;
}

/** Ends it; never waits longer than the limit twice, whatever it does. */
async function endWithin({ process, exited }: Running, sleep: (ms: number) => Promise<void>): Promise<void> {
  process.end();
  const ended = await Promise.race([exited.then(() => true), sleep(END_MS).then(() => false)]);
  if (ended) return;
  process.kill();
  await Promise.race([exited, sleep(END_MS)]);
}

async function startOnce(options: SandboxOptions, folder: string, state: State): Promise<Ready> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = keptPort(folder);
  const tries = kept === 0 ? [0] : [kept, 0];
  let trouble = '';
  for (const port of tries) {
    if (state.closing) break;
    const running = launchOn(options, folder, port);
    state.running = running;
    const ready = await readyOf(running);
    if (ready) {
      writeFileSync(path.join(folder, 'port'), String(ready.port), { mode: 0o600 });
      return ready;
    }
    // a hanging one holds the database that the next one needs
    await endWithin(running, options.sleep);
    trouble = running.trouble();
    options.log.error('sandbox did not start', { port, trouble });
  }
  throw new SandboxFailed(trouble === '' ? 'it said nothing' : trouble.replace(/^The sandbox could not start: /, '').replace(/\.$/, ''));
}

function launchOn({ launch, log }: SandboxOptions, folder: string, port: number): Running & { output: Output } {
  const process = launch(['--data', folder, '--port', String(port)]);
  const output = collect((listener) => {
    process.onOutput(listener);
  });
  let last = '';
  collect((listener) => {
    process.onTrouble(listener);
  }).line((line) => {
    if (line.trim() === '') return false;
    last = line.trim().slice(0, 500);
    log.error('sandbox said', { line: last });
    return true;
  });
  const exited = new Promise<number | null>((resolve) => {
    process.onExit(resolve);
  });
  return { process, exited, output, trouble: () => last };
}

interface Output {
  line: (found: (line: string) => boolean) => void;
}

function collect(listen: (listener: (text: string) => void) => void): Output {
  let rest = '';
  const lines: string[] = [];
  let listener: ((line: string) => boolean) | undefined;
  listen((text) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (listener) listener(line);
      else lines.push(line);
    }
  });
  return {
    line: (found) => {
      listener = found;
      for (const line of lines.splice(0)) found(line);
    },
  };
}

/** Waits for the one line that says the sandbox is ready; null when it ended first or took too long. */
async function readyOf(running: Running & { output: Output }): Promise<Ready | null> {
  const told = new Promise<Ready | null>((resolve) => {
    running.output.line((line) => {
      const ready = parseReady(line);
      if (ready) resolve(ready);
      return ready !== null;
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, READY_MS, null);
  });
  const answer = await Promise.race([told, running.exited.then(() => null), late]);
  clearTimeout(timer);
  return answer;
}

function parseReady(line: string): Ready | null {
  if (!line.startsWith('{')) return null;
  try {
    const said = JSON.parse(line) as Partial<Record<'ready' | 'baseUrl' | 'caFile' | 'apiKey' | 'controlKey', unknown>>;
    if (said.ready !== true || typeof said.baseUrl !== 'string' || typeof said.caFile !== 'string' || typeof said.apiKey !== 'string')
      return null;
    const controlKey = typeof said.controlKey === 'string' ? said.controlKey : '';
    const service = { baseUrl: said.baseUrl, ca: readFileSync(said.caFile, 'utf8'), apiKey: said.apiKey, controlKey };
    return { port: Number(new URL(said.baseUrl).port), service };
  } catch {
    return null;
  }
}

function keptPort(folder: string): number {
  try {
    const port = Number(readFileSync(path.join(folder, 'port'), 'utf8'));
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : 0;
  } catch {
    return 0;
  }
}
