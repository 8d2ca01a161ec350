import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRouterClient, type AnyRouter } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHosted, type Hosted } from '#main/host/hosted.ts';
import type { Host } from '#main/app/host.ts';
import type { SandboxProcess } from '#main/host/sandbox.ts';
import type { contract } from '#shared/contract.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { eventually } from '#test/integration/desk.ts';
import { networkProgram } from '#test/network-program.ts';
import { startReader } from '#test/reading.ts';

// The sandbox is for learning: whether it is slow, hangs or fails, the window opens, says why, and goes on waiting.

type Api = ContractRouterClient<typeof contract>;
const host: Host = { kind: 'test', version: '0.0.0', openExternal: () => Promise.resolve(), notify: () => undefined };
let dataFolder: string;
let service: RunningService;
let hosted: Hosted | undefined;
beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-late-'));
  service = await startService({});
});
afterEach(async () => {
  await hosted?.close();
  await service.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A sandbox's process that says nothing until a test makes it. */
function silent({ baseUrl, caFile, apiKey, credentials } = service) {
  let isThere = false;
  const hears: { output?: (text: string) => void; exit?: (code: number | null) => void; trouble?: (text: string) => void } = {};
  const line = JSON.stringify({ ready: true, baseUrl, caFile, apiKey, controlKey: credentials.controlKey });
  const process: SandboxProcess = {
    onOutput: (listener) => {
      hears.output = listener;
      if (isThere) listener(`${line}\n`);
    },
    onTrouble: (listener) => void (hears.trouble = listener),
    onExit: (listener) => void (hears.exit = listener),
    end: () => hears.exit?.(0),
    kill: () => hears.exit?.(137),
  };
  return {
    process,
    /** Now, or as soon as it is begun. */
    comes: () => {
      isThere = true;
      hears.output?.(`${line}\n`);
    },
    fails: () => {
      hears.trouble?.('The sandbox could not start: no space left on device.\n');
      hears.exit?.(1);
    },
  };
}

async function start(process: SandboxProcess, patienceMs = 0, begun: () => void = () => undefined) {
  const flags = { dataFolder, port: 0, open: false, withService: true, sandboxFlags: [], idleMs: 0 };
  const said: string[] = [];
  hosted = await startHosted({
    flags,
    makeHost: () => host,
    launchSandbox: () => (begun(), process),
    startReader,
    networkProgram,
    say: (line) => void said.push(line),
    policyPlaces: [],
    patienceMs,
  });
  return { said, api: createRouterClient(hosted.app.router as AnyRouter, { context: {} }) as unknown as Api };
}

test('a sandbox that never becomes ready: the app opens, the window says so, and it joins when it is ready', async () => {
  const sandbox = silent();
  const { api } = await start(sandbox.process);
  expect(await api.app.status()).toMatchObject({ account: null, sandbox: { kind: 'late' } });
  sandbox.comes();
  const status = await eventually(
    () => api.app.status(),
    ({ account }) => account !== null,
  );
  expect(status.account).toMatchObject({ embedded: true, active: true });
  await eventually(
    () => api.app.status(),
    ({ sandbox: trouble, counters }) => trouble === null && counters.perKind.some(({ kind, records }) => kind === 'expense' && records > 0),
  );
});

test('a sandbox that is late at a later start: edits are kept meanwhile, and sent when it is ready', async () => {
  await startOnce();
  const second = silent();
  const { api } = await start(second.process);
  await eventually(
    () => api.app.status(),
    ({ sandbox }) => sandbox?.kind === 'late',
  );
  // Picks an editable record: the first one depends on the date.
  const { rows } = await api.records.list({ filter: { kind: 'expense', query: 'status:draft' }, limit: 1 });
  const { id } = await api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: rows[0]!.id,
    body: { performedDate: '2026-03-12' },
  });
  second.comes();
  await eventually(
    () => api.edits.get({ id }),
    ({ state }) => state === 'applied',
  );
});

/** Starts once with the sandbox there, until its records are, and ends. */
async function startOnce() {
  const sandbox = silent();
  const { api } = await start(sandbox.process);
  sandbox.comes();
  await eventually(
    () => api.records.list({ filter: { kind: 'expense' }, limit: 1 }),
    ({ rows }) => rows.length > 0,
  );
  await hosted?.close();
}

const longPatience = 60_000;

test('a later start does not wait for it: pages are there, and no false trouble is shown', async () => {
  await startOnce();
  const sandbox = silent();
  const { api } = await start(sandbox.process, longPatience);
  const { rows } = await api.records.list({ filter: { kind: 'expense' }, limit: 1 });
  expect(rows).toHaveLength(1);
  await hosted?.app.begun;
  expect(await api.app.status()).toMatchObject({ account: { embedded: true }, connection: { kind: 'connecting' }, sandbox: null });
  sandbox.comes();
  await eventually(
    () => api.app.status(),
    ({ connection }) => connection.kind === 'online',
  );
});

test('a later start begins it behind its first page, and not at all when it ends before', async () => {
  await startOnce();
  let launched = 0;
  const sandbox = silent();
  const begun = () => void (launched += 1);
  await start(sandbox.process, longPatience, begun);
  expect(launched).toBe(0);
  await hosted?.close();
  await hosted?.app.begun;
  expect(launched).toBe(0);
  const { api } = await start(sandbox.process, longPatience, begun);
  await api.records.list({ filter: { kind: 'expense' }, limit: 1 });
  await eventually(
    () => Promise.resolve(launched),
    (count) => count === 1,
  );
});

test('a later start did not wait for it, and it has another address: its account follows it', async () => {
  await startOnce();
  const elsewhere = await startService({});
  try {
    const sandbox = silent(elsewhere);
    const { api } = await start(sandbox.process, longPatience);
    sandbox.comes();
    const { account } = await eventually(
      () => api.app.status(),
      ({ account, connection }) => account?.baseUrl === elsewhere.baseUrl && connection.kind === 'online',
    );
    expect(account).toMatchObject({ embedded: true, active: true });
  } finally {
    await hosted?.close();
    await elsewhere.close();
  }
});

test('a later start did not wait for it, and it fails: off, with its reason', async () => {
  await startOnce();
  const sandbox = silent();
  const { api } = await start(sandbox.process, longPatience);
  // It is started twice: on its own port, and where that does not do on any.
  const status = await eventually(
    () => (sandbox.fails(), api.app.status()),
    ({ sandbox: trouble }) => trouble?.kind === 'off',
  );
  expect(status).toMatchObject({ account: { embedded: true }, sandbox: { kind: 'off', why: 'no space left on device' } });
});

test('a sandbox that fails after a while is off, with its reason; nothing joins after the end', async () => {
  const sandbox = silent();
  const { api, said } = await start(sandbox.process);
  sandbox.fails();
  await eventually(
    () => api.app.status(),
    ({ sandbox: trouble }) => trouble?.kind === 'off',
  );
  expect((await api.app.status()).sandbox).toEqual({ kind: 'off', why: 'no space left on device' });
  expect(said.at(-1)).toMatch(/did not start: no space left on device.*Next: start Layover again/);
});

test('an end while it is still waited for ends its process too', async () => {
  const sandbox = silent();
  let ended = 0;
  await start({ ...sandbox.process, end: () => ((ended += 1), sandbox.process.end()) });
  await hosted?.close();
  hosted = undefined;
  expect(ended).toBeGreaterThan(0);
});
