import { createORPCClient, isDefinedError, safe } from '@orpc/client';
import { os } from '@orpc/server';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { IpcMain } from 'electron';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serveBrowser } from '#main/host/browser/server.ts';
import { routed } from '#main/host/browser/routed.ts';
import { servePorts } from '#main/host/electron/window/ports.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { BrowserWindow, app, exposed, ipcMain, resetElectron, speakAs } from '#test/fakes/electron.ts';
import { dialHost } from '#renderer/state/connection/connect.ts';
import { takeLaunch } from '#renderer/state/connection/line.ts';
import { echoRouter, echoRows, type EchoClient } from '#test/host/echo.ts';
import { builtWindow, launchOf, openTab } from '#test/host/windows.ts';
import { until } from '#test/until.ts';

const exact = { customJsonSerializers: wireSerializers };

interface Connection {
  client: EchoClient;
  openStreams: () => number;
  /** The window goes away without a word. */
  drop: () => void;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The preload's own code, the fake Electron between, the real port handler. */
async function throughElectron(): Promise<Connection> {
  resetElectron();
  await app.whenReady();
  const { router, open } = echoRouter();
  const window = new BrowserWindow({});
  servePorts(ipcMain as unknown as IpcMain, Promise.resolve(router), (sender) => (sender as unknown) === window.webContents);
  speakAs(window);
  const port = await portFromPreload();
  closers.push(() => {
    port.close();
  });
  const client: EchoClient = createORPCClient(new PortLink({ port, ...exact }));
  port.start();
  return {
    client,
    openStreams: open,
    drop: () => {
      port.close();
    },
  };
}

/** Runs the preload as a page would see it and answers the port that it posts. */
async function portFromPreload(): Promise<MessagePort> {
  const posted: { origin: string; ports: MessagePort[] }[] = [];
  vi.stubGlobal('window', {
    location: { origin: 'app://layover' },
    postMessage: (_message: unknown, origin: string, ports: MessagePort[]) => posted.push({ origin, ports }),
  });
  closers.push(() => vi.unstubAllGlobals());
  await import('#main/host/electron/window/electron-preload.ts');
  (exposed['shell'] as { connect: () => void }).connect();
  expect(posted).toHaveLength(1);
  expect(posted[0]?.origin).toBe('app://layover');
  return posted[0]!.ports[0]!;
}

/** A real socket after a real launch. */
async function throughBrowser(): Promise<Connection> {
  const { router, open } = echoRouter();
  const files = builtWindow();
  const server = await serveBrowser({ open: routed(router), files: files.folder, port: 0 });
  closers.push(files.remove, () => server.close());
  const { socket } = await openTab(server, launchOf(server.gate.launchUrl()));
  const client: EchoClient = createORPCClient(new SocketLink({ websocket: socket as unknown as globalThis.WebSocket, ...exact }));
  return {
    client,
    openStreams: open,
    drop: () => {
      socket.terminate();
    },
  };
}

describe.each([
  ['MessagePort (Electron)', throughElectron],
  ['WebSocket (browser host)', throughBrowser],
])('%s', (_name, connect) => {
  test('carries int64, dates and text exactly', async () => {
    const { client } = await connect();
    for (const amountMinor of [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 9_007_199_254_740_993n, 0n]) {
      const sent = { amountMinor, at: new Date('2026-03-12T09:00:00.123Z'), text: 'é😀\u2028' };
      expect(await client.echo(sent)).toEqual(sent);
    }
  });

  test('carries rows in one go', async () => {
    const { client } = await connect();
    expect(await client.rows({ count: 500 })).toStrictEqual(echoRows(500));
  });

  test('carries a large text and a document', async () => {
    const { client } = await connect();
    const text = 'x'.repeat(200_000);
    expect((await client.echo({ amountMinor: 1n, at: new Date(0), text })).text).toBe(text);
    const file = await client.document({ bytes: 3_000_000 });
    expect(file.type).toBe('application/pdf');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(3_000_000);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });

  test('keeps the promised error apart from a wrong input', async () => {
    const { client } = await connect();
    const refused = await safe(client.refuse());
    expect(isDefinedError(refused.error)).toBe(true);
    expect(refused.error).toMatchObject({ code: 'NOT_NOW', data: { unlocksInMs: 9_007_199_254_740_993n } });
    const wrong = await safe(client.echo({ amountMinor: 1 as unknown as bigint, at: new Date(0), text: '' }));
    expect(wrong.error).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('streams in order and ends the stream when the window closes', async () => {
    const { client, openStreams, drop } = await connect();
    const stream = await client.changes();
    const first = stream.next();
    await until(() => openStreams() === 1);
    for (const seq of [1, 2, 3]) await client.publish({ seq });
    expect((await first).value).toEqual({ seq: 1 });
    expect((await stream.next()).value).toEqual({ seq: 2 });
    expect((await stream.next()).value).toEqual({ seq: 3 });
    stream.next().catch(() => undefined);
    drop();
    await until(() => openStreams() === 0);
  });

  test('answers many calls at once, each its own', async () => {
    const { client } = await connect();
    const amounts = Array.from({ length: 500 }, (_, index) => BigInt(index) * 1_000_000_000_000n);
    const answers = await Promise.all(amounts.map((amountMinor) => client.echo({ amountMinor, at: new Date(0), text: '' })));
    expect(answers.map((answer) => answer.amountMinor)).toEqual(amounts);
  });
});

/** The window's own dialling in a tab with this storage, against a host whose router only says which window asked. */
async function tabsOf(): Promise<(storage: Map<string, string>) => Promise<string | null>> {
  const files = builtWindow();
  const router = { who: os.$context<{ windowId?: string }>().handler(({ context }) => context.windowId ?? null) };
  const server = await serveBrowser({ open: routed(router), files: files.folder, port: 0 });
  closers.push(files.remove, () => server.close());
  class TabSocket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers: { origin: server.gate.origin } });
    }
  }
  vi.stubGlobal('window', {});
  vi.stubGlobal('WebSocket', TabSocket);
  closers.push(() => vi.unstubAllGlobals());
  return async (storage) => {
    const address = new URL(storage.size === 0 ? server.gate.launchUrl() : server.gate.origin);
    vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}`, hash: address.hash, pathname: '/' });
    vi.stubGlobal('history', { replaceState: (_state: null, _title: string, path: string) => expect(path).toBe('/') });
    takeLaunch();
    vi.stubGlobal('sessionStorage', { getItem: (key: string) => storage.get(key) ?? null, setItem: storage.set.bind(storage) });
    const { api } = await dialHost();
    return (api as unknown as { who: () => Promise<string | null> }).who();
  };
}

test('each tab names itself to the router, and keeps its name through a reload: its undo is its own', async () => {
  const dialFrom = await tabsOf();
  const [first, second] = [new Map<string, string>(), new Map<string, string>()];
  const names = [await dialFrom(first), await dialFrom(second), await dialFrom(first)];
  expect(names[0]).toMatch(/^[\w-]{36}$/);
  expect(names[2]).toBe(names[0]);
  expect(names[1]).not.toBe(names[0]);
});
