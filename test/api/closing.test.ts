import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transport } from '#main/api/transport.ts';
import { createUndiciTransport, type TlsTrust } from '#main/api/undici-transport.ts';
import { labTransport, makeCertificate, startRawServer, startServer } from '#test/api/lab.ts';
import { wire } from '#test/api/transport-cases.ts';
import { realWorld } from '#test/world.ts';

// Whom a transport believes, and that nothing of an account goes on once its connections are ended.

let pems: { key: string; cert: string };
let silent: Awaited<ReturnType<typeof startRawServer>>;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  pems = await makeCertificate();
  silent = await startRawServer(pems, () => undefined);
  opened.push(silent);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Requests that the service heard, and does not answer. */
async function underWay(transport: Transport, ...lanes: ('read' | 'write' | 'payment' | 'document')[]) {
  const before = silent.heard.length;
  const asked = lanes.map((lane) => transport.exchange(wire(silent.origin, { lane, totalTimeoutMs: 20_000 })));
  await expect.poll(() => silent.heard.length, { interval: 5 }).toBe(before + lanes.length);
  return asked;
}
const cancelled = { kind: 'failure', cause: 'cancelled', bytesWritten: true };

test('the end calls off what is under way in every lane, on connections that were left behind too', async () => {
  const transport = labTransport(pems.cert);
  const left = await underWay(transport, 'read', 'write');
  transport.renew?.();
  const asked = await underWay(transport, 'read', 'document', 'payment');
  await transport.close();
  for (const one of [...left, ...asked]) expect(await one).toMatchObject(cancelled);
  await expect.poll(silent.open, { interval: 5 }).toBe(0);
});

test('giving up some lanes leaves the others alone', async () => {
  const transport = labTransport(pems.cert);
  opened.unshift(transport);
  const [read, document] = await underWay(transport, 'read', 'document');
  const others = await underWay(transport, 'write', 'payment');
  transport.giveUp?.(['read', 'document']);
  expect(await read).toMatchObject(cancelled);
  expect(await document).toMatchObject(cancelled);
  expect([silent.open(), others.length]).toEqual([2, 2]);
});

test('the system’s certificates are believed, and one more where an account names it; a pinned one alone', async () => {
  const server = await startServer((_seen, response) => response.end('{}'), { pems });
  opened.push(server);
  const come = async (trust: TlsTrust) => {
    const transport = createUndiciTransport({ world: realWorld(), trust });
    opened.push(transport);
    const answer = await transport.exchange(wire(server.origin));
    return answer.kind === 'answer' ? answer.status : answer.cause;
  };
  expect(await come({ kind: 'system', extraCa: pems.cert })).toBe(200);
  expect(await come({ kind: 'system', extraCa: null })).toBe('tls');
  expect(await come({ kind: 'pinned', ca: (await makeCertificate()).cert })).toBe('tls');
});
