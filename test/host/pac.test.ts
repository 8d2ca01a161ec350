import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { waysOfPac } from '#main/api/network/proxy-address.ts';
import { wayOfEnvironment } from '#main/host/browser/environment-proxy.ts';
import { createPac, PacFile } from '#main/host/browser/pac.ts';

// Proxy configuration files of the shapes that companies use; each answer was worked out by hand from what browsers document.

const worker = path.resolve(import.meta.dirname, '../../main/host/browser/pac-worker.ts');

async function answerOf(text: string, patienceMs?: number): Promise<string> {
  const file = new PacFile(text, worker, patienceMs);
  try {
    return await file.find(service);
  } finally {
    file.close();
  }
}

const service = 'https://api.nordic-finance.example/v1';
const f = (body: string, before = ''): string => `${before}\nfunction FindProxyForURL(url, host) {\n${body}\n}`;

/** What it shows, the file, and what it answers for the service. */
const files: [string, string, string][] = [
  ['one proxy for everything', f(`return "PROXY proxy.corp.example:8080";`), 'PROXY proxy.corp.example:8080'],
  ['straight for everything', f(`return "DIRECT";`), 'DIRECT'],
  ['a proxy, and straight when it is down', f(`return "PROXY p1:8080; DIRECT";`), 'PROXY p1:8080; DIRECT'],
  ['two proxies', f(`return "PROXY p1:8080; PROXY p2:8080";`), 'PROXY p1:8080; PROXY p2:8080'],
  ['a proxy over TLS', f(`return "HTTPS secure.corp.example:443";`), 'HTTPS secure.corp.example:443'],
  ['SOCKS', f(`return "SOCKS5 socks.corp.example:1080";`), 'SOCKS5 socks.corp.example:1080'],
  ['plain host names go straight', f(`if (isPlainHostName(host)) return "DIRECT"; return "PROXY p:1";`), 'PROXY p:1'],
  ['inside names go straight', f(`if (dnsDomainIs(host, ".corp.example")) return "DIRECT"; return "PROXY p:2";`), 'PROXY p:2'],
  ['this domain goes straight', f(`if (dnsDomainIs(host, ".nordic-finance.example")) return "DIRECT"; return "PROXY p:3";`), 'DIRECT'],
  [
    'by a pattern of the host',
    f(`if (shExpMatch(host, "*.nordic-finance.example")) return "PROXY fin:3128"; return "DIRECT";`),
    'PROXY fin:3128',
  ],
  ['by a pattern of the address', f(`if (shExpMatch(url, "https://api.*")) return "PROXY api:3128"; return "DIRECT";`), 'PROXY api:3128'],
  ['the path is not told', f(`if (url.indexOf("/v1") >= 0) return "PROXY saw-path:1"; return "PROXY no-path:1";`), 'PROXY no-path:1'],
  ['by scheme', f(`if (url.substring(0, 6) == "https:") return "PROXY tls:8443"; return "PROXY plain:8080";`), 'PROXY tls:8443'],
  [
    'local or domain',
    f(`if (localHostOrDomainIs(host, "api.nordic-finance.example")) return "PROXY it:5"; return "DIRECT";`),
    'PROXY it:5',
  ],
  ['by levels of the name', f(`return dnsDomainLevels(host) == 2 ? "PROXY two:1" : "PROXY other:1";`), 'PROXY two:1'],
  ['an address in a net', f(`if (isInNet("10.1.2.3", "10.1.0.0", "255.255.0.0")) return "PROXY in:1"; return "DIRECT";`), 'PROXY in:1'],
  [
    'an address outside a net',
    f(`if (isInNet("192.168.7.1", "10.0.0.0", "255.0.0.0")) return "DIRECT"; return "PROXY out:1";`),
    'PROXY out:1',
  ],
  [
    'a name that is not known',
    f(`if (!isResolvable("no-such-name.invalid")) return "PROXY unknown:1"; return "DIRECT";`),
    'PROXY unknown:1',
  ],
  ['dnsResolve of an address', f(`return dnsResolve("127.0.0.1") == "127.0.0.1" ? "PROXY same:1" : "DIRECT";`), 'PROXY same:1'],
  ['my own address is asked', f(`var me = myIpAddress(); return me.length > 3 ? "PROXY mine:1" : "DIRECT";`), 'PROXY mine:1'],
  ['all week', f(`return weekdayRange("SUN", "SAT") ? "PROXY week:1" : "DIRECT";`), 'PROXY week:1'],
  ['all day', f(`return timeRange(0, 0, 0, 23, 59, 59) ? "PROXY day:1" : "DIRECT";`), 'PROXY day:1'],
  ['by the minute', f(`return timeRange(0, 0, 23, 59) ? "PROXY clock:1" : "DIRECT";`), 'PROXY clock:1'],
  [
    'a table of hosts',
    f(
      `for (var i = 0; i < hosts.length; i++) if (host == hosts[i]) return "PROXY listed:1"; return "DIRECT";`,
      `var hosts = ["a.example", "api.nordic-finance.example"];`,
    ),
    'PROXY listed:1',
  ],
  [
    'an object as a table',
    f(`return table[host] || "DIRECT";`, `var table = { "api.nordic-finance.example": "PROXY keyed:1" };`),
    'PROXY keyed:1',
  ],
  ['a regular expression', f(`return /(^|\\.)nordic-finance\\.example$/.test(host) ? "PROXY re:1" : "DIRECT";`), 'PROXY re:1'],
  [
    'functions of its own',
    f(
      `return pick(host);`,
      `function pick(h) { return inside(h) ? "DIRECT" : "PROXY own:1"; }\nfunction inside(h) { return shExpMatch(h, "*.corp.example"); }`,
    ),
    'PROXY own:1',
  ],
  ['a switch', f(`switch (host.charAt(0)) { case "a": return "PROXY a:1"; default: return "DIRECT"; }`), 'PROXY a:1'],
  ['alert is heard by nobody', f(`alert("hello " + host); return "PROXY quiet:1";`), 'PROXY quiet:1'],
  [
    'comments, a byte order mark, and DOS line ends',
    `\uFEFF// company proxy\r\n/* v7 */\r\nfunction FindProxyForURL(url, host)\r\n{\r\n  return "PROXY dos:1";\r\n}\r\n`,
    'PROXY dos:1',
  ],
  [
    'hashing over two proxies',
    f(`var n = 0; for (var i = 0; i < host.length; i++) n += host.charCodeAt(i); return n % 2 == 0 ? "PROXY even:1" : "PROXY odd:1";`),
    'PROXY even:1',
  ],
  ['upper case is told as lower case', f(`return host == host.toLowerCase() ? "PROXY lower:1" : "DIRECT";`), 'PROXY lower:1'],
];

