import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chromiumProxy } from '#main/host/electron/proxy.ts';
import { answers, app, asked, resetElectron, session } from '#test/fakes/electron.ts';

// Chromium's proxy answers, and its silence.

beforeEach(async () => {
  resetElectron();
  await app.whenReady();
});
afterEach(() => {
  vi.restoreAllMocks();
  resetElectron();
});

const pac = (address: string) => ({ mode: 'pac' as const, address });

test('an empty answer is a configuration that cannot be had, never a way around the proxy', async () => {
  answers.proxy = '';
  await expect(chromiumProxy()('https://service.example/a', pac('http://files.example/proxy.pac'))).rejects.toThrow('cannot be had');
  await expect(chromiumProxy()('https://service.example/a', { mode: 'system' })).rejects.toThrow('cannot be had');
});

test('each address has a session of its own with a configuration, so that one that hangs keeps no other waiting', async () => {
  const resolve = chromiumProxy();
  answers.proxy = 'PROXY proxy.example:8080';
  const file = pac('http://files.example/proxy.pac');
  for (const url of ['https://service.example/path?q', 'https://other.example/', 'https://service.example/'])
    expect(await resolve(url, file)).toEqual({ answer: 'PROXY proxy.example:8080' });
  // a new session is asked twice: its first answer shows that it has a configuration
  const [, first, , second, third] = asked.filter(({ call }) => call === 'session.resolveProxy').map(({ values }) => values);
  expect(first).toEqual(third);
  expect(first?.[0]).not.toBe(second?.[0]);
  // as in browsers, the path and the query are not told
  expect(first?.[1]).toBe('https://service.example');
  expect(asked.filter(({ call }) => call === 'session.setProxy')).toHaveLength(4);
});

test('a configuration that never answers fails, and is asked again by the next request', async () => {
  let calls = 0;
  vi.spyOn(session.defaultSession, 'resolveProxy').mockImplementation(() => {
    calls += 1;
    return new Promise(() => undefined);
  });
  const resolve = chromiumProxy(1);
  for (let request = 0; request < 2; request++)
    await expect(resolve('https://service.example/', { mode: 'system' })).rejects.toThrow('does not answer');
  expect(calls).toBe(2);
});
