import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Client, Pool, type buildConnector, type Dispatcher } from 'undici';
import type { World } from '#shared/world.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import { ReadyConnections } from '#main/api/network/ready-connections.ts';
import { createConnector } from '#main/api/network/tunnel.ts';
import { connectTimeoutMs } from './limits.ts';
import { undiciExchange } from './undici-exchange.ts';
import type { PriorityClass, Transport, WireFailure, WireRequest } from './transport.ts';

/** Whom a connection believes: one pinned certificate (the embedded sandbox), or the system's and perhaps one more. */
export type TlsTrust = { kind: 'pinned'; ca: string } | { kind: 'system'; extraCa: string | null };

export interface UndiciTransportOptions {
  world: World;
  trust: TlsTrust;
  /** The ways to the service; straight there when absent. */
  network?: Network;
}

/** Makes the way to one service: HTTPS through undici, here or in a thread of its own. */
export type OpenTransport = (options: UndiciTransportOptions) => Transport;

/** More than any width that the engine tries: the engine's requests in flight are the width, idle connections close on their own. */
const mostConnections = 64;
const keepAliveMs = 4_000;

/**
 * HTTPS through undici, without redirects, repetition or pipelining. Writes, reads and documents each have a pool of HTTP/1.1 connections,
 * and every payment opens a connection of its own that nothing used before and nothing will use again.
 */
export function createUndiciTransport({ world, trust, network = directNetwork }: UndiciTransportOptions): Transport {
  const secureContext = trustedContext(trust);
  const connectorFor = (timeoutMs: number) => createConnector({ network, secureContext, timeoutMs });
  const ready = new ReadyConnections({ world, network, connect: connectorFor(connectTimeoutMs), keepMs: keepAliveMs });
  // One an origin, not undici's Agent: that forgets at once what it was told to close, and could no longer end what is still under way there.
  const pools = new Map<string, Pool>();
  const payments = new Set<Client>();
  const left = new Set<Pool>();

  const poolOf = (priority: PriorityClass, timeout: number, origin: string): Pool => {
    const key = `${priority} ${timeout} ${origin}`;
    const known = pools.get(key);
    if (known) return known;
    const connector = connectorFor(timeout);
    const connect = priority === 'document' ? connector : ready.over(connector);
    const pool = new Pool(origin, { ...dispatcherOptions(connect), connections: mostConnections });
    pools.set(key, pool);
    return pool;
  };

  const pay = async (request: WireRequest, signal?: AbortSignal) => {
    const client = new Client(new URL(request.url).origin, dispatcherOptions(connectorFor(request.connectTimeoutMs)));
    payments.add(client);
    try {
      return await undiciExchange(world, client, request, signal);
    } finally {
      payments.delete(client);
      await client.destroy();
    }
  };

  return {
    exchange: async (request, signal) => {
      if (!request.url.startsWith('https://')) return notStarted('plainHttp');
      if (!URL.canParse(request.url)) return notStarted('badAddress');
      if (request.priority === 'payment') return pay(request, signal);
      return undiciExchange(world, poolOf(request.priority, request.connectTimeoutMs, new URL(request.url).origin), request, signal);
    },
    makeReady: (url, connections) => ready.open(url, connections),
    renew: () => {
      ready.leave();
      for (const pool of pools.values()) {
        left.add(pool);
        void pool.close().finally(() => left.delete(pool));
      }
      pools.clear();
    },
    giveUp: (priorities) => {
      ready.leave();
      for (const [key, pool] of pools) {
        if (!priorities.some((priority) => key.startsWith(`${priority} `))) continue;
        pools.delete(key);
        void pool.destroy();
      }
    },
    close: async () => {
      ready.leave();
      const open: Dispatcher[] = [...pools.values(), ...payments, ...left];
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function dispatcherOptions(connect: buildConnector.connector) {
  // Header and body time-outs are off: the exchange's own total, on World's clock, is the only one.
  return {
    connect,
    // Over HTTP/2 one aborted answer fails the streams beside it, and writes run one at a time (measured; docs/decisions/).
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  };
}

/** Made once an account: reading some hundred certificates again for every connection costs more than the request. */
export function trustedContext(trust: TlsTrust): SecureContext {
  return createSecureContext({ ca: certificatesOf(trust) });
}

function certificatesOf(trust: TlsTrust): string[] {
  if (trust.kind === 'pinned') return [trust.ca];
  const known = new Set([...getCACertificates('default'), ...getCACertificates('system')]);
  return trust.extraCa === null ? [...known] : [...known, trust.extraCa];
}

function notStarted(cause: 'plainHttp' | 'badAddress'): WireFailure {
  return { kind: 'failure', cause, bytesWritten: false, status: null, detail: cause, afterMs: 0 };
}