describe('proxy configuration files', () => {
  test.each(files)('%s', async (_name, text, answer) => {
    expect(await answerOf(text)).toBe(answer);
  });

  test('the text sees nothing of this process, and cannot hold it up', async () => {
    const sees = f(`return [typeof process, typeof require, typeof globalThis.fetch, typeof console].join(" ");`);
    expect(await answerOf(sees)).toBe('undefined undefined undefined undefined');
    await expect(answerOf(f(`while (true) {}`), 1_000)).rejects.toThrow('too long');
    await expect(answerOf(f(`var a = []; while (true) a.push(new Array(10000).join("x"));`), 1_000)).rejects.toThrow();
  });

  test('what is no such file is refused, and a file on this computer is read', async () => {
    await expect(answerOf('<html>sign in</html>')).rejects.toThrow();
    await expect(answerOf('var x = 1;')).rejects.toThrow();
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'layover-pac-')), 'proxy.pac');
    writeFileSync(file, f(`return "PROXY from-file:1";`));
    expect(await createPac(worker)(service, pathToFileURL(file).href)).toBe('PROXY from-file:1');
    await expect(createPac(worker)(service, pathToFileURL(`${file}.gone`).href)).rejects.toThrow();
  });
});

describe('answers of a configuration', () => {
  test('are tried in their order; what cannot be read is no way around the proxy', () => {
    expect(waysOfPac('PROXY a:8080; HTTPS b; DIRECT')).toEqual([
      { kind: 'proxy', proxy: { scheme: 'http', host: 'a', port: 8080 } },
      { kind: 'proxy', proxy: { scheme: 'https', host: 'b', port: 443 } },
      { kind: 'direct' },
    ]);
    expect(waysOfPac('')).toEqual([{ kind: 'direct' }]);
    expect(waysOfPac('SOCKS5 s:1080')).toEqual([{ kind: 'unsupported', scheme: 'SOCKS5' }]);
    expect(waysOfPac('PROXY :::')).toEqual([{ kind: 'unsupported', scheme: 'PROXY' }]);
    expect(waysOfPac('nonsense')).toEqual([{ kind: 'unsupported', scheme: 'NONSENSE' }]);
  });
});

describe('the environment', () => {
  const to = (env: Record<string, string>) => wayOfEnvironment(service, env);
  test.each([
    ['says nothing', {}, 'DIRECT'],
    ['names a proxy without a scheme', { HTTPS_PROXY: 'proxy:8080' }, 'PROXY proxy:8080'],
    ['names one in lower case, which wins', { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:1' }, 'PROXY small:1'],
    ['names one over TLS', { HTTPS_PROXY: 'https://proxy' }, 'HTTPS proxy:443'],
    ['names one for all', { ALL_PROXY: 'http://all:3128' }, 'PROXY all:3128'],
    ['names SOCKS', { ALL_PROXY: 'socks5://s:1080' }, 'SOCKS5 s:1080'],
    ['excepts everything', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, 'DIRECT'],
    ['excepts the domain', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'localhost, nordic-finance.example' }, 'DIRECT'],
    ['excepts with a dot', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '.nordic-finance.example' }, 'DIRECT'],
    ['excepts another port', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.nordic-finance.example:8443' }, 'PROXY p:1'],
    ['excepts what only ends alike', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'finance.example' }, 'PROXY p:1'],
    ['cannot be read', { HTTPS_PROXY: 'http://' }, 'UNREADABLE'],
  ])('%s', (_name, env, answer) => {
    expect(to(env as Record<string, string>).answer).toBe(answer);
  });

  test('tells a name and a password apart from the address', () => {
    expect(to({ HTTPS_PROXY: 'http://anna:p%40ss@proxy:8080' })).toEqual({
      answer: 'PROXY proxy:8080',
      credentials: { user: 'anna', password: 'p@ss' },
    });
  });
});
