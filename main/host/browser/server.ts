import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Gate } from './gate.ts';
import { serveLines, type LineOptions } from './line.ts';
import { pageHeaders } from '#main/host/page-headers.ts';
import { BEHIND_MS, readBehind, windowFiles, type WindowFile } from '#main/host/window-files.ts';

// Imported, the module makes each of its exports at once, a whole client for HTTP among them that nobody here uses.
const { createServer } = process.getBuiltinModule('node:http');

/** The browser host's limits: sizes in bytes, times in milliseconds. */
export const limits = { headers: 16_384, connections: 64, headersMs: 10_000, requestMs: 30_000, lookMs: 1_000 };

export interface BrowserServerOptions extends Omit<LineOptions, 'onProven'> {
  /** Folder of the built window. */
  files: string;
  /** 0 takes a free port. */
  port: number;
}

/** The page of a refusal, from its technical reason and the languages that the browser accepts. */
type RefusalText = (why: string, accepted: string | undefined) => string;

export interface BrowserServer {
  /** Bare until the core brings the catalogue of messages. */
  refusal: RefusalText;
  gate: Gate;
  port: number;
  /** Resolves at the first answered request. */
  answered: Promise<void>;
  windows(): number;
  close(): Promise<void>;
}

/** Serves the window and its socket on 127.0.0.1. Rejects with the system's error when the port is in use. */
export async function serveBrowser(options: BrowserServerOptions): Promise<BrowserServer> {
  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.lookMs,
  });
  const leaveSeat = seats(server);
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gate = new Gate(port);
  const files = windowFiles(options.files);
  setTimeout(() => void readBehind(files), BEHIND_MS).unref();
  const answered = Promise.withResolvers<void>();
  const hear = (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', answered.resolve);
    answer(gate, files, request, response, served.refusal);
  };
  server.on('request', hear);
  server.on('checkContinue', hear);
  const sockets = serveLines(server, gate, { ...options, onProven: leaveSeat });
  const served: BrowserServer = {
    refusal: (why) => `${why}\n`,
    gate,
    port,
    answered: answered.promise,
    windows: () => sockets.clients.size,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}

function answer(
  gate: Gate,
  files: Map<string, WindowFile>,
  request: IncomingMessage,
  response: ServerResponse,
  refusal: RefusalText,
): void {
  const refuse = (status: number, why: string): void => {
    response
      .writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' })
      .end(refusal(why, request.headers['accept-language']));
  };
  const connect = [gate.origin.replace('http:', 'ws:')];
  const headers = pageHeaders(connect);
  const verdict = gate.judge(request);
  if (verdict.kind === 'refuse') return refuse(verdict.status, verdict.why);
  if (verdict.kind === 'owner') {
    const own = { 'content-type': 'text/plain', 'cache-control': 'no-store', 'content-length': verdict.text.length };
    response.writeHead(200, { ...headers, ...own }).end(verdict.text);
    return;
  }
  const file = files.get(verdict.path);
  const body = file?.body();
  if (!file || !body) return refuse(404, 'there is nothing here');
  const own = { 'content-type': file.contentType, 'cache-control': file.cacheControl, 'content-length': body.length };
  response.writeHead(200, { ...pageHeaders(connect, file), ...own }).end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Limits the number of connections: when all are taken, the one that has waited longest is closed, unless it is a window's or its request is being
 * answered. Silent connections therefore block nobody.
 */
function seats(server: Server): (stream: Duplex) => void {
  const seated = new Set<Duplex>();
  const answering = new WeakSet<Duplex>();
  server.on('connection', (stream: Duplex) => {
    if (seated.size >= limits.connections) [...seated].find((each) => !answering.has(each))?.destroy();
    seated.add(stream);
    stream.once('close', () => seated.delete(stream));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  return (stream) => seated.delete(stream);
}
