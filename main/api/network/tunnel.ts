import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { Client, buildConnector } from 'undici';
import { errorCode } from '#main/api/wire-error.ts';
import type { Network, ProxyCredentials } from './network.ts';
import type { ProxyAddress, Way } from './proxy-address.ts';

/**
 * A connection that did not come about, before any byte of a request. `code` is one of `wire-error.ts`, `detail` names a status or the code
 * underneath: an answer of a proxy is never an answer of the service.
 */
export class NoWay extends Error {
  override readonly name = 'NoWay';
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

const triedForEver = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'UND_ERR_CLOSED']);

export interface ConnectorParts {
  network: Network;
  /** For the service; also for a proxy that is spoken to over TLS. */
  secureContext: SecureContext;
  timeoutMs: number;
}

// Verification is set here, so that no environment variable can switch it off.
const verified = ({ secureContext, timeoutMs }: ConnectorParts) =>
  buildConnector({ secureContext, rejectUnauthorized: true, timeout: timeoutMs, allowH2: false });

/** Makes undici's `connect`: the ways of the network one after the other, each ending in TLS with the service itself. */
export function createConnector(parts: ConnectorParts): buildConnector.connector {
  const toService = verified(parts);
  const go = async (way: Way, options: buildConnector.Options): Promise<Socket | TLSSocket> => {
    if (way.kind === 'unsupported') throw new NoWay('PROXY_UNSUPPORTED', way.scheme);
    if (way.kind === 'direct') return connected((done) => toService(options, done));
    const tunnel = await openTunnel(parts, way.proxy, `${options.hostname}:${options.port || '443'}`);
    try {
      return await connected((done) => toService({ ...options, httpSocket: tunnel }, done));
    } catch (error) {
      tunnel.destroy();
      // The end of a tunnel is the end of an attempt; undici would take a closed socket for one worth trying again for ever.
      throw triedForEver.has(errorCode(error)) ? new NoWay('TUNNEL_CLOSED', errorCode(error)) : error;
    }
  };
  return (options, done) => {
    firstWay(parts.network, options, go).then(
      (socket) => done(null, socket),
      (error: unknown) => done(error instanceof Error ? error : new NoWay('PROXY_FAILED', 'unknown'), null),
    );
  };
}

async function firstWay(
  network: Network,
  options: buildConnector.Options,
  go: (way: Way, options: buildConnector.Options) => Promise<Socket | TLSSocket>,
): Promise<Socket | TLSSocket> {
  const ways = await network.waysTo(`https://${options.hostname}:${options.port || '443'}/`);
  let first: Error | null = null;
  for (const way of ways) {
    try {
      return await go(way, options);
    } catch (error) {
      // Nothing was written to the service yet, so the next way may be tried; the first failure is what people can do something about.
      first ??= error instanceof Error ? error : new NoWay('PROXY_FAILED', errorCode(error));
    }
  }
  throw first ?? new NoWay('PROXY_FAILED', 'noWay');
}

function connected(connect: (done: buildConnector.Callback) => void): Promise<Socket | TLSSocket> {
  return new Promise((resolve, reject) => {
    connect((error, socket) => (socket ? resolve(socket) : reject(error ?? new NoWay('PROXY_FAILED', 'noSocket'))));
  });
}

/** Asks the proxy for a tunnel to `target`. It sees CONNECT, the name of the service, and its own password: nothing else of ours. */
export async function openTunnel(parts: ConnectorParts, proxy: ProxyAddress, target: string): Promise<Socket> {
  const { network, timeoutMs } = parts;
  const known = await network.credentials(proxy);
  const client = new Client(`${proxy.scheme}://${proxy.host}:${proxy.port}`, { connect: verified(parts), headersTimeout: timeoutMs });
  const request = { path: target, headers: { host: target, ...authorizationOf(known) } };
  const { statusCode, headers, socket } = await client.connect(request).catch((error: unknown) => {
    void client.destroy();
    throw new NoWay('PROXY_UNREACHABLE', errorCode(error));
  });
  // Later errors of that connection are ignored: they must not end the process.
  socket.on('error', () => undefined);
  if (statusCode >= 200 && statusCode < 300) {
    network.heard?.(proxy, 'open');
    return socket as Socket;
  }
  socket.destroy();
  void client.destroy();
  throw refusal(network, proxy, statusCode, headers['proxy-authenticate'], known !== null);
}

function refusal(
  network: Network,
  proxy: ProxyAddress,
  status: number,
  asked: string | string[] | undefined,
  knewPassword: boolean,
): NoWay {
  if (status !== 407)
    return new NoWay(status === 511 || (status >= 300 && status < 400) ? 'PROXY_PORTAL' : 'PROXY_REFUSED', String(status));
  const schemes = [asked ?? []].flat().flatMap((header) => /^\s*([A-Za-z]+)/.exec(header)?.[1]?.toLowerCase() ?? []);
  if (schemes.length > 0 && !schemes.includes('basic')) return new NoWay('PROXY_SCHEME', schemes.join(' ').slice(0, 60));
  network.heard?.(proxy, knewPassword ? 'refusesPassword' : 'asksPassword');
  return new NoWay(knewPassword ? 'PROXY_PASSWORD_REFUSED' : 'PROXY_PASSWORD', '407');
}

function authorizationOf(known: ProxyCredentials | null): Record<string, string> {
  if (known === null) return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${known.user}:${known.password}`, 'utf8').toString('base64')}` };
}
