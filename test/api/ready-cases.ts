import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '#main/api/transport/transport.ts';
import { makeCertificate, startRawServer, startServer } from '#test/api/lab.ts';
import { wire } from '#test/api/transport-cases.ts';

const pems = await makeCertificate();
const write = { method: 'PATCH' as const, priority: 'write' as const, body: new TextEncoder().encode('{}') };

/** Waits until a server counts so many connections. */
const counts = (count: () => number, expected: number) => expect.poll(count, { timeout: 20_000, interval: 10 }).toBe(expected);

/** Idle connections live four seconds: a moment in which the machine stood still as long is tried again. */
async function inTime(work: (isInTime: () => boolean) => Promise<void>): Promise<void> {
  for (let isOver = false; !isOver;) {
    const from = performance.now();
    const isInTime = () => (isOver ||= performance.now() - from < 3_000);
    await work(isInTime);
  }
}

/** Cases for connections that are opened in advance, for every transport. `open` makes one that trusts this certificate only. */
export function readyCases(open: (ca: string) => Transport): void {
  const closing: (() => Promise<void>)[] = [];
  let line: Transport;
  beforeAll(() => {
    line = open(pems.cert);
  });
  afterAll(async () => {
    await line.close();
    await Promise.all(closing.map((close) => close()));
  });
  const keep = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const server = await starting;
    closing.push(() => server.close());
    return server;
  };
  describe('connections made ready', () => connectionCases({ transport: () => line, keep }));
}

interface Lab {
  transport: () => Transport;
  keep: <T extends { close(): Promise<void> }>(starting: Promise<T>) => Promise<T>;
}

function connectionCases({ transport, keep }: Lab): void {
  const five = (origin: string) => Promise.all(Array.from({ length: 5 }, () => transport().exchange(wire(origin, write))));

  it('are open before any request, and carry the probe and the requests after it', async () => {
    const server = await keep(startServer((_seen, response) => response.end('{}'), { pems }));
    const elsewhere = await keep(startServer((_seen, response) => response.end('{}'), { pems }));
    await inTime(async (isInTime) => {
      // Closes idle connections of an earlier attempt, which would be used first.
      transport().renew?.();
      const [before, asked] = [server.connections(), server.seen.length];
      transport().makeReady?.(`${server.origin}/`, 5);
      await counts(server.connections, before + 6);
      await transport().exchange(wire(`${elsewhere.origin}/`));
      const unused = server.seen.length;
      await transport().exchange(wire(`${server.origin}/question`));
      await five(server.origin);
      if (!isInTime()) return;
      expect(unused).toBe(asked);
      expect(server.connections()).toBe(before + 6);
      expect(new Set(server.seen.slice(asked).map(({ connection }) => connection)).size).toBe(6);
    });
  });

  it('are no payment’s, nor a document’s', async () => {
    const server = await keep(startServer((_seen, response) => response.end('{}'), { pems }));
    transport().makeReady?.(`${server.origin}/`, 1);
    await counts(server.connections, 2);
    await transport().exchange(wire(server.origin, { ...write, method: 'POST', priority: 'payment' }));
    await transport().exchange(wire(server.origin, { priority: 'document' }));
    expect(server.seen.map(({ connection }) => connection)).toEqual([3, 4]);
  });

  it('are closed when the question fails, and when idle ones are left behind', async () => {
    const server = await keep(startServer((_seen, response) => response.end('{}'), { pems }));
    const leave: (() => void)[] = [
      () => transport().makeReady?.(`${server.origin}/`, 0),
      () => transport().renew?.(),
      () => transport().giveUp?.(['read', 'document']),
    ];
    for (const leaves of leave) {
      const before = server.connections();
      transport().makeReady?.(`${server.origin}/`, 5);
      await counts(server.connections, before + 6);
      leaves();
      await counts(server.open, 0);
    }
    transport().makeReady?.(`${server.origin}/`, 5);
    transport().makeReady?.(`${server.origin}/`, 0);
    await transport().exchange(wire(`${server.origin}/`));
    await expect.poll(server.open, { timeout: 20_000, interval: 10 }).toBeLessThanOrEqual(1);
  });

  it('carry nothing once the server closed them', async () => {
    let hangsUp = true;
    const server = await keep(
      startRawServer(
        pems,
        (_request, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
        (socket) => (hangsUp ? socket.end() : undefined),
      ),
    );
    transport().makeReady?.(`${server.origin}/`, 3);
    await counts(server.connections, 4);
    await counts(server.open, 0);
    hangsUp = false;
    expect(await transport().exchange(wire(server.origin, write))).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('leave the request its own failure when they cannot be opened', async () => {
    const gone = await startServer((_seen, response) => response.end(), { pems });
    await gone.close();
    transport().makeReady?.(`${gone.origin}/`, 5);
    expect(await transport().exchange(wire(gone.origin))).toMatchObject({ kind: 'failure', cause: 'refused', bytesWritten: false });
  });
}
