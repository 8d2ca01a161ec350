import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent, request } from 'undici';
import { utilitySandbox } from '#main/host/electron/sandbox.ts';
import { nodeSandbox } from '#main/host/browser/node-sandbox.ts';
import { SandboxFailed, sandboxWords, startSandbox, type Sandbox, type SandboxProcess } from '#main/host/sandbox.ts';
import { FakeUtilityProcess, app, utilityProcess } from '#test/fakes/electron.ts';
import { forkLikeElectron } from '#test/fakes/utility-process.ts';
import { until } from '#test/until.ts';
import { fullTest } from '#test/full-test.ts';

const program = path.resolve(import.meta.dirname, '../../service/main.ts');
const logged: Record<string, unknown>[] = [];
const log = {
  error: (event: string, facts?: Record<string, unknown>) => void logged.push({ event, ...facts }),
  info: () => undefined,
};
let dataFolder: string;
const open: Sandbox[] = [];
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-sandbox-'));
});
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The sandbox's program in a process that is as unkind as one of Electron's. */
function sandboxIn(file: string, args: string[]): SandboxProcess {
  vi.spyOn(utilityProcess, 'fork').mockImplementationOnce(forkLikeElectron);
  return utilitySandbox(file, args);
}

/** A sandbox's process that the test plays itself. */
class PlayedProcess extends EventEmitter implements SandboxProcess {
  readonly args: string[];
  constructor(args: string[]) {
    super();
    this.args = args;
  }
  onOutput(listener: (text: string) => void): void {
    this.on('output', listener);
  }
  onTrouble(listener: (text: string) => void): void {
    this.on('trouble', listener);
  }
  onExit(listener: (code: number | null) => void): void {
    this.on('exit', listener);
  }
  deaf = false;
  killed = false;
  end(): void {
    if (!this.deaf) this.emit('exit', 0);
  }
  kill(): void {
    this.killed = true;
    this.emit('exit', 137);
  }
  ready(port: number, caFile: string): void {
    const line = JSON.stringify({ ready: true, baseUrl: `https://127.0.0.1:${port}`, caFile, apiKey: 'key', controlKey: 'control' });
    this.emit('output', `a line of log\n${line.slice(0, 10)}`);
    this.emit('output', `${line.slice(10)}\n`);
  }
}

function played() {
  const processes: PlayedProcess[] = [];
  const said: string[] = [];
  const caFile = path.join(dataFolder, 'ca.pem');
  writeFileSync(caFile, 'PEM');
  const launch = (args: string[]): SandboxProcess => {
    const process = new PlayedProcess(args);
    processes.push(process);
    return process;
  };
  const options = { launch, dataFolder, world: { log, sleep: async () => undefined }, say: (line: string) => said.push(line) };
  return { processes, said, caFile, options };
}

test('the real sandbox starts in its own process, answers over its own certificate, and ends with us', async () => {
  const processes: SandboxProcess[] = [];
  const launch = (args: string[]): SandboxProcess => {
    const process = nodeSandbox(program, args);
    processes.push(process);
    return process;
  };
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
  const sandbox = startSandbox({ launch, dataFolder, world: { log, sleep }, say: () => undefined });
  open.push(sandbox);
  const service = await sandbox.ready;
  const agent = new Agent({ connect: { ca: service.ca } });
  const answer = await request(`${service.baseUrl}/nothing`, { dispatcher: agent });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  await answer.body.dump();
  await agent.close();
  expect(service.apiKey).not.toBe('');
  expect(readFileSync(path.join(dataFolder, 'sandbox/port'), 'utf8')).toBe(new URL(service.baseUrl).port);
  const ended = new Promise((resolve) => {
    processes[0]!.onExit(resolve);
  });
  await sandbox.close();
  expect(await ended).toBe(0);
});

