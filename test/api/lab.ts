import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import type { Transport, WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { realWorld } from '#test/world.ts';

/** A request as a lab server saw it. */
export interface Seen {
  origin: string;
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Counts the connections of its server, from 1. */
  connection: number;
  httpVersion: string;
}

export type Handler = (seen: Seen, response: http.ServerResponse, request: http.IncomingMessage) => void;

export interface LabServer {
  origin: string;
  host: string;
  port: number;
  seen: Seen[];
  connections: () => number;
  /** The connections open now. */
  open: () => number;
  close(): Promise<void>;
}

/** A certificate for every loopback name that the lab uses; its own authority. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const altNames = [
    ...['localhost', '*.localhost'].map((value) => ({ type: 2 as const, value })),
    ...['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((ip) => ({ type: 7 as const, ip })),
  ];
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { key: pems.private, cert: pems.cert };
}

/** An HTTPS server (HTTP/2 and 1.1), or a plain HTTP one, on a free loopback port, that remembers what it was asked. */
export async function startServer(
  handler: Handler,
  options: { pems?: { key: string; cert: string }; address?: string; http2?: boolean } = {},
): Promise<LabServer> {
  const address = options.address ?? '127.0.0.1';
  const seen: Seen[] = [];
  const sockets = new Map<Socket, number>();
  let count = 0;
  let origin = '';
  const listener = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const one: Seen = {
        origin,
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        connection: sockets.get(request.socket) ?? 0,
        httpVersion: request.httpVersion,
      };
      seen.push(one);
      handler(one, response, request);
    });
  };
  const server: Server = options.pems
    ? http2.createSecureServer(
        { ...options.pems, allowHTTP1: true, ALPNProtocols: options.http2 ? ['h2', 'http/1.1'] : ['http/1.1'] },
        listener as never,
      )
    : http.createServer(listener);
  server.on(options.pems ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.set(socket, ++count);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server, address);
  origin = `${options.pems ? 'https' : 'http'}://${address}:${port}`;
  return {
    origin,
    host: `${address}:${port}`,
    port,
    seen,
    connections: () => count,
    open: () => sockets.size,
    close: () => closeServer(server, sockets.keys()),
  };
}

/** A TLS server that hears bytes and answers bytes: for framing, and for answers that no HTTP library would send. */
export async function startRawServer(
  pems: { key: string; cert: string },
  onRequest: (text: string, socket: Socket) => void,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<{ origin: string; heard: string[]; connections: () => number; open: () => number; close(): Promise<void> }> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  const server = tls.createServer({ ...pems, ALPNProtocols: ['http/1.1'] }, (socket) => {
    count += 1;
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      heard.push(text);
      const request = text;
      text = '';
      onRequest(request, socket);
    });
  });
  const port = await listen(server, '127.0.0.1');
  return {
    origin: `https://127.0.0.1:${port}`,
    heard,
    connections: () => count,
    open: () => sockets.size,
    close: () => closeServer(server, sockets),
  };
}

/** The product's own transport, believing only the lab's certificate, on the real clock. */
export function labTransport(ca: string) {
  return createUndiciTransport({ world: realWorld(), trust: { kind: 'pinned', ca } });
}

/** A transport that keeps what went through it. */
export function recording(transport: Transport): { transport: Transport; sent: WireRequest[] } {
  const sent: WireRequest[] = [];
  const exchange: Transport['exchange'] = (request, signal) => {
    sent.push(request);
    return transport.exchange(request, signal);
  };
  return { transport: { exchange, close: () => transport.close() }, sent };
}

function listen(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, address, () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server, sockets: Iterable<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
