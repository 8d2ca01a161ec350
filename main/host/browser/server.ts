import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { wireSerializers } from '#shared/json-wire.ts';
import { Gate } from './gate.ts';
import { pageHeaders } from '#main/host/page-headers.ts';
import { readWindowFiles, type WindowFile } from '#main/host/window-files.ts';

/** The browser host's limits: sizes in bytes, times in milliseconds. */
export const limits = { message: 112_000_000, headers: 16_384, sockets: 8, connections: 64, headersMs: 10_000, requestMs: 30_000 };

export interface BrowserServerOptions {
  router: AnyRouter;
  /** Folder of the built window. */
  files: string;
  /** 0 takes a free port. */
  port: number;
  /** Called with the number of open windows whenever it changes. */
  onWindows?: (open: number) => void;
}

export interface BrowserServer {
  gate: Gate;
  port: number;
  windows(): number;
  close(): Promise<void>;
}

/** Serves the window and its socket on 127.0.0.1. Rejects with the system's error when the port is in use. */
export async function serveBrowser(options: BrowserServerOptions): Promise<BrowserServer> {
  const server = createServer({ maxHeaderSize: limits.headers, headersTimeout: limits.headersMs, requestTimeout: limits.requestMs });
  server.maxConnections = limits.connections;
  const port = await listen(server, options.port);
  const gate = new Gate(port);
  const files = readWindowFiles(options.files);
  server.on('request', (request, response) => {
    answer(gate, files, request, response);
  });
  server.on('checkContinue', (request, response) => {
    answer(gate, files, request, response);
  });
  const sockets = serveSockets(server, gate, options);
  return {
    gate,
    port,
    windows: () => sockets.clients.size,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function answer(gate: Gate, files: Map<string, WindowFile>, request: IncomingMessage, response: ServerResponse): void {
  const headers = pageHeaders([gate.origin.replace('http:', 'ws:')]);
  const verdict = gate.judge(request);
  switch (verdict.kind) {
    case 'refuse':
      refuse(response, verdict.status, verdict.why, headers);
      return;
    case 'admit':
      response.writeHead(303, { ...headers, 'set-cookie': verdict.cookie, location: '/', 'cache-control': 'no-store' }).end();
      return;
    case 'again': {
      const url = gate.launchUrl();
      const own = { 'content-type': 'text/plain', 'cache-control': 'no-store', 'content-length': url.length };
      response.writeHead(200, { ...headers, ...own }).end(url);
      return;
    }
    case 'serve': {
      const file = files.get(verdict.path);
      if (!file) {
        refuse(response, 404, 'there is nothing here', headers);
        return;
      }
      const own = { 'content-type': file.contentType, 'cache-control': file.cacheControl, 'content-length': file.body.length };
      response.writeHead(200, { ...headers, ...own }).end(request.method === 'HEAD' ? undefined : file.body);
    }
  }
}

function refuse(response: ServerResponse, status: number, why: string, headers: Record<string, string>): void {
  const text = `Layover did not open: ${why}.\nStart Layover again to get a fresh address.\n`;
  response
    .writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' })
    .end(text);
}

function serveSockets(server: Server, gate: Gate, { router, onWindows }: BrowserServerOptions): WebSocketServer {
  const handler = new RPCHandler(router, { customJsonSerializers: wireSerializers });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false, clientTracking: true });
  const changed = () => onWindows?.(sockets.clients.size);
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    socket.on('error', () => {
      socket.terminate();
    });
    socket.on('close', () => setImmediate(changed));
    const windowId = request.url?.split('?window=')[1];
    void handler.upgrade(socket, { context: windowId === undefined ? {} : { windowId } });
    changed();
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => {
      stream.destroy();
    });
    const verdict = gate.judgeSocket(request);
    if (verdict.kind !== 'serve') {
      end(stream, verdict.kind === 'refuse' ? verdict.status : 403);
      return;
    }
    if (sockets.clients.size >= limits.sockets) {
      end(stream, 503);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit('connection', socket, request));
  });
  return sockets;
}

function end(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
