import net, { type AddressInfo, type Server } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { walkToService } from '#main/api/network/check.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import { trustedContext } from '#main/api/transport/undici-transport.ts';
import { textForIt, titleOfCheck, wordsOfStepSeen } from '#shared/messages/connection-check-words.ts';
import { checkSteps, type CheckStep, type ConnectionCheck } from '#shared/contract/views/network-views.ts';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startProxy, through, type LabProxy } from '#test/api/proxy-lab.ts';
import { realWorld } from '#test/world.ts';

// "Check the connection" says where the way ends and whose certificate came; of a request, nothing leaves for it.

let pems: { key: string; cert: string };
let service: LabServer;
const opened: LabProxy[] = [];

beforeAll(async () => {
  pems = await makeCertificate();
  service = await startServer((_seen, response) => response.end(), { pems });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => service.close());

const walk = (network: Network, from: 'system' | 'address' = 'system', ca = pems.cert, baseUrl = service.origin): Promise<CheckStep[]> =>
  walkToService({ world: realWorld(), network, secureContext: trustedContext({ kind: 'pinned', ca }), from, timeoutMs: 3_000 }, baseUrl);
type Authority = { key: string; cert: string };

/** Signed by another one, or on its own. */
async function makeAuthority(name: string, ca?: Authority): Promise<Authority> {
  const extensions = [{ name: 'basicConstraints' as const, cA: true, critical: true }];
  const made = await generate([{ name: 'commonName', value: name }], { keyType: 'ec', extensions, ...(ca && { ca }) });
  return { key: made.private, cert: made.cert };
}

/** Listens on a free port of this computer, and ends with all its connections. */
async function startRaw(server: Server): Promise<{ port: number; open: () => number; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const open = () => [...sockets].filter(({ destroyed }) => !destroyed).length;
  return { port: (server.address() as AddressInfo).port, open, close };
}
const seenBy = (steps: CheckStep[]) => steps.map(({ step, kind }) => `${step} ${kind}`);
const asCheck = (steps: CheckStep[]): ConnectionCheck => ({
  at: 0,
  baseUrl: service.origin,
  steps: checkSteps.map((step) => steps.find((one) => one.step === step) ?? { step, kind: 'skipped' }),
});

test('straight to a service whose certificate is trusted', async () => {
  const steps = await walk(directNetwork);
  expect(seenBy(steps)).toEqual(['name ok', 'proxy ok', 'tunnel skipped', 'certificate ok']);
  expect(titleOfCheck(asCheck(steps))).toBe('Everything on the way answers');
});

test('a certificate that nobody here trusts is named, so that IT can find it; nothing was sent', async () => {
  const steps = await walk(directNetwork, 'system', (await makeCertificate()).cert);
  expect(steps.at(-1)).toMatchObject({ step: 'certificate', kind: 'failed', certificate: { root: 'localhost' } });
  const check = asCheck(steps);
  expect(titleOfCheck(check)).toBe('The certificate is not trusted');
  expect(wordsOfStepSeen(steps.at(-1)!, true).forIt).toContain('put “localhost” into the system’s certificate store');
  expect(textForIt(check)).toContain('· Service: Not reached');
});

test('through a proxy, and where a proxy stops it', async () => {
  const good = await startProxy({ kind: 'tunnels' });
  const asks = await startProxy({ kind: 'asks', user: 'anna', password: 'very-secret' });
  const refuses = await startProxy({ kind: 'answers', head: 'HTTP/1.1 403 Forbidden' });
  opened.push(good, asks, refuses);
  expect(seenBy(await walk(through(good.address), 'address'))).toEqual(['name ok', 'proxy ok', 'tunnel ok', 'certificate ok']);
  const asked = await walk(through(asks.address, { user: 'anna', password: 'wrong-secret' }));
  expect(asked.at(-1)).toMatchObject({ step: 'tunnel', kind: 'failed', code: 'PROXY_PASSWORD_REFUSED' });
  expect(textForIt(asCheck(asked))).not.toContain('secret');
  const refused = await walk(through(refuses.address));
  expect(wordsOfStepSeen(refused.at(-1)!, true)).toMatchObject({ message: 'The proxy refuses the way to the service.', detail: '403' });
});

test('a name that is not known, a way that cannot be gone', async () => {
  const nameless = await walk(directNetwork, 'system', pems.cert, 'https://no-such-name.invalid');
  expect(seenBy(nameless)).toEqual(['name failed', 'proxy ok']);
  const socks = await walk({ ...directNetwork, waysTo: () => Promise.resolve([{ kind: 'unsupported', scheme: 'SOCKS5' }]) });
  expect(socks.at(-1)).toMatchObject({ step: 'proxy', kind: 'failed', code: 'unsupported SOCKS5' });
});

test('names the chosen certificate of a service with many names, and no address', async () => {
  const asked: string[] = [];
  const context = tls.createSecureContext(pems);
  const named = await startRaw(tls.createServer({ ...pems, SNICallback: (name, done) => (asked.push(name), done(null, context)) }));
  for (const host of ['127.0.0.1', 'localhost']) {
    const steps = await walk(directNetwork, 'system', pems.cert, `https://${host}:${named.port}`);
    expect(steps.at(-1)).toMatchObject({ step: 'certificate', kind: 'ok', ms: expect.any(Number) as number });
  }
  expect(asked).toEqual(['localhost']);
  const proxy = await startProxy({ kind: 'tunnels' });
  opened.push(proxy);
  const steps = await walk(through(proxy.address), 'system', pems.cert, `https://localhost:${named.port}`);
  expect(steps.at(-1)).toMatchObject({ step: 'certificate', kind: 'ok' });
  expect(asked).toEqual(['localhost', 'localhost']);
  await named.close();
});

test('a name that begins or ends like an address is a name', async () => {
  const asked: string[] = [];
  const context = tls.createSecureContext(pems);
  // A gateway that stands for every name, and says which one it was asked for.
  const gateway = await startRaw(
    net.createServer((client) =>
      client.once('data', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        const inside = new tls.TLSSocket(client, { isServer: true, SNICallback: (name, done) => (asked.push(name), done(null, context)) });
        inside.on('error', () => undefined);
      }),
    ),
  );
  const network = through({ scheme: 'http', host: '127.0.0.1', port: gateway.port });
  for (const host of ['1service.test', 'service1.test2', '[::1]']) await walk(network, 'system', pems.cert, `https://${host}`);
  expect(asked).toEqual(['1service.test', 'service1.test2']);
  await gateway.close();
});

