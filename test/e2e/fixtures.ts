import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Agent, request } from 'undici';
import { askRunning } from '#main/host/running.ts';
import type { JournalEntry } from '#service/domain/journal.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { test as base } from './policy-watch.ts';

/** The control door of the sandbox: its own records, its journal, its faults (docs/service.md). */
export interface SandboxControl {
  baseUrl: string;
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  /** Clears every fault. */
  clearFaults(): Promise<void>;
}

/** One browser host of one test, on its own data folder and free ports. */
export interface RunningHost {
  readonly dataFolder: string;
  readonly output: string[];
  readonly process: ChildProcess;
  /** The one-time address that the last start said. */
  readonly said: string;
  /** A fresh one-time address. */
  launchUrl(): Promise<string>;
  /** Opens the app in this page and waits until it is served. */
  open(page: Page): Promise<void>;
  /** Ends the host as hard as asked and waits until it is gone; its sandbox ends with it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts again on the same data folder, after `end`; as a user does with `forSandbox` false, who does not wait for the sandbox. */
  start(forSandbox?: boolean): Promise<void>;
  /** Only with the embedded sandbox. */
  sandbox(): SandboxControl;
}

export interface HostOptions {
  /** Flags of the host, for instance `--without-service`. */
  flags: string[];
  /** Flags of the sandbox, for instance `--reads --latency 20`. */
  sandboxFlags: string[];
  env: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../..');
const controlKey = 'control-key-of-the-tests';

/** Starts a browser host and waits for its address. Rejects with its output when it ends first. */
export async function startHost(given: Partial<HostOptions> & { dataFolder?: string } = {}): Promise<RunningHost> {
  const dataFolder = given.dataFolder ?? mkdtempSync(path.join(os.tmpdir(), 'layover-e2e-'));
  const output: string[] = [];
  const sandboxFlags = ['--control-key', controlKey, ...(given.sandboxFlags ?? [])].join(' ');
  const args = ['--data', dataFolder, '--no-open', `--sandbox=${sandboxFlags}`, ...(given.flags ?? [])];
  const launchAnd = async (forSandbox: boolean) => {
    const launched = await launch(args, given.env ?? {}, output);
    // The window does not wait for a sandbox that is slow; whoever tests with it does.
    if (forSandbox && !args.includes('--without-service')) await expect.poll(() => isOpen(sandboxPort(dataFolder))).toBe(true);
    return launched;
  };
  let running = await launchAnd(true);
  const host: RunningHost = {
    dataFolder,
    output,
    get process() {
      return running.child;
    },
    get said() {
      return (
        output
          .join('')
          .match(/(?<=^Layover: )http.*$/gm)
          ?.at(-1) ?? ''
      );
    },
    launchUrl: async () => {
      let url: string | null = null;
      // A host that has just started may be busy for longer than its owner waits once.
      await expect.poll(async () => (url = await askRunning(dataFolder)), 'the host answers its owner').not.toBeNull();
      return url ?? '';
    },
    open: async (page) => {
      await page.goto(await host.launchUrl());
    },
    end: (signal = 'SIGTERM') => endProcess(running.child, signal),
    start: async (forSandbox = true) => {
      running = await launchAnd(forSandbox);
    },
    sandbox: () => controlOf(dataFolder),
  };
  return host;
}

async function launch(args: string[], env: Record<string, string>, output: string[]): Promise<{ child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(root, 'out/host/browser.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output.push(chunk.toString());
      if (chunk.toString().includes('Layover: http://')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => {
      reject(new Error(`the host ended with ${code}: ${output.join('')}`));
    });
  });
  return { child };
}

/** The port that this folder's sandbox has, or had; 0 where there never was one. */
function sandboxPort(dataFolder: string): number {
  const file = path.join(dataFolder, 'sandbox', 'port');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

/** True when a program listens on this port. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

function controlOf(dataFolder: string): SandboxControl {
  const folder = path.join(dataFolder, 'sandbox');
  const baseUrl = `https://127.0.0.1:${readFileSync(path.join(folder, 'port'), 'utf8')}`;
  const ask = async (method: 'GET' | 'POST' | 'DELETE', target: string, body?: unknown): Promise<unknown> => {
    const dispatcher = new Agent({ connect: { ca: readFileSync(path.join(folder, 'ca.pem'), 'utf8') } });
    const headers = { 'sandbox-control': controlKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await request(`${baseUrl}${target}`, {
      method,
      headers,
      dispatcher,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    await dispatcher.close();
    if (answer.statusCode >= 400) throw new Error(`${method} ${target}: ${answer.statusCode} ${text}`);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return text === '' ? undefined : isJson ? (JSON.parse(text) as unknown) : text;
  };
  return {
    baseUrl,
    get: (target) => ask('GET', target),
    post: (target, body) => ask('POST', target, body),
    clearFaults: async () => {
      await ask('DELETE', '/sandbox/faults');
    },
  };
}

/** Writes that the embedded sandbox applied twice; none without a sandbox. */
async function carriedOutTwiceBy(host: RunningHost, { flags = [] }: Partial<HostOptions>): Promise<string[]> {
  if (flags.includes('--without-service') || host.process.exitCode !== null || host.process.signalCode !== null) return [];
  return carriedOutTwice((await host.sandbox().get('/sandbox/journal')) as JournalEntry[]);
}

/** Every test gets its own host with the embedded sandbox, opened in its page: nothing is shared, so tests run side by side. */
export const test = base.extend<{ hostOptions: Partial<HostOptions>; host: RunningHost; app: Page }>({
  hostOptions: [{}, { option: true }],
  host: async ({ hostOptions }, use) => {
    const host = await startHost(hostOptions);
    await use(host);
    const twice = await carriedOutTwiceBy(host, hostOptions);
    await host.end();
    expect(twice).toEqual([]);
    rmSync(host.dataFolder, { recursive: true, force: true });
  },
  app: async ({ host, page }, use) => {
    await host.open(page);
    await use(page);
  },
});
export { expect };
