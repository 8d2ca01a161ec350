import net, { type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, expect, test } from 'vitest';
import { createUndiciTransport, type TlsTrust } from '#main/api/transport/undici-transport.ts';
import { makeCertificate, startRawServer, startServer } from '#test/api/lab.ts';
import { wire } from '#test/api/transport-cases.ts';
import { fakeWorld, realWorld } from '#test/world.ts';

// Whom a transport believes, and that nothing of an account goes on once its connections are ended.

let pems: { key: string; cert: string };
beforeAll(async () => {
  pems = await makeCertificate();
});

/** Time stands still here: nothing ends on its own. */
const lastingTransport = () => createUndiciTransport({ world: fakeWorld(), trust: { kind: 'pinned', ca: pems.cert } });

/** A transport, a service that hears and does not answer, and requests that it heard. */
async function line() {
  const silent = await startRawServer(pems, () => undefined);
  const transport = lastingTransport();
  const underWay = async (...priorities: ('read' | 'write' | 'payment' | 'document')[]) => {
    const before = silent.heard.length;
    const asked = priorities.map((priority) => transport.exchange(wire(silent.origin, { priority })));
    await expect.poll(() => silent.heard.length, { interval: 5 }).toBe(before + priorities.length);
    return asked;
  };
  const close = () => Promise.all([transport.close(), silent.close()]);
  return { silent, transport, underWay, close };
}
const cancelled = { kind: 'failure', cause: 'cancelled', bytesWritten: true };

test('the end calls off what is under way in every lane, on connections that were left behind too, and closes what was only made ready', async () => {
  const { silent, transport, underWay, close } = await line();
  const left = await underWay('read', 'write');
  transport.renew?.();
  const asked = await underWay('read', 'document', 'payment');
  transport.makeReady?.(`${silent.origin}/`, 1);
  await expect.poll(silent.open, { interval: 5 }).toBe(7);
  await transport.close();
  for (const one of [...left, ...asked]) expect(await one).toMatchObject(cancelled);
  await expect.poll(silent.open, { interval: 5 }).toBe(0);
  await close();
});

test('cancelling some priority classes does not affect others, and later requests get new connections', async () => {
  const { silent, transport, underWay, close } = await line();
  const [read, document] = await underWay('read', 'document');
  const others = await underWay('write', 'payment');
  transport.giveUp?.(['read', 'document']);
  expect(await read).toMatchObject(cancelled);
  expect(await document).toMatchObject(cancelled);
  await expect.poll(silent.open, { interval: 5 }).toBe(2);
  const [again] = await underWay('read');
  await close();
  for (const one of [...others, again]) expect(await one).toMatchObject(cancelled);
});

test('a connection that never opens blocks no other', async () => {
  const held: Socket[] = [];
  const mute = net.createServer((socket) => void held.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const transport = lastingTransport();
  const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}/`;
  const asked = [1, 2, 3].map(() => transport.exchange(wire(url, { connectTimeoutMs: 60_000 })));
  await expect.poll(() => held.length, { interval: 5 }).toBe(3);
  await transport.close();
  for (const one of asked) expect(await one).toMatchObject({ cause: 'cancelled', bytesWritten: false });
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => mute.close(resolve));
});

test('the system’s certificates are believed, and one more where an account names it; a pinned one alone', async () => {
  const server = await startServer((_seen, response) => response.end('{}'), { pems });
  const come = async (trust: TlsTrust) => {
    const transport = createUndiciTransport({ world: realWorld(), trust });
    const answer = await transport.exchange(wire(server.origin));
    await transport.close();
    return answer.kind === 'answer' ? answer.status : answer.cause;
  };
  expect(await come({ kind: 'system', extraCa: pems.cert })).toBe(200);
  expect(await come({ kind: 'system', extraCa: null })).toBe('tls');
  expect(await come({ kind: 'pinned', ca: (await makeCertificate()).cert })).toBe('tls');
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, pems.cert]);
  try {
    for (const extraCa of [null, (await makeCertificate()).cert]) expect(await come({ kind: 'system', extraCa })).toBe(200);
  } finally {
    setDefaultCACertificates(usual);
  }
  await server.close();
});
