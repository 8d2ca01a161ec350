import type { SystemWay } from '#main/accounts/trust/proxies.ts';

type Environment = Record<string, string | undefined>;

/** Either spelling; the lower one wins, as it does for curl. */
const said = (env: Environment, name: string): string => (env[name] ?? env[name.toUpperCase()] ?? '').trim();

/** True when the environment sets a proxy. */
export const namesProxy = (env: Environment): boolean => (said(env, 'https_proxy') || said(env, 'all_proxy')) !== '';

/**
 * The way to an https address by the environment: `HTTPS_PROXY` or `ALL_PROXY`, not for what `NO_PROXY` names. A proxy without a scheme is
 * spoken to in plain, as everywhere; its name and password, where the variable holds them, go to it and nowhere else.
 */
export function wayOfEnvironment(url: string, env: Environment = process.env): SystemWay {
  const proxy = said(env, 'https_proxy') || said(env, 'all_proxy');
  const target = new URL(url);
  if (proxy === '' || isExcepted(target, said(env, 'no_proxy'))) return { answer: 'DIRECT' };
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
  if (address === null || address.hostname === '') return { answer: 'UNREADABLE' };
  const word = { 'http:': 'PROXY', 'https:': 'HTTPS' }[address.protocol] ?? address.protocol.slice(0, -1).toUpperCase();
  const port = address.port === '' ? (address.protocol === 'https:' ? '443' : '80') : address.port;
  const answer = `${word} ${address.hostname}:${port}`;
  if (address.username === '') return { answer };
  return { answer, credentials: { user: decodeURIComponent(address.username), password: decodeURIComponent(address.password) } };
}

/** `*`, `example.com` and `.example.com` (with what is under them), `host:port`, addresses; commas or spaces between. */
function isExcepted(target: URL, list: string): boolean {
  const host = target.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const port = target.port === '' ? '443' : target.port;
  const entries = list.toLowerCase().match(/[^\s,]+/g) ?? [];
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
    if (only !== undefined && only !== port) return false;
    const bare = name.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
    return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
  });
}
