import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInPage, type PageWords } from './sign-in-page.ts';

/** The one path that a sign-in comes back to. */
export const callbackPath = '/callback';

/** A listener on 127.0.0.1 that takes one callback of one sign-in. */
export interface Loopback {
  redirectUri: string;
  /** The parameters of the first callback of this sign-in on the right path and Host; whatever else knocks is turned away and changes nothing. */
  callback: Promise<URLSearchParams>;
  /** Answers the waiting browser with a page and stops listening. */
  finish(words: PageWords): Promise<void>;
}

export type LoopbackAnswer = { kind: 'listening'; loopback: Loopback } | { kind: 'portInUse' } | { kind: 'failed'; code: string };

/** Starts listening; `port` 0 takes a free one, another is the one that the service knows ("register a redirect URI"). */
/** `isOurs` decides whether a callback belongs to this sign-in; any other one is ignored. */
export async function openLoopback(port: number, isOurs: (parameters: URLSearchParams) => boolean): Promise<LoopbackAnswer> {
  // Not before a sign-in wants it: it takes long to load.
  const { createServer } = await import('node:http');
  const door = new Door(isOurs);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) =>
    door.open(request, response),
  );
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? { kind: 'portInUse' } : { kind: 'failed', code: error.code ?? 'unknown' });
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      door.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve({ kind: 'listening', loopback: loopbackOf(server, door) });
    });
  });
}

function loopbackOf(server: Server, door: Door): Loopback {
  return {
    redirectUri: `http://${door.host}${callbackPath}`,
    callback: door.callback,
    finish: async (words) => {
      await door.answer(words);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Lets one callback in. */
class Door {
  host = '';
  readonly callback: Promise<URLSearchParams>;
  readonly #arrived: (parameters: URLSearchParams) => void;
  readonly #isOurs: (parameters: URLSearchParams) => boolean;
  #waiting: ServerResponse | null = null;
  #used = false;

  constructor(isOurs: (parameters: URLSearchParams) => boolean) {
    this.#isOurs = isOurs;
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    this.callback = promise;
    this.#arrived = resolve;
  }

  open(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '', `http://${this.host}`);
    // A page of another name that resolves to this machine brings that name as its Host.
    if (request.headers.host !== this.host) return void show(response, 421, 'strange');
    if (request.method !== 'GET') return void show(response, 405, 'strange');
    if (url?.pathname !== callbackPath || !request.url?.startsWith('/')) return void show(response, 404, 'strange');
    if (this.#used) return void show(response, 410, 'used');
    if (!this.#isOurs(url.searchParams)) return void show(response, 403, 'strange');
    this.#used = true;
    this.#waiting = response;
    this.#arrived(url.searchParams);
  }

  async answer(words: PageWords): Promise<void> {
    this.#used = true;
    const response = this.#waiting;
    this.#waiting = null;
    if (!response || response.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    show(response, 200, words);
    await promise;
  }
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
