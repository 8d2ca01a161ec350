import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { ReadyConnections } from '#main/api/network/ready-connections.ts';
import { directNetwork } from '#main/api/network/network.ts';
import { withOfflineSwitch } from '#main/api/offline-switch.ts';
import { labTransport, makeCertificate, startServer } from '#test/api/lab.ts';
import { fakeWorld } from '#test/world.ts';

const address = 'https://service.test/v1/expenses/1';
const asked = { hostname: 'service.test', host: 'service.test', protocol: 'https:', port: '' };

/** A connector whose connections stand at once, and what it made. */
function connecting() {
  const made: Socket[] = [];
  const connect: buildConnector.connector = (_options, done) => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, taken) => taken() }) as unknown as Socket;
    made.push(socket);
    done(null, socket);
  };
  return { made, connect };
}

function shelf() {
  const world = fakeWorld();
  const { made, connect } = connecting();
  const ready = new ReadyConnections({ world, network: directNetwork, connect, keepMs: 4_000 });
  const own = connecting();
  const take = () => new Promise<unknown>((resolve) => ready.over(own.connect)(asked, (error, socket) => resolve(socket ?? error)));
  return { world, made, ready, own, take };
}

test('whoever spoke before he was asked gets no request', async () => {
  const { world, made, ready, own, take } = shelf();
  ready.open(address, 1);
  await world.settle();
  expect(made).toHaveLength(2);
  made.forEach((socket) => socket.push('HTTP/1.1 408 Request Timeout\r\n\r\n'));
  expect(await take()).toBe(own.made[0]);
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('what nobody takes is closed when its time is over, and not what somebody took', async () => {
  const { world, made, ready, own, take } = shelf();
  ready.open(address, 2);
  await world.settle();
  expect(await take()).toBe(made[0]);
  await world.advance(3_999);
  expect(made.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  await world.advance(1);
  await world.settle();
  expect(made.map(({ destroyed }) => destroyed)).toEqual([false, true, true]);
  expect(await take()).toBe(own.made[0]);
});

test('opened anew, those of before are closed', async () => {
  const { world, made, ready } = shelf();
  ready.open(address, 1);
  await world.settle();
  ready.open(address, 1);
  await world.settle();
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});

test('with the switch off none are opened, and those that stand are closed', async () => {
  const pems = await makeCertificate();
  const server = await startServer((_seen, response) => response.end('{}'), { pems });
  const line = withOfflineSwitch(labTransport(pems.cert));
  const counts = (count: () => number, expected: number) => expect.poll(count, { timeout: 20_000, interval: 10 }).toBe(expected);
  line.makeReady?.(`${server.origin}/`, 2);
  await counts(server.connections, 3);
  line.switchOff(true);
  await counts(server.open, 0);
  line.makeReady?.(`${server.origin}/`, 2);
  line.switchOff(false);
  const request = { method: 'GET' as const, url: `${server.origin}/`, headers: [], body: null, lane: 'read' as const };
  await line.exchange({ ...request, connectTimeoutMs: 2_000, totalTimeoutMs: 5_000 });
  expect(server.connections()).toBe(4);
  await line.close();
  await server.close();
});
