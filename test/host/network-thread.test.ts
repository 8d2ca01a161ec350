import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Network } from '#main/api/network/network.ts';
import type { Transport, WireRequest } from '#main/api/transport/transport.ts';
import { networkThread } from '#main/host/network/network-thread.ts';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startProxy, through } from '#test/api/proxy-lab.ts';
import { readyCases } from '#test/api/ready-cases.ts';
import { transportCases } from '#test/api/transport-cases.ts';
import { networkProgram } from '#test/network-program.ts';
import { realWorld } from '#test/world.ts';

const world = realWorld();
const threads = new Set<{ close(): Promise<void> }>();
const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-thread-'));
afterAll(async () => {
  await Promise.all([...threads].map((thread) => thread.close()));
  rmSync(folder, { recursive: true, force: true });
});

function start(program: string) {
  const thread = networkThread(world, program);
  threads.add(thread);
  return thread;
}
const shared = start(networkProgram);

const open = (ca: string) => shared.openTransport({ world, trust: { kind: 'pinned', ca } });
transportCases(open);
readyCases(open);

describe('the thread', () => {
  let pems: { key: string; cert: string };
  let service: LabServer;
  let answer: (() => void) | null = null;
  beforeAll(async () => {
    pems = await makeCertificate();
    service = await startServer(
      (seen, response) => {
        if (seen.url === '/held') answer = () => void response.end('{}');
        else response.end('{"at":"the service"}');
      },
      { pems },
    );
  });
  afterAll(() => service.close());

  const get = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
    ...{ method: 'GET', url: `${service.origin}${url}`, headers: [], body: null, priority: 'read', connectTimeoutMs: 2_000 },
    ...{ totalTimeoutMs: 10_000, ...more },
  });
  const line = (thread: { openTransport: typeof shared.openTransport }, network?: Network): Transport =>
    thread.openTransport({ world, trust: { kind: 'pinned', ca: pems.cert }, ...(network ? { network } : {}) });
  const textOf = async (transport: Transport, request: WireRequest) => {
    const heard = await transport.exchange(request);
    return heard.kind === 'answer' ? new TextDecoder().decode(heard.body) : heard;
  };

  test('asks this side for the way and for its password, and tells what became of it', async () => {
    const proxy = await startProxy({ kind: 'asks', user: 'anna', password: 'right' });
    const told: string[] = [];
    let password = 'wrong';
    const transport = line(shared, {
      ...through(proxy.address),
      credentials: () => Promise.resolve({ user: 'anna', password }),
      heard: (_proxy, what) => void told.push(what),
    });
    expect(await transport.exchange(get('/'))).toMatchObject({ kind: 'failure', cause: 'proxyPassword', bytesWritten: false });
    password = 'right';
    expect(await textOf(transport, get('/'))).toBe('{"at":"the service"}');
    expect(told).toEqual(['refusesPassword', 'open']);
    await transport.close();
    await proxy.close();
  });

  test('an exchange begun in a closed transport never left', async () => {
    const transport = line(shared);
    await transport.close();
    expect(await transport.exchange(get('/'))).toMatchObject({ kind: 'failure', cause: 'cancelled', bytesWritten: false });
  });

  test('a thread that ends: requests under way are unknown, later ones are sent from the main thread', async () => {
    const program = path.join(folder, 'mortal.mjs');
    writeFileSync(
      program,
      `import { parentPort } from 'node:worker_threads';
       await import(${JSON.stringify(networkProgram)});
       parentPort.on('message', (batch) => {
         if (batch.some(({ request }) => request?.url.endsWith('/dies'))) setImmediate(() => { throw new Error('dies'); });
       });`,
    );
    const transport = line(start(program));
    const held = transport.exchange(get('/held'));
    await expect.poll(() => answer).not.toBeNull();
    const dies = transport.exchange(get('/dies'));
    expect(await held).toMatchObject({ kind: 'failure', cause: 'closed', bytesWritten: true });
    expect(await dies).toMatchObject({ kind: 'failure', cause: 'closed', bytesWritten: true });
    expect(await textOf(transport, get('/'))).toBe('{"at":"the service"}');
    await transport.close();
  });

  test('a thread that cannot start costs nothing', async () => {
    const transport = line(start(path.join(folder, 'not-there.mjs')));
    expect(await textOf(transport, get('/'))).toBe('{"at":"the service"}');
    await transport.close();
  });

  test('bytes that are a part of a larger memory travel alone', async () => {
    const transport = line(shared);
    const pool = Buffer.from('a secret beside it{"a":1}');
    const body = pool.subarray(18);
    await transport.exchange(get('/echo', { method: 'PATCH', priority: 'write', body }));
    expect(service.seen.at(-1)?.body).toBe('{"a":1}');
    expect(body.byteLength).toBe(7);
    await transport.close();
  });
});
