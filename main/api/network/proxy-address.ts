/** A proxy: how we speak to it (plain, or over TLS) and where it listens. */
export interface ProxyAddress {
  scheme: 'http' | 'https';
  host: string;
  port: number;
}

/** One way to an address: straight there, through a proxy, or one that we cannot go (SOCKS, an answer that says nothing). */
export type Way = { kind: 'direct' } | { kind: 'proxy'; proxy: ProxyAddress } | { kind: 'unsupported'; scheme: string };

export type ProxyAddressProblem = 'notAnAddress' | 'scheme' | 'userinfo' | 'path';
export type ParsedProxyAddress = { ok: true; proxy: ProxyAddress } | { ok: false; why: ProxyAddressProblem };

const usualPort = { http: 80, https: 443 } as const;

/** Parses a proxy from a user, a policy or the environment: `proxy.example:8080`, `http://…` or `https://…`, and nothing behind the port. */
export function parseProxyAddress(text: string): ParsedProxyAddress {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`);
  if (url === null || url.hostname === '') return { ok: false, why: 'notAnAddress' };
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'http' && scheme !== 'https') return { ok: false, why: 'scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, why: 'userinfo' };
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return { ok: false, why: 'path' };
  return { ok: true, proxy: { scheme, host: url.hostname, port: url.port === '' ? usualPort[scheme] : Number(url.port) } };
}

/** `https://proxy.example:8080`: names a proxy for people and in keychain entries; the same host in plain is another proxy. */
export const nameOfProxy = ({ scheme, host, port }: ProxyAddress): string => `${scheme}://${host}:${port}`;

const most = 20;

/**
 * Reads the answer of a proxy configuration, "PROXY a:8080; HTTPS b:443; DIRECT", in its order. An answer that names nothing is direct, as
 * browsers have it; an entry that cannot be read is a way that cannot be gone, never a way around the proxy.
 */
export function waysOfPac(answer: string): Way[] {
  const entries = answer
    .slice(0, 4_000)
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .slice(0, most);
  return entries.length === 0 ? [{ kind: 'direct' }] : entries.map(wayOf);
}

function wayOf(entry: string): Way {
  const [word = '', place = ''] = entry.split(/\s+/);
  const scheme = word.toUpperCase();
  if (scheme === 'DIRECT') return { kind: 'direct' };
  if (scheme !== 'PROXY' && scheme !== 'HTTP' && scheme !== 'HTTPS') return { kind: 'unsupported', scheme: scheme.slice(0, 20) };
  const parsed = parseProxyAddress(`${scheme === 'HTTPS' ? 'https' : 'http'}://${place}`);
  return parsed.ok ? { kind: 'proxy', proxy: parsed.proxy } : { kind: 'unsupported', scheme };
}