test('reports the time of each step, and closes the connection', async () => {
  const lab = await startProxy({ kind: 'tunnels' });
  opened.push(lab);
  let now = 1_000;
  const world = { ...realWorld(), monotonic: () => (now += 1) };
  const secureContext = trustedContext({ kind: 'pinned', ca: pems.cert });
  const server = await startRaw(tls.createServer(pems));
  const steps = await walkToService(
    { world, network: through(lab.address), secureContext, from: 'system', timeoutMs: 3_000 },
    `https://127.0.0.1:${server.port}`,
  );
  expect(steps.flatMap((step) => ('ms' in step ? [[step.step, step.ms]] : []))).toEqual([
    ['name', 1],
    ['tunnel', 1],
    ['certificate', 1],
  ]);
  await expect.poll(server.open, { interval: 5 }).toBe(0);
  await server.close();
});

test('follows a certificate chain without an end for ten steps, and cuts an endless name', async () => {
  const chain: Authority[] = [];
  for (let n = 14; n > 0; n -= 1) chain.unshift(await makeAuthority(`Authority ${n}`, chain[0]));
  const leaf = await makeAuthority('service.test', chain[0]);
  const server = await startRaw(tls.createServer({ key: leaf.key, cert: [leaf, ...chain].map(({ cert }) => cert).join('\n') }));
  const steps = await walk(directNetwork, 'system', pems.cert, `https://127.0.0.1:${server.port}`);
  expect(steps.at(-1)).toMatchObject({ certificate: { issuer: 'Authority 1', root: 'Authority 11' } });
  await server.close();
  const wordy = await makeAuthority('x'.repeat(300));
  const other = await startRaw(tls.createServer(wordy));
  const seen = await walk(directNetwork, 'system', pems.cert, `https://127.0.0.1:${other.port}`);
  expect(seen.at(-1)).toMatchObject({ certificate: { subject: 'x'.repeat(200) } });
  await other.close();
});

