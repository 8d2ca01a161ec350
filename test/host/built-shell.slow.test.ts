import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '#shared/contract.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';
import {
  BrowserWindow,
  answers,
  app,
  contextBridge,
  exposed,
  ipcRenderer,
  lastAsked,
  powerMonitor,
  resetElectron,
  schemes,
  speakAs,
  utilityProcess,
} from '#test/fakes/electron.ts';
import { forkLikeElectron } from '#test/fakes/utility-process.ts';
import { until } from '#test/until.ts';

// The built main program and the built preload, over the fake Electron: the real app, its real database, the real sandbox.

const out = path.resolve(import.meta.dirname, '../../out');
const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-built-'));
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(dataFolder, { recursive: true, force: true });
});

function portFromPreload(window: BrowserWindow): MessagePort {
  const ports: MessagePort[] = [];
  vi.stubGlobal('window', {
    location: { origin: 'app://layover' },
    postMessage: (_message: unknown, _origin: string, given: MessagePort[]) => ports.push(...given),
  });
  speakAs(window);
  // a sandboxed preload is a script with one `require`
  const code = readFileSync(path.join(out, 'preload/electron-preload.cjs'), 'utf8');
  const require = (name: string): unknown => (name === 'electron' ? { contextBridge, ipcRenderer } : undefined);
  runInThisContext(`(function (require, window, MessageChannel) {${code}\n})`)(require, globalThis.window, MessageChannel);
  (exposed['shell'] as { connect: () => void }).connect();
  return ports[0]!;
}

test(
  'starts, answers the contract through the preload, sleeps, wakes, opens a link and a file, and quits in order',
  { timeout: 60_000 },
  async () => {
    expect(existsSync(path.join(out, 'main/electron.mjs')), 'run `npm run build` first').toBe(true);
    resetElectron();
    answers.packaged = false;
    vi.spyOn(utilityProcess, 'fork').mockImplementation(forkLikeElectron);
    vi.stubGlobal('process', Object.assign(Object.create(process) as NodeJS.Process, { argv: ['electron', '.', '--data', dataFolder] }));
    const ready = Promise.withResolvers<undefined>();
    const becomesReady = app.whenReady.bind(app);
    vi.spyOn(app, 'whenReady').mockImplementation(() => ready.promise.then(becomesReady));
    // Electron becomes ready only after its main module has ended: a module that waits for that would wait for ever
    await import(/* @vite-ignore */ path.join(out, 'main/electron.mjs'));
    expect(schemes.privileged).toHaveLength(1);
    ready.resolve(undefined);

    await until(() => BrowserWindow.all[0]?.shown);
    const window = BrowserWindow.all[0]!;
    expect(window.url).toBe('app://layover/');
    const port = portFromPreload(window);
    const api: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ port, customJsonSerializers: wireSerializers }));
    port.start();
    // the window is there before the sandbox is
    await until(async () => (await api.app.status()).account);
    const status = await api.app.status();
    expect(status).toMatchObject({ host: 'electron', version: '0.1.0', account: { embedded: true } });

    const changes = await api.app.changes();
    const id = '11111111-2222-4333-8444-555555555555';
    app.emit('second-instance', {}, ['layover', `layover://expense/${id}`]);
    for await (const change of changes) {
      if (change.kind !== 'open') continue;
      expect(change.ref).toEqual({ kind: 'expense', id });
      break;
    }
    const file = path.join(dataFolder, 'expenses.json');
    writeFileSync(file, '[]');
    app.emit('open-file', { preventDefault: () => undefined }, file);
    await until(async () => (await api.library.openedFile())?.name === 'expenses.json');
    expect(await api.library.openedFile()).toBeNull();
    // read by the built reader's program, in a process like Electron's
    expect(await api.library.parseIds({ text: `see ${id}` })).toEqual({ ids: [id], known: [], duplicates: 0, problems: [] });
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    expect((await api.app.status()).repair).toBeNull();

    port.close();
    app.quit();
    await until(() => lastAsked('app.exit'));
    expect(lastAsked('app.exit')).toEqual([0]);
  },
);