test('the same address comes back at the next start; a port that was taken meanwhile is given up', async () => {
  const { processes, caFile, options } = played();
  const first = startSandbox(options);
  await until(() => processes.length === 1);
  expect(processes[0]!.args).toEqual(['--data', path.join(dataFolder, 'sandbox'), '--port', '0']);
  processes[0]!.ready(4711, caFile);
  expect(await first.ready).toEqual({ baseUrl: 'https://127.0.0.1:4711', ca: 'PEM', apiKey: 'key', controlKey: 'control' });
  await first.close();

  const second = startSandbox(options);
  await until(() => processes.length === 2);
  expect(processes[1]!.args.at(-1)).toBe('4711');
  processes[1]!.emit('trouble', 'The sandbox could not start: listen EADDRINUSE: address already in use 127.0.0.1:4711.\n');
  processes[1]!.emit('exit', 1);
  await until(() => processes.length === 3);
  expect(processes[2]!.args.at(-1)).toBe('0');
  processes[2]!.ready(4712, caFile);
  await second.ready;
  await second.close();
  expect(readFileSync(path.join(dataFolder, 'sandbox/port'), 'utf8')).toBe('4712');
});

test('keeps its address when something ends it during a start', async () => {
  const { processes, caFile, options } = played();
  mkdirSync(path.join(dataFolder, 'sandbox'));
  writeFileSync(path.join(dataFolder, 'sandbox/port'), '4711');
  const sandbox = startSandbox(options);
  open.push(sandbox);
  await until(() => processes.length === 1);
  processes[0]!.emit('exit', 9);
  await until(() => processes.length === 2);
  expect(processes[1]!.args.at(-1)).toBe('4711');
  processes[1]!.ready(4711, caFile);
  await sandbox.ready;
});

test('its end is no accident once the app ends', async () => {
  const { processes, said, caFile, options } = played();
  const ends = new AbortController();
  const sandbox = startSandbox({ ...options, ends: ends.signal });
  open.push(sandbox);
  await until(() => processes.length === 1);
  processes[0]!.ready(4711, caFile);
  await sandbox.ready;
  logged.length = 0;
  ends.abort();
  processes[0]!.emit('exit', 0);
  await new Promise((resolve) => setImmediate(resolve));
  expect({ logged, said, processes }).toEqual({ logged: [], said: [], processes: [processes[0]] });
});

test('a sandbox that ends is restarted on the same address, visibly, and not for ever', async () => {
  const { processes, said, caFile, options } = played();
  const sandbox = startSandbox(options);
  await until(() => processes.length === 1);
  processes[0]!.ready(4711, caFile);
  await sandbox.ready;
  for (let restart = 1; restart <= 5; restart++) {
    processes.at(-1)!.emit('exit', 139);
    await until(() => processes.length === restart + 1);
    expect(processes.at(-1)!.args.at(-1)).toBe('4711');
  }
  processes.at(-1)!.emit('exit', 139);
  await until(() => said.length === 6);
  expect(processes).toHaveLength(6);
  expect(said[0]).toBe('The practice company ended by itself; starting it again.');
  expect(said[5]).toMatch(/stays off until Layover is started again/);
  await sandbox.close();
});

test('its error output is in the log, whole lines, and in the reason of a failed start', async () => {
  logged.length = 0;
  const { processes, options } = played();
  const starting = startSandbox(options);
  await until(() => processes.length === 1);
  processes[0]!.emit('trouble', 'a warn');
  processes[0]!.emit('trouble', 'ing\nThe sandbox could not start: no space left on device.\n');
  processes[0]!.emit('exit', 1);
  await expect(starting.ready).rejects.toThrow(/did not start: no space left on device$/);
  expect(logged.filter(({ event }) => event === 'sandbox said').map(({ line }) => line)).toEqual([
    'a warning',
    'The sandbox could not start: no space left on device.',
  ]);
});