test('of a chain, whom IT would look for is the one at its top, sent or not', async () => {
  const root = await makeAuthority('Nordic Root');
  const middle = await makeAuthority('Nordic Middle', root);
  const leaf = await makeAuthority('service.test', middle);
  for (const [sent, names] of [
    [[leaf], { subject: 'service.test', issuer: 'Nordic Middle', root: 'Nordic Middle' }],
    [[leaf, middle], { subject: 'service.test', issuer: 'Nordic Middle', root: 'Nordic Root' }],
    [[leaf, middle, root], { subject: 'service.test', issuer: 'Nordic Middle', root: 'Nordic Root' }],
  ] as const) {
    const server = await startRaw(tls.createServer({ key: leaf.key, cert: sent.map(({ cert }) => cert).join('\n') }));
    const steps = await walk(directNetwork, 'system', pems.cert, `https://127.0.0.1:${server.port}`);
    expect(steps.at(-1)).toMatchObject({ step: 'certificate', kind: 'failed', certificate: names });
    await server.close();
  }
});

test('waits for TLS as long as configured; another protocol is no certificate', async () => {
  const mute = await startRaw(net.createServer((socket) => socket.on('error', () => undefined)));
  const secureContext = trustedContext({ kind: 'pinned', ca: pems.cert });
  const parts = { world: realWorld(), network: directNetwork, secureContext, from: 'none', timeoutMs: 50 } as const;
  const silent = await walkToService(parts, `https://127.0.0.1:${mute.port}`);
  expect(silent.at(-1)).toEqual({ step: 'certificate', kind: 'failed', code: 'ETIMEDOUT', certificate: null });
  const plain = await startRaw(net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  const spoken = await walk(directNetwork, 'system', pems.cert, `https://127.0.0.1:${plain.port}`);
  expect(spoken.at(-1)).toMatchObject({ step: 'certificate', kind: 'failed', certificate: null });
  await Promise.all([mute.close(), plain.close()]);
});

test('reports the requested and the found proxy unchanged', async () => {
  const none = await walk({ ...directNetwork, waysTo: () => Promise.resolve([]) });
  expect(none).toEqual([
    { step: 'name', kind: 'skipped' },
    { step: 'proxy', kind: 'failed', proxy: null, from: 'system', code: 'unsupported' },
  ]);
  const throws = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOENT' }));
  expect((await walk({ ...directNetwork, waysTo: throws }, 'address')).at(-1)).toEqual({
    ...{ step: 'proxy', kind: 'failed', proxy: null, from: 'address', code: 'ENOENT' },
  });
  const asked: string[] = [];
  const usual: Network = { ...directNetwork, waysTo: (url) => (asked.push(url), Promise.resolve([{ kind: 'direct' }])) };
  const [name, proxy] = await walk(usual, 'system', pems.cert, 'https://[::1]:1');
  expect(asked).toEqual(['https://[::1]:1/']);
  expect(name).toMatchObject({ kind: 'ok', host: '::1', addresses: ['::1'] });
  expect(proxy).toEqual({ step: 'proxy', kind: 'ok', proxy: null, from: 'system' });
  const lab = await startProxy({ kind: 'cutsAtConnect' });
  opened.push(lab);
  const steps = await walk(through(lab.address), 'system', pems.cert, 'https://service.invalid');
  expect(steps.map((step) => ('host' in step ? step.host : 'proxy' in step ? step.proxy : 'code' in step ? step.code : step.kind))).toEqual(
    ['127.0.0.1', `http://127.0.0.1:${lab.address.port}`, 'PROXY_UNREACHABLE'],
  );
  expect(lab.heads[0]).toMatch(/^CONNECT service\.invalid:443 /);
});

test('no request ever reached the service', () => {
  expect(service.seen).toEqual([]);
});
