import net, { type AddressInfo, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Network } from '#main/api/network/network.ts';
import type { Way } from '#main/api/network/proxy-address.ts';
import { createConnector, NoWay, openTunnel } from '#main/api/network/tunnel.ts';
import { trustedContext } from '#main/api/transport/undici-transport.ts';
import { errorCode } from '#main/api/wire-error.ts';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startProxy, through, type LabProxy, type ProxyManner } from '#test/api/proxy-lab.ts';
import { fullTest } from '#test/full-test.ts';

// Answers of a proxy to CONNECT, one by one; these codes select the advice to the user.

let pems: { key: string; cert: string };
let service: LabServer;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  pems = await makeCertificate();
  service = await startServer((_seen, response) => response.end(), { pems });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => service.close());

async function proxy(manner: ProxyManner): Promise<LabProxy> {
  const started = await startProxy(manner);
  opened.push(started);
  return started;
}
const partsOf = (network: Network) => ({ network, secureContext: trustedContext({ kind: 'pinned', ca: pems.cert }), timeoutMs: 5_000 });
const answering = (line: string, ...headers: string[]): ProxyManner => ({
  kind: 'answers',
  head: [`HTTP/1.1 ${line}`, ...headers].join('\r\n'),
});
const asks = (scheme: string) => `Proxy-Authenticate: ${scheme}`;

/** The code and the detail that a tunnel through this proxy fails with, and what the network was told. */
async function refused(manner: ProxyManner, known: { user: string; password: string } | null = null) {
  const lab = await proxy(manner);
  const network = through(lab.address, known);
  const error: unknown = await openTunnel(partsOf(network), lab.address, 'service.test:443').catch((one: unknown) => one);
  if (!(error instanceof NoWay)) throw new Error('a tunnel');
  return { message: `${error.code} ${error.detail}`, told: network.told, heads: lab.heads };
}

test.each([
  [answering('302 Found', 'Location: https://portal.test/'), 'PROXY_PORTAL 302'],
  [answering('300 Multiple Choices'), 'PROXY_PORTAL 300'],
  [answering('399 Odd'), 'PROXY_PORTAL 399'],
  [answering('511 Network Authentication Required'), 'PROXY_PORTAL 511'],
  [answering('400 Bad Request'), 'PROXY_REFUSED 400'],
  [answering('503 Service Unavailable'), 'PROXY_REFUSED 503'],
  [answering('199 Odd'), 'PROXY_REFUSED 199'],
])('%o: %s', async (manner, message) => {
  expect(await refused(manner)).toMatchObject({ message, told: [] });
});

test.each([
  [[], 'PROXY_PASSWORD 407', ['asksPassword']],
  [[asks('Basic realm="x"')], 'PROXY_PASSWORD 407', ['asksPassword']],
  [[asks('NTLM'), asks(' Basic')], 'PROXY_PASSWORD 407', ['asksPassword']],
  [[asks('NTLM'), asks('Negotiate')], 'PROXY_SCHEME ntlm negotiate', []],
  [[asks('="NTLM"')], 'PROXY_PASSWORD 407', ['asksPassword']],
  [[asks('X'.repeat(90))], `PROXY_SCHEME ${'x'.repeat(60)}`, []],
])('a proxy that asks by %j: %s', async (headers, message, told) => {
  expect(await refused(answering('407 Proxy Authentication Required', ...headers))).toMatchObject({ message, told });
});

test('a known password is sent to that proxy, and its refusal is distinguished from a missing one', async () => {
  const known = { user: 'anna', password: 'pä:ss' };
  const { message, told, heads } = await refused({ kind: 'asks', user: 'anna', password: 'other' }, known);
  expect([message, told]).toEqual(['PROXY_PASSWORD_REFUSED 407', ['refusesPassword']]);
  expect(heads).toHaveLength(1);
  expect(heads[0]?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'CONNECT service.test:443 HTTP/1.1',
      'host: service.test:443',
      `proxy-authorization: Basic ${Buffer.from('anna:pä:ss').toString('base64')}`,
    ]),
  );
});

/** Connects to the service by these ways; the socket is ended. */
function connect(ways: Way[] | Error, over: Partial<Network> = {}, to: Partial<buildConnector.Options> = {}): Promise<Socket | Error> {
  const network: Network = {
    waysTo: () => (ways instanceof Error ? Promise.reject(ways) : Promise.resolve(ways)),
    credentials: async () => null,
    ...over,
  };
  return new Promise((resolve) => {
    const options = { hostname: '127.0.0.1', host: service.host, protocol: 'https:', port: String(service.port), ...to };
    createConnector(partsOf(network))(options, (error, socket) => {
      socket?.destroy();
      resolve(socket ?? error);
    });
  });
}
const codeOf = (one: Socket | Error) => (one instanceof Error ? errorCode(one) : 'connected');

