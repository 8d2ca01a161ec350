import { expect, test } from 'vitest';
import { createProxies, proxySettingOf, proxySettingProblem, type ProxiesParts } from '#main/accounts/trust/proxies.ts';
import type { SecretAnswer, Secrets } from '#main/accounts/keychain/secrets.ts';
import type { ProxySetting } from '#shared/contract/views/network-views.ts';

// Which proxy is used and who we are to it: what IT fixed stands, a configuration that fails never leads around the proxy.

function memoryKeychain(): Secrets & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const read = (name: string): SecretAnswer => {
    const secret = kept.get(name);
    return secret === undefined ? { kind: 'absent' } : { kind: 'found', secret };
  };
  return {
    backend: 'memory',
    kept,
    read: async (name) => read(name),
    write: async (name, secret) => (kept.set(name, secret), read(name)),
    remove: async (name) => (kept.delete(name), { kind: 'absent' }),
  };
}

function made(over: Partial<ProxiesParts> = {}) {
  const secrets = memoryKeychain();
  const told = { count: 0 };
  let setting: ProxySetting | null = null;
  const proxies = createProxies({
    secrets,
    readSetting: () => setting,
    writeSetting: (next) => (setting = next),
    managed: null,
    systemSource: 'system',
    resolve: async () => ({ answer: 'PROXY system:1' }),
    changed: () => (told.count += 1),
    ...over,
  });
  return { proxies, secrets, told };
}

const service = 'https://api.nordic-finance.example/';
const corp = { scheme: 'http', host: 'proxy.corp.example', port: 8080 } as const;

test('the system’s proxy is the default; the user’s choice wins over it, the company’s over both', async () => {
  const { proxies } = made();
  expect(await proxies.waysTo(service)).toEqual([{ kind: 'proxy', proxy: { scheme: 'http', host: 'system', port: 1 } }]);
  proxies.change({ mode: 'none' });
  expect(await proxies.waysTo(service)).toEqual([{ kind: 'direct' }]);
  proxies.change({ mode: 'address', address: 'proxy.corp.example:8080' });
  expect(await proxies.waysTo(service)).toEqual([{ kind: 'proxy', proxy: corp }]);
  const fixed = made({ managed: { mode: 'address', address: 'it.example:3128' } }).proxies;
  fixed.change({ mode: 'none' });
  expect(await fixed.waysTo(service)).toMatchObject([{ proxy: { host: 'it.example' } }]);
});

test('a configuration that cannot be had is no reason to go straight', async () => {
  const { proxies } = made({ resolve: () => Promise.reject(new Error('gone')) });
  expect(await proxies.waysTo(service)).toEqual([{ kind: 'unsupported', scheme: 'system' }]);
  proxies.change({ mode: 'pac', address: 'https://pac.example/proxy.pac' });
  expect(await proxies.waysTo(service)).toEqual([{ kind: 'unsupported', scheme: 'PAC' }]);
});

test('a proxy that asks is a question until it is answered or takes what it gets; the answer stays in the keychain under its scheme and host', async () => {
  const { proxies, secrets, told } = made();
  proxies.heard?.(corp, 'asksPassword');
  proxies.heard?.(corp, 'asksPassword');
  expect(proxies.view().question).toEqual({ proxy: 'http://proxy.corp.example:8080', refused: false });
  expect(told.count).toBe(1);
  await proxies.keepPassword('http://proxy.corp.example:8080', { user: 'anna', password: 'pä:ss' });
  expect(proxies.view().question).toBeNull();
  expect([...secrets.kept.keys()]).toEqual(['proxy:http://proxy.corp.example:8080']);
  expect(await proxies.credentials(corp)).toEqual({ user: 'anna', password: 'pä:ss' });
  expect(await proxies.credentials({ ...corp, host: 'other.example' })).toBeNull();
  proxies.heard?.(corp, 'refusesPassword');
  expect(proxies.view().question?.refused).toBe(true);
  proxies.heard?.(corp, 'open');
  expect(proxies.view().question).toBeNull();
});

test('a proxy password of the environment is used for that proxy alone', async () => {
  const { proxies } = made({
    resolve: async () => ({ answer: 'PROXY proxy.corp.example:8080', credentials: { user: 'env', password: 'x' } }),
  });
  await proxies.waysTo(service);
  expect(await proxies.credentials(corp)).toEqual({ user: 'env', password: 'x' });
  expect(await proxies.credentials({ ...corp, port: 9 })).toBeNull();
});

