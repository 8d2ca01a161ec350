import { expect, onTestFinished, test } from 'vitest';
import { createProxies } from '#main/accounts/trust/proxies.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import type { ProxySetting } from '#shared/contract/views/network-views.ts';
import { startProxy, type LabProxy } from '#test/api/proxy-lab.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { realWorld } from '#test/world.ts';

// A neighbour answers for the company's proxy: who can turn the system's answer (WPAD, DHCP, an environment) asks for the way through the same
// host in plain, and reads what is sent.

const typed = { user: 'anna', password: 's3cret-of-anna' };
const service = 'https://service.test/';

async function plainProxy(): Promise<LabProxy> {
  const proxy = await startProxy({ kind: 'asks', user: 'nobody', password: 'knows' });
  onTestFinished(() => proxy.close());
  return proxy;
}

function made(setting: () => ProxySetting, answer: string, credentials?: typeof typed) {
  return createProxies({
    secrets: new MemorySecrets(),
    readSetting: setting,
    writeSetting: () => undefined,
    managed: null,
    systemSource: 'system',
    resolve: async () => ({ answer, ...(credentials ? { credentials } : {}) }),
    changed: () => undefined,
  });
}

async function goThrough(proxies: ReturnType<typeof createProxies>): Promise<void> {
  const transport = createUndiciTransport({ world: realWorld(), trust: { kind: 'system', extraCa: null }, network: proxies });
  onTestFinished(() => transport.close());
  const request = { method: 'GET' as const, url: service, headers: [], body: null, priority: 'read' as const };
  await transport.exchange({ ...request, connectTimeoutMs: 2_000, totalTimeoutMs: 4_000 });
}

const inClear = Buffer.from(`${typed.user}:${typed.password}`).toString('base64');

test.each([
  ['the system’s answer', (at: string): [ProxySetting, string] => [{ mode: 'system' }, `PROXY ${at}`]],
  [
    'a proxy configuration',
    (at: string): [ProxySetting, string] => [{ mode: 'pac', address: 'https://pac.test/x' }, `SOCKS s:1; PROXY ${at}`],
  ],
  ['a changed setting', (at: string): [ProxySetting, string] => [{ mode: 'address', address: at }, '']],
])('a password typed for a proxy over TLS is not sent in clear to the same host, whatever %s says', async (_who, shapesOf) => {
  const plain = await plainProxy();
  const { host, port } = plain.address;
  const [setting, answer] = shapesOf(`${host}:${port}`);
  const proxies = made(() => setting, answer);
  proxies.heard?.({ scheme: 'https', host, port }, 'asksPassword');
  const asked = proxies.view().question?.proxy ?? '';
  await proxies.keepPassword(asked, typed);
  await goThrough(proxies);
  expect(plain.heads.length).toBeGreaterThan(0);
  expect(plain.saw()).not.toContain(inClear);
  // The plain one is a proxy of its own, and the question says so.
  expect(proxies.view().question).toEqual({ proxy: `http://${host}:${port}`, refused: false });
  expect(asked).toBe(`https://${host}:${port}`);
});

test('a password that the environment holds for a proxy over TLS stays with that proxy', async () => {
  const plain = await plainProxy();
  const { host, port } = plain.address;
  let setting: ProxySetting = { mode: 'system' };
  const proxies = made(() => setting, `HTTPS ${host}:${port}`, typed);
  await proxies.waysTo(service);
  setting = { mode: 'address', address: `http://${host}:${port}` };
  await goThrough(proxies);
  expect(plain.heads.length).toBeGreaterThan(0);
  expect(plain.saw()).not.toContain(inClear);
});

test('a password typed for a plain proxy, of which the window said that it is readable, is used there', async () => {
  const proxy = await startProxy({ kind: 'asks', ...typed });
  onTestFinished(() => proxy.close());
  const { host, port } = proxy.address;
  const proxies = made(() => ({ mode: 'address', address: `${host}:${port}` }), '');
  await goThrough(proxies);
  await proxies.keepPassword(proxies.view().question?.proxy ?? '', typed);
  await goThrough(proxies);
  expect(proxy.saw()).toContain(inClear);
});