test('proxies are tried in order, and the first failure is reported', async () => {
  const gone = await startProxy({ kind: 'tunnels' });
  await gone.close();
  const away: Way = { kind: 'proxy', proxy: gone.address };
  const socks: Way = { kind: 'unsupported', scheme: 'SOCKS5' };
  const good: Way = { kind: 'proxy', proxy: (await proxy({ kind: 'tunnels' })).address };
  expect(codeOf(await connect([{ kind: 'direct' }]))).toBe('connected');
  expect(codeOf(await connect([socks, away, good]))).toBe('connected');
  expect(codeOf(await connect([socks, away]))).toBe('PROXY_UNSUPPORTED');
  expect(codeOf(await connect([away, socks]))).toBe('PROXY_UNREACHABLE');
  expect(codeOf(await connect([]))).toBe('PROXY_FAILED');
  expect(codeOf(await connect(Object.assign(new Error('x'), { code: 'ENOENT' })))).toBe('ENOENT');
});

test('which way leads there is asked of the address with its port', async () => {
  const asked: string[] = [];
  await connect([], { waysTo: async (url) => (asked.push(url), [{ kind: 'direct' }]) });
  expect(asked).toEqual([`https://127.0.0.1:${service.port}/`]);
});

test('the usual port is named to the network and to the proxy', async () => {
  const lab = await proxy(answering('403 Forbidden'));
  const asked: string[] = [];
  const waysTo: Network['waysTo'] = async (url) => (asked.push(url), [{ kind: 'proxy', proxy: lab.address }]);
  expect(codeOf(await connect([], { waysTo }, { hostname: 'service.test', host: 'service.test', port: '' }))).toBe('PROXY_REFUSED');
  expect([asked, lab.heads[0]?.split('\r\n')[0]]).toEqual([['https://service.test:443/'], 'CONNECT service.test:443 HTTP/1.1']);
});

/** A proxy that says this to CONNECT and stays; `open` counts the connections that stand. */
async function staying(line: string) {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    socket.once('data', () => line !== '' && socket.write(`HTTP/1.1 ${line}\r\n\r\n`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  const address = { scheme: 'http' as const, host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  return { address, open: () => open.size };
}

test('whoever refuses is left, though he stays', async () => {
  const { address, open } = await staying('403 Forbidden\r\ncontent-length: 0');
  const network = through(address);
  expect(await openTunnel(partsOf(network), address, 'service.test:443').catch(errorCode)).toBe('PROXY_REFUSED');
  await expect.poll(open, { interval: 5 }).toBe(0);
});

fullTest('whoever says nothing is waited for as long as was said', async () => {
  const { address, open } = await staying('');
  const parts = { ...partsOf(through(address)), timeoutMs: 50 };
  const error = await openTunnel(parts, address, 'service.test:443').catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'PROXY_UNREACHABLE', detail: 'UND_ERR_HEADERS_TIMEOUT' });
  await expect.poll(open, { interval: 5 }).toBe(0);
});

test('a TLS failure ends an open tunnel; a failure in use is reported to its user', async () => {
  const { address, open } = await staying('200 Connection established\r\n\r\n<html>');
  expect(codeOf(await connect([{ kind: 'proxy', proxy: address }]))).toMatch(/^ERR_SSL_/);
  await expect.poll(open, { interval: 5 }).toBe(0);
  const other = await staying('200 Connection established');
  const network = through(other.address);
  const socket = await openTunnel(partsOf(network), other.address, 'service.test:443');
  expect(network.told).toEqual(['open']);
  expect(() => socket.emit('error', new Error('reset'))).not.toThrow();
  socket.destroy();
});

test('a proxy over TLS is believed as the service is, and no one else', async () => {
  const good = await startProxy({ kind: 'tunnels' }, pems);
  const strange = await startProxy({ kind: 'tunnels' }, await makeCertificate());
  opened.push(good, strange);
  expect(codeOf(await connect([{ kind: 'proxy', proxy: good.address }]))).toBe('connected');
  expect(codeOf(await connect([{ kind: 'proxy', proxy: strange.address }]))).toBe('PROXY_UNREACHABLE');
});

test('a tunnel that ends before TLS is the proxy’s failure, and is not retried for ever', async () => {
  const lab = await proxy({ kind: 'cutsAfter', bytes: 1 });
  const error = await connect([{ kind: 'proxy', proxy: lab.address }]);
  expect(codeOf(error)).toMatch(/^(ECONNRESET|TUNNEL_CLOSED)$/);
  expect(lab.heads).toHaveLength(1);
});
