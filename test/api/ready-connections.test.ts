import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { expect, test } from 'vitest';
import { ReadyConnections } from '#main/api/network/ready-connections.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import type { Way } from '#main/api/network/proxy-address.ts';
import { withOfflineSwitch } from '#main/api/offline-switch.ts';
import { labTransport, makeCertificate, startServer } from '#test/api/lab.ts';
import { fakeWorld } from '#test/world.ts';

const address = 'https://service.test/v1/expenses/1';
const asked = { hostname: 'service.test', host: 'service.test', protocol: 'https:', port: '' };

/** A connector whose connections are at once, and what it made. */
function connecting() {
  const made: Socket[] = [];
  const connect: buildConnector.connector = (_options, done) => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, taken) => taken() }) as unknown as Socket;
    made.push(socket);
    done(null, socket);
  };
  return { made, connect };
}

function connections() {
  const world = fakeWorld();
  const { made, connect } = connecting();
  const ready = new ReadyConnections({ world, network: directNetwork, connect, keepMs: 4_000 });
  const own = connecting();
  const take = () => new Promise<unknown>((resolve) => ready.over(own.connect)(asked, (error, socket) => resolve(socket ?? error)));
  return { world, made, ready, own, take };
}

test('whoever spoke before he was asked gets no request', async () => {
  const { world, made, ready, own, take } = connections();
  ready.open(address, 1);
  await world.settle();
  expect(made).toHaveLength(2);
  made.forEach((socket) => socket.push('HTTP/1.1 408 Request Timeout\r\n\r\n'));
  expect(await take()).toBe(own.made[0]);
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('an unused connection is closed after its time, a used one is not', async () => {
  const { world, made, ready, own, take } = connections();
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

test('a new set closes the previous connections', async () => {
  const { world, made, ready } = connections();
  ready.open(address, 1);
  await world.settle();
  ready.open(address, 1);
  await world.settle();
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});

/** A shelf whose connections come, or fail, when the test says so. */
function slowShelf(ways: Way[] | Error = [{ kind: 'direct' }]) {
  const begun: { options: buildConnector.Options; comes: () => Socket; fails: () => void }[] = [];
  const connect: buildConnector.connector = (options, done) => {
    const { made, connect: at } = connecting();
    const comes = () => (at(options, done), made[0]!);
    begun.push({ options, comes, fails: () => done(new Error('no'), null) });
  };
  const network: Network = {
    ...directNetwork,
    waysTo: () => (ways instanceof Error ? Promise.reject(ways) : Promise.resolve(ways)),
  };
  const world = fakeWorld();
  const ready = new ReadyConnections({ world, network, connect, keepMs: 4_000 });
  const own = connecting();
  const take = (options: buildConnector.Options = asked) =>
    new Promise<unknown>((resolve) => ready.over(own.connect)(options, (error, socket) => resolve(socket ?? error)));
  return { world, begun, ready, own, take };
}

test('an open connection is taken before one that is opening, and of these the first', async () => {
  for (const standing of [0, 1, 2]) {
    const { world, begun, ready, take } = slowShelf();
    ready.open(address, 2);
    await world.settle();
    const socket = begun[standing]?.comes();
    await world.settle();
    const [first, second] = [take(), take()];
    const rest = begun.filter((_, n) => n !== standing).map(({ comes }) => comes());
    expect(await first).toBe(socket);
    expect(await second).toBe(rest[0]);
  }
});

test('a dead connection is skipped for a live one; one that cannot open fails only the request that waited for it', async () => {
  const { world, begun, ready, own, take } = slowShelf();
  ready.open(address, 2);
  await world.settle();
  const [dead, alive] = [begun[0]?.comes(), begun[1]?.comes()];
  dead?.destroy();
  await world.settle();
  expect(await take()).toBe(alive);
  const waiting = take();
  begun[2]?.fails();
  expect(await waiting).toEqual(new Error('no'));
  expect(await take()).toBe(own.made[0]);
});

test('a failed connection without a waiting request is forgotten', async () => {
  const { world, begun, ready, own, take } = slowShelf();
  ready.open(address, 1);
  await world.settle();
  for (const { fails } of begun) fails();
  await world.settle();
  expect(await take()).toBe(own.made[0]);
});

test('through a proxy the first connection opens alone; the others follow once it is open, else never', async () => {
  const ways: Way[] = [{ kind: 'proxy', proxy: { scheme: 'http', host: 'proxy.test', port: 1 } }];
  for (const [settles, total] of [
    ['comes', 4],
    ['fails', 1],
  ] as const) {
    const { world, begun, ready } = slowShelf(ways);
    ready.open(address, 3);
    await world.settle();
    expect(begun).toHaveLength(1);
    begun[0]?.[settles]();
    await world.settle();
    expect(begun).toHaveLength(total);
  }
  const left = slowShelf(ways);
  left.ready.open(address, 3);
  await left.world.settle();
  left.ready.leave();
  left.begun[0]?.comes();
  await left.world.settle();
  expect(left.begun).toHaveLength(1);
});

test('unknown proxies allow one connection, for the request itself', async () => {
  const { world, begun, ready } = slowShelf(new Error('no ways'));
  ready.open(address, 3);
  await world.settle();
  expect(begun).toHaveLength(1);
});

test('none, or none over TLS, opens nothing', async () => {
  const { world, begun, ready } = slowShelf();
  for (const [url, count] of [
    [address, 0],
    ['http://service.test/', 2],
    ['nothing', 2],
  ] as const)
    ready.open(url, count);
  await world.settle();
  expect(begun).toEqual([]);
});

test('a connection abandoned while opening is closed when it is open', async () => {
  const { world, begun, ready, own, take } = slowShelf();
  ready.open(address, 1);
  await world.settle();
  ready.leave();
  const socket = begun[0]?.comes();
  await world.settle();
  expect(socket?.destroyed).toBe(true);
  expect(await take()).toBe(own.made[0]);
});

test('they are for their own host and port', async () => {
  const { world, begun, ready, own, take } = slowShelf();
  ready.open('https://[::1]:8443/x', 1);
  await world.settle();
  expect(begun[0]?.options).toMatchObject({ hostname: '::1', host: '[::1]:8443', protocol: 'https:', port: '8443' });
  const socket = begun[0]?.comes();
  for (const other of [asked, { ...asked, hostname: '[::1]' }, { ...asked, hostname: '[::1]', port: '443' }]) await take(other);
  expect(own.made).toHaveLength(3);
  expect(await take({ ...asked, hostname: '[::1]', port: '8443' })).toBe(socket);
  ready.open(address, 1);
  await world.settle();
  const usual = begun.at(-2)?.comes();
  expect(await take({ ...asked, port: '443' })).toBe(usual);
});

test('the death of one that nobody uses is nobody’s trouble', async () => {
  const { world, begun, ready } = slowShelf();
  ready.open(address, 1);
  await world.settle();
  expect(begun[0]?.comes().emit('error', new Error('reset'))).toBe(true);
});

test('with the switch off none are opened, and open ones are closed', async () => {
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
  const request = { method: 'GET' as const, url: `${server.origin}/`, headers: [], body: null, priority: 'read' as const };
  await line.exchange({ ...request, connectTimeoutMs: 2_000, totalTimeoutMs: 5_000 });
  expect(server.connections()).toBe(4);
  await line.close();
  await server.close();
});
