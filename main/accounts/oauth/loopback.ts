import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInPage, type PageWords } from './sign-in-page.ts';

/** The one path that a sign-in comes back to. */
const callbackPath = '/callback';

/** A listener on 127.0.0.1 that takes one callback of one sign-in. */
export interface Loopback {
  redirectUri: string;
  /** The parameters of the first callback of this sign-in on the right path and Host; whatever else knocks is turned away and changes nothing. */
  callback: Promise<URLSearchParams>;
  /** Answers the waiting browser with a page and stops listening. */
  finish(words: PageWords): Promise<void>;
}

export type LoopbackAnswer = { kind: 'listening'; loopback: Loopback } | { kind: 'portInUse' } | { kind: 'failed'; code: string };

/**
 * Starts listening; `port` 0 takes a free one, another is the one that the service knows ("register a redirect URI"). `isOurs` decides whether a
 * callback belongs to this sign-in; any other one is ignored.
 */
export async function openLoopback(port: number, isOurs: (parameters: URLSearchParams) => boolean): Promise<LoopbackAnswer> {
  // Not before a sign-in wants it: it takes long to load.
  const { createServer } = await import('node:http');
  const { promise: callback, resolve: arrived } = Promise.withResolvers<URLSearchParams>();
  let host = '';
  let isUsed = false;
  let waiting: ServerResponse | null = null;

  const knock = (request: IncomingMessage, response: ServerResponse): void => {
    const url = URL.parse(request.url ?? '', `http://${host}`);
    // A page of another name that resolves to this machine brings that name as its Host.
    if (request.headers.host !== host) return show(response, 421, 'strange');
    if (request.method !== 'GET') return show(response, 405, 'strange');
    if (url?.pathname !== callbackPath || !request.url?.startsWith('/')) return show(response, 404, 'strange');
    if (isUsed) return show(response, 410, 'used');
    if (!isOurs(url.searchParams)) return show(response, 403, 'strange');
    isUsed = true;
    waiting = response;
    arrived(url.searchParams);
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 }, knock);

  const answer = async (response: ServerResponse, words: PageWords): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    show(response, 200, words);
    await promise;
  };
  const finish = async (words: PageWords): Promise<void> => {
    isUsed = true;
    if (waiting && !waiting.destroyed) await answer(waiting, words);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    server.closeAllConnections();
    await promise;
  };

  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? { kind: 'portInUse' } : { kind: 'failed', code: error.code ?? 'unknown' });
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve({ kind: 'listening', loopback: { redirectUri: `http://${host}${callbackPath}`, callback, finish } });
    });
  });
}

function show(response: ServerResponse, status: number, words: PageWords): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(signInPage(words));
}
