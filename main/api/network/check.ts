import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { CheckStep, ProxySetting, SeenCertificate } from '#shared/contract/views/network-views.ts';
import type { World } from '#shared/world.ts';
import { errorCode } from '#main/api/wire-error.ts';
import { bareHost } from './network.ts';
import { nameOfProxy, type Way } from './proxy-address.ts';
import { NoWay, openTunnel, type ConnectorParts } from './tunnel.ts';

export interface WalkParts extends ConnectorParts {
  world: World;
  /** The source of the proxy settings, for its texts. */
  from: ProxySetting['mode'];
}

/**
 * Walks the way to a service step by step and answers what each step saw, up to the certificate. Nothing of a request leaves: a name is
 * looked up, a tunnel is asked for, TLS is begun, and that is all.
 */
export async function walkToService(parts: WalkParts, baseUrl: string): Promise<CheckStep[]> {
  const url = new URL(baseUrl);
  const target = { host: url.hostname, port: url.port === '' ? 443 : Number(url.port) };
  const way = await firstWay(parts, url);
  if (way.kind === 'failed') return [{ step: 'name', kind: 'skipped' }, way.step];
  const { found } = way;
  // Through a proxy it is the proxy that looks up the service's name; ours to find is the proxy.
  const name = await lookUp(parts.world, found.kind === 'proxy' ? found.proxy.host : target.host);
  const proxy: CheckStep = { step: 'proxy', kind: 'ok', proxy: found.kind === 'proxy' ? nameOfProxy(found.proxy) : null, from: parts.from };
  if (name.kind === 'failed') return [name, proxy];
  const tunnel = await tunnelStep(parts, found, target);
  if (tunnel.step.kind === 'failed') return [name, proxy, tunnel.step];
  const certificate = await certificateStep(parts, target, tunnel.socket);
  return [name, proxy, tunnel.step, certificate];
}

type FoundWay = { kind: 'found'; found: Exclude<Way, { kind: 'unsupported' }> } | { kind: 'failed'; step: CheckStep };

async function firstWay({ network, from }: WalkParts, url: URL): Promise<FoundWay> {
  try {
    const [way] = await network.waysTo(url.href);
    if (way && way.kind !== 'unsupported') return { kind: 'found', found: way };
    return { kind: 'failed', step: { step: 'proxy', kind: 'failed', proxy: null, from, code: `unsupported ${way?.scheme ?? ''}`.trim() } };
  } catch (error) {
    return { kind: 'failed', step: { step: 'proxy', kind: 'failed', proxy: null, from, code: errorCode(error) } };
  }
}

async function lookUp(world: World, host: string): Promise<Extract<CheckStep, { step: 'name' }>> {
  const from = world.monotonic();
  const bare = bareHost(host);
  try {
    const found = await lookup(bare, { all: true });
    return {
      step: 'name',
      kind: 'ok',
      host: bare,
      addresses: found.map(({ address }) => address).slice(0, 8),
      ms: world.monotonic() - from,
    };
  } catch (error) {
    return { step: 'name', kind: 'failed', host: bare, code: errorCode(error) };
  }
}

interface Target {
  host: string;
  port: number;
}

async function tunnelStep(parts: WalkParts, way: Exclude<Way, { kind: 'unsupported' }>, target: Target) {
  const from = parts.world.monotonic();
  if (way.kind === 'direct') return { step: { step: 'tunnel', kind: 'skipped' } satisfies CheckStep, socket: null };
  try {
    const socket = await openTunnel(parts, way.proxy, `${target.host}:${target.port}`);
    const step: CheckStep = { step: 'tunnel', kind: 'ok', ms: parts.world.monotonic() - from };
    return { step, socket };
  } catch (error) {
    const [code, detail] = error instanceof NoWay ? [error.code, error.detail] : [errorCode(error), ''];
    const step: CheckStep = { step: 'tunnel', kind: 'failed', code, detail };
    return { step, socket: null };
  }
}

/**
 * Starts TLS and reads the certificate, also an untrusted one, so that IT learns its name: the connection ends there, before any byte of ours, and
 * requests never use this one.
 */
function certificateStep(
  { secureContext, timeoutMs, world }: WalkParts,
  { host, port }: Target,
  tunnel: Socket | null,
): Promise<CheckStep> {
  const from = world.monotonic();
  const { promise, resolve } = Promise.withResolvers<CheckStep>();
  const socket: TLSSocket = connectTls({
    ...(tunnel ? { socket: tunnel } : { host: bareHost(host), port }),
    // An address is no name that a service could be told by.
    ...(isIP(bareHost(host)) === 0 && { servername: host }),
    secureContext,
    rejectUnauthorized: false,
  });
  const end = (step: CheckStep) => {
    resolve(step);
    socket.destroy();
  };
  socket.setTimeout(timeoutMs, () => end({ step: 'certificate', kind: 'failed', code: 'ETIMEDOUT', certificate: null }));
  socket.once('secureConnect', () => {
    const certificate = whose(socket.getPeerCertificate(true));
    if (socket.authorized) return end({ step: 'certificate', kind: 'ok', certificate, ms: world.monotonic() - from });
    const problem: unknown = socket.authorizationError;
    end({ step: 'certificate', kind: 'failed', code: typeof problem === 'string' ? problem : errorCode(problem), certificate });
  });
  socket.on('error', (error) => end({ step: 'certificate', kind: 'failed', code: errorCode(error), certificate: null }));
  return promise;
}

const mostCertificates = 10;

function whose(certificate: DetailedPeerCertificate): SeenCertificate {
  let top = certificate;
  for (let depth = 0; depth < mostCertificates && top.issuerCertificate; depth += 1) top = top.issuerCertificate;
  return { subject: nameOf(certificate.subject), issuer: nameOf(certificate.issuer), root: nameOf(top.issuer) };
}

function nameOf(name: { CN?: string | string[]; O?: string | string[] } | undefined): string {
  const said = name?.CN ?? name?.O ?? '';
  return (Array.isArray(said) ? (said[0] ?? '') : said).slice(0, 200);
}