test('names the source of the setting, and reports a change once', async () => {
  const { proxies, told } = made({ systemSource: 'environment' });
  expect([proxies.setting(), proxies.source(), proxies.view()]).toEqual([
    { mode: 'system' },
    'environment',
    { setting: { mode: 'system' }, managed: false, question: null },
  ]);
  proxies.heard?.(corp, 'asksPassword');
  proxies.change({ mode: 'none' });
  expect([proxies.setting(), proxies.source(), proxies.view().question, told.count]).toEqual([{ mode: 'none' }, 'person', null, 2]);
  const fixed = made({ managed: { mode: 'none' } }).proxies;
  expect([fixed.source(), fixed.view().managed]).toEqual(['policy', true]);
});

test('a tunnel through another proxy answers no question; one that is asked about by another name is another question', () => {
  const { proxies, told } = made();
  proxies.heard?.(corp, 'open');
  expect(told.count).toBe(0);
  proxies.heard?.(corp, 'asksPassword');
  proxies.heard?.({ ...corp, port: 9 }, 'open');
  expect(proxies.view().question).toEqual({ proxy: 'http://proxy.corp.example:8080', refused: false });
  proxies.heard?.({ ...corp, port: 9 }, 'asksPassword');
  expect([proxies.view().question?.proxy, told.count]).toEqual(['http://proxy.corp.example:9', 2]);
});

test('a password that is damaged, or out of reach, is none; the environment’s then counts', async () => {
  const { proxies, secrets } = made({
    resolve: async () => ({ answer: 'DIRECT; PROXY proxy.corp.example:8080; PROXY other:1', credentials: { user: 'env', password: 'x' } }),
  });
  await proxies.waysTo(service);
  expect(await proxies.credentials({ scheme: 'http', host: 'other', port: 1 })).toBeNull();
  for (const text of ['', '[]', '{"user":7,"password":"p"}', '{"user":"u"}']) {
    secrets.kept.set('proxy:http://proxy.corp.example:8080', text);
    expect(await proxies.credentials(corp), text).toEqual({ user: 'env', password: 'x' });
  }
  secrets.kept.set('proxy:http://proxy.corp.example:8080', '{"user":"u","password":""}');
  expect(await proxies.credentials(corp)).toEqual({ user: 'u', password: '' });
});

test('ways without a proxy keep nobody’s password; an address that is none is no way', async () => {
  const direct = made({ resolve: async () => ({ answer: 'DIRECT', credentials: { user: 'env', password: 'x' } }) });
  expect(await direct.proxies.waysTo(service)).toEqual([{ kind: 'direct' }]);
  direct.proxies.change({ mode: 'address', address: 'socks5://p:1' });
  expect(await direct.proxies.waysTo(service)).toEqual([{ kind: 'unsupported', scheme: 'scheme' }]);
});

test('settings that are no settings, and addresses that are none', () => {
  for (const bad of [null, 7, {}, { mode: 'tunnel' }, { mode: 'address' }, { mode: 'pac', address: 7 }])
    expect(proxySettingOf(bad)).toBeNull();
  expect(proxySettingOf({ mode: 'pac', address: 'https://x/' })).toEqual({ mode: 'pac', address: 'https://x/' });
  expect(proxySettingProblem({ mode: 'address', address: 'socks5://p:1' })).toBe('scheme');
  expect(proxySettingProblem({ mode: 'address', address: 'http://u:p@p:1' })).toBe('userinfo');
  expect(proxySettingProblem({ mode: 'address', address: 'p:1/x' })).toBe('path');
  expect(proxySettingProblem({ mode: 'address', address: '' })).toBe('notAnAddress');
  expect(proxySettingProblem({ mode: 'pac', address: 'ftp://x/' })).toBe('notAnAddress');
  expect(proxySettingProblem({ mode: 'address', address: 'p:1' })).toBeNull();
  expect(proxySettingProblem({ mode: 'pac', address: 'nothing' })).toBe('notAnAddress');
  for (const setting of [
    { mode: 'system' },
    { mode: 'none' },
    ...['http:', 'https:', 'file:'].map((at) => ({ mode: 'pac', address: `${at}//x/y` })),
  ]) {
    expect(proxySettingOf({ ...setting, more: 1 })).toEqual(setting);
    expect(proxySettingProblem(setting as ProxySetting)).toBeNull();
  }
  expect(proxySettingOf({ mode: 'address', address: 'p:1' })).toEqual({ mode: 'address', address: 'p:1' });
});
