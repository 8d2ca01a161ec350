import { t } from '#shared/messages/t.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedService } from '#main/account-life/first-run/embedded-account.ts';
import type { World } from '#shared/world.ts';

/** The sandbox's process, as little of it as is needed: a Node child in the browser host, a utility process in Electron. */
export interface SandboxProcess {
  onOutput(listener: (text: string) => void): void;
  /** Its stderr. */
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
  world: Pick<World, 'log' | 'sleep'>;
  /** Aborts when the app begins to end: what the sandbox does from then on is no accident. */
  ends?: AbortSignal | undefined;
  /** Told in one line when the sandbox ended on its own, and when it is back. */
  say: (line: string) => void;
}

export interface Sandbox {
  /** Resolves to its address once it is ready; rejects with SandboxFailed. A machine may be slow, so nobody should hold a window for it. */
  ready: Promise<EmbeddedService>;
  close(): Promise<void>;
}

const READY_MS = 60_000;
/** As long as an asked end may take; its database survives a kill. */
const END_MS = 5_000;
const RESTART_AFTER_MS = 1_000;
const MOST_RESTARTS = 5;
const MOST_TROUBLES = 100;

/** The practice company did not start. */
export class SandboxFailed extends Error {
  override readonly name = 'SandboxFailed';
  /** The sandbox's own words, without the next step. */
  readonly why: string;

  constructor(why: string) {
    super(`the sandbox did not start: ${why}`);
    this.why = why;
  }
}

export const sandboxWords = ({ why }: SandboxFailed): string => t('host.sandbox.failed', { why });

interface Ready {
  port: number;
  service: EmbeddedService;
}

/**
 * Starts the embedded sandbox service in its own process and keeps it running: it comes back on its own, visibly, on the same address.
 * The port is kept between starts, because edits belong to the address that they were made for.
 */
export function startSandbox(options: SandboxOptions): Sandbox {
  const folder = path.join(options.dataFolder, 'sandbox');
  const state: State = { closing: false, restarts: 0, running: undefined };
  options.ends?.addEventListener('abort', () => (state.closing = true));
  const ready = startOnce(options, folder, state).then((first) => {
    keepRunning(options, folder, state, first);
    return first.service;
  });
  return {
    ready,
    close: async () => {
      state.closing = true;
      if (state.running) await endWithin(state.running, options.world);
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
      options.world.log.error('sandbox ended by itself', { code, restarts: state.restarts });
      if (state.restarts > MOST_RESTARTS) {
        options.say(t('host.sandbox.off'));
        return;
      }
      options.say(t('host.sandbox.again'));
      await options.world.sleep(RESTART_AFTER_MS * state.restarts);
      if (state.closing) return;
      state.running = launchOn(options, folder, port);
      watch(state.running);
    });
  };
  watch(state.running);
}

interface Running {
  process: SandboxProcess;
  /** Resolves with null when nobody waits for it any more. */
  ready: PromiseWithResolvers<Ready | null>;
  exited: Promise<number | null>;
  /** The first lines of its stderr. */
  troubles: string[];
}

/** Ends it; never waits longer than the limit twice, whatever it does. */
async function endWithin({ process, exited }: Running, { sleep }: SandboxOptions['world']): Promise<void> {
  process.end();
  const ended = await Promise.race([exited.then(() => true), sleep(END_MS).then(() => false)]);
  if (ended) return;
  process.kill();
  await Promise.race([exited, sleep(END_MS)]);
}

async function startOnce(options: SandboxOptions, folder: string, state: State): Promise<Ready> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let port = keptPort(folder);
  let trouble = '';
  for (let tries = port === 0 ? 1 : 2; tries > 0 && !state.closing; tries--) {
    const running = (state.running = launchOn(options, folder, port));
    const ready = await readyOf(running);
    if (ready) {
      writeFileSync(path.join(folder, 'port'), String(ready.port), { mode: 0o600 });
      return ready;
    }
    // a hanging one holds the database that the next one needs
    await endWithin(running, options.world);
    trouble = reasonIn(running.troubles);
    if (state.closing) break;
    options.world.log.error('sandbox did not start', { port, trouble });
    // edits belong to the address that they were made for, so only a port that is taken is given up
    if (trouble.includes('EADDRINUSE')) port = 0;
  }
  throw new SandboxFailed(trouble === '' ? 'it said nothing' : trouble.replace(/^The sandbox could not start: /, '').replace(/\.$/, ''));
}

function launchOn({ launch, world }: SandboxOptions, folder: string, port: number): Running {
  const process = launch(['--data', folder, '--port', String(port)]);
  const ready = Promise.withResolvers<Ready | null>();
  const exited = new Promise<number | null>((resolve) => process.onExit(resolve));
  const running: Running = { process, ready, exited, troubles: [] };
  process.onOutput(
    byLines((line) => {
      const said = parseReady(line);
      if (said) ready.resolve(said);
    }),
  );
  process.onTrouble(
    byLines((line) => {
      if (line.trim() === '') return;
      const said = line.trimEnd().slice(0, 500);
      if (running.troubles.length < MOST_TROUBLES) running.troubles.push(said);
      world.log.error('sandbox said', { line: said.trim() });
    }),
  );
  return running;
}

/** Parts of an uncaught error in Node's output that name no reason: frames, the source line with its mark, the rest of an object, the version. */
const noReason = /^(?:\s|node:|file:|[\^}]|- |Node\.js v|Require stack)/;

/** Why a process did not start, in one line, of what it said of its troubles; empty when it said nothing. */
function reasonIn(troubles: string[]): string {
  const lines = troubles.filter((line) => !noReason.test(line));
  return lines.find((line) => /could not start|\bError\b|Error:/.test(line)) ?? lines[0] ?? '';
}

/** Hands on, line by line, what comes in pieces. */
function byLines(heard: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) heard(line);
  };
}

/** Waits for the one line that says the sandbox is ready; null when it ended first or took too long. */
async function readyOf({ ready, exited }: Running): Promise<Ready | null> {
  const late = setTimeout(ready.resolve, READY_MS, null);
  void exited.then(() => ready.resolve(null));
  const answer = await ready.promise;
  clearTimeout(late);
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
