import { describe, expect, test } from 'vitest';
import { nameOfProxy, parseProxyAddress, waysOfPac, type Way } from '#main/api/network/proxy-address.ts';

// Notations of a proxy by users, policies and configuration files: read as meant, or refused, never bypassed.

const proxy = (host: string, port: number, scheme: 'http' | 'https' = 'http'): Way => ({ kind: 'proxy', proxy: { scheme, host, port } });
const no = (scheme: string): Way => ({ kind: 'unsupported', scheme });

describe('an address', () => {
  test.each([
    ['proxy.example:8080', 'http', 'proxy.example', 8080],
    [' http://proxy.example:8080 ', 'http', 'proxy.example', 8080],
    ['HTTPS://proxy.example', 'https', 'proxy.example', 443],
    ['proxy.example', 'http', 'proxy.example', 80],
    ['http://proxy.example/', 'http', 'proxy.example', 80],
  ])('%s', (text, scheme, host, port) => {
    expect(parseProxyAddress(text)).toEqual({ ok: true, proxy: { scheme, host, port } });
  });

  test.each([
    ['', 'notAnAddress'],
    ['a b', 'notAnAddress'],
    ['socks5:///', 'notAnAddress'],
    ['socks5://proxy.example:1080', 'scheme'],
    ['http://anna@proxy.example', 'userinfo'],
    ['http://:secret@proxy.example', 'userinfo'],
    ['proxy.example/x', 'path'],
    ['proxy.example?x', 'path'],
    ['proxy.example?x=http://y', 'path'],
    ['proxy.example#x', 'path'],
  ])('“%s” is refused: %s', (text, why) => {
    expect(parseProxyAddress(text)).toEqual({ ok: false, why });
  });

  test('is called by host and port', () => {
    expect(nameOfProxy({ scheme: 'https', host: 'proxy.example', port: 8080 })).toBe('https://proxy.example:8080');
  });
});

describe('the answer of a configuration', () => {
  test.each<[string, Way[]]>([
    ['', [{ kind: 'direct' }]],
    [' ; ;', [{ kind: 'direct' }]],
    ['DIRECT;', [{ kind: 'direct' }]],
    ['PROXY a:8080;  HTTP b:1 ; https c ;direct', [proxy('a', 8080), proxy('b', 1), proxy('c', 443, 'https'), { kind: 'direct' }]],
    ['SOCKS5 a:1080; PROXY b:1', [no('SOCKS5'), proxy('b', 1)]],
    ['PROXY  a:1', [proxy('a', 1)]],
    ['PROXY; DIRECT', [no('PROXY'), { kind: 'direct' }]],
    ['PROXY anna:secret@a:1', [no('PROXY')]],
    [`${'X'.repeat(30)} a:1`, [no('X'.repeat(20))]],
  ])('%s', (answer, ways) => {
    expect(waysOfPac(answer)).toEqual(ways);
  });

  test('is read in part when it never ends', () => {
    expect(waysOfPac('PROXY a:1;'.repeat(25))).toHaveLength(20);
    expect(waysOfPac(`${' '.repeat(3_991)}PROXY a:1;PROXY b:1`)).toEqual([proxy('a', 1)]);
  });
});