test('the reason of one that Node could not load is its error, not the last frame of it', async () => {
  const { processes, options } = played();
  const starting = startSandbox(options);
  await until(() => processes.length === 1);
  processes[0]!.emit(
    'trouble',
    [
      'node:internal/modules/cjs/loader:1215',
      '  throw err;',
      '  ^',
      '',
      "Error: Cannot find module 'better-sqlite3'",
      'Require stack:',
      '- /opt/Layover/service/main.mjs',
      '    at Module._resolveFilename (node:internal/modules/cjs/loader:1212:15)',
      '    at Module._compile (node:internal/modules/cjs/loader:1521:14)',
      "  code: 'MODULE_NOT_FOUND'",
      '}',
      '',
      'Node.js v20.18.1',
      '',
    ].join('\n'),
  );
  processes[0]!.emit('exit', 1);
  await expect(starting.ready).rejects.toThrow(/did not start: Error: Cannot find module 'better-sqlite3'$/);
});

test('closing it during its start is no trouble', async () => {
  logged.length = 0;
  const { processes, options } = played();
  const starting = startSandbox(options);
  starting.ready.catch(() => undefined);
  await until(() => processes.length === 1);
  await starting.close();
  await expect(starting.ready).rejects.toThrow();
  expect(logged).toEqual([]);
});

test('a sandbox that does not end when asked to is killed', async () => {
  const { processes, caFile, options } = played();
  const sandbox = startSandbox(options);
  await until(() => processes.length === 1);
  processes[0]!.ready(4711, caFile);
  await sandbox.ready;
  processes[0]!.deaf = true;
  await sandbox.close();
  expect(processes[0]!.killed).toBe(true);
});

fullTest(
  'in a process that outlives an empty event loop, as in Electron, a sandbox that cannot start exits with a code and its reason',
  async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as { port: number };
    for (const [args, code, words] of [
      [['--port', String(port)], 1, /could not start.*Choose another --port/],
      [['--no-such-flag'], 2, /--no-such-flag/],
    ] as const) {
      const child = sandboxIn(program, [...args]);
      let said = '';
      child.onTrouble((text) => (said += text));
      expect(await new Promise((resolve) => child.onExit(resolve))).toBe(code);
      expect(said).toMatch(words);
    }
    blocker.close();
  },
);

test('a sandbox that cannot start names the next step', async () => {
  const { processes, options } = played();
  const starting = startSandbox(options);
  await until(() => processes.length === 1);
  processes[0]!.emit('output', '{"ready":false}\nnot json\n{"ready":true}\n');
  processes[0]!.emit('exit', 1);
  const failed = await starting.ready.catch((error: unknown) => error);
  if (!(failed instanceof SandboxFailed)) throw new Error('it started');
  expect(sandboxWords(failed)).toMatch(/it said nothing.*--without-service/);
});

test('in Electron it is a utility process, never the program itself run as Node', async () => {
  await app.whenReady();
  const process = utilitySandbox('/app/out/service/main.mjs', ['--port', '0']);
  const child = FakeUtilityProcess.all.at(-1);
  expect(child).toMatchObject({ file: '/app/out/service/main.mjs', args: ['--port', '0'], options: { stdio: 'pipe' } });
  const heard: string[] = [];
  process.onOutput((text) => heard.push(text));
  const bytes = new TextEncoder().encode('é\n');
  child!.stdout.write(bytes.subarray(0, 1));
  child!.stdout.write(bytes.subarray(1));
  await until(() => heard.length > 0);
  expect(heard.join('')).toBe('é\n');
  process.end();
  expect(child!.killed).toBe(true);
  FakeUtilityProcess.all = [];
});

fullTest('the last output of a utility process is read, though it comes after its exit', async () => {
  await app.whenReady();
  const process = utilitySandbox('/app/out/service/main.mjs', []);
  const child = FakeUtilityProcess.all.pop()!;
  let heard = '';
  process.onTrouble((text) => (heard += text));
  const ended = new Promise((resolve) => process.onExit((code) => resolve([code, heard])));
  child.emit('exit', 2);
  setImmediate(() => {
    child.stdout.end();
    child.stderr.end('Unknown option');
  });
  expect(await ended).toEqual([2, 'Unknown option']);
});

fullTest('a port that is in use is noticed by the sandbox itself', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };
  const process = nodeSandbox(program, ['--port', String(port)]);
  const code = await new Promise((resolve) => {
    process.onExit(resolve);
  });
  expect(code).toBe(1);
  blocker.close();
});
