import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { lineProtocol } from '#shared/line-proof.ts';
import type { Gate, Greeting } from './gate.ts';
import type { WindowContext } from '#main/app/window-context.ts';

/** Limits of the connection: bytes of a message, windows, milliseconds until a tab has proven itself. */
export const lineLimits = { message: 112_000_000, sockets: 8, proofMs: 10_000 };

/** Takes a line that has proven itself: from here on its questions are answered. */
export type OpenLine = (socket: WebSocket, context: WindowContext) => void;

export interface LineOptions {
  open: OpenLine;
  /** Called with the number of open windows whenever it changes. */
  onWindows?: (open: number) => void;
  /** Called for a connection that has become a window's line. */
  onProven?: (stream: Duplex) => void;
}

/** Serves the windows' WebSockets: each is greeted, proves itself, and only then reaches the contract. */
export function serveLines(server: Server, gate: Gate, { open: openLine, onWindows, onProven }: LineOptions): WebSocketServer {
  const options = { noServer: true, maxPayload: lineLimits.message, perMessageDeflate: false, clientTracking: true };
  const sockets = new WebSocketServer({ ...options, handleProtocols: () => lineProtocol });
  const changed = () => onWindows?.(sockets.clients.size);
  const open = (socket: WebSocket, request: IncomingMessage): void => {
    const windowId = request.url?.split('?window=')[1];
    const accepts = request.headers['accept-language'];
    openLine(socket, { ...(windowId === undefined ? {} : { windowId }), ...(accepts === undefined ? {} : { accepts }) });
    onProven?.(request.socket);
    changed();
  };
  const welcome = (socket: WebSocket, request: IncomingMessage, greeting: Greeting): void => {
    socket.on('error', () => socket.terminate());
    socket.on('close', () => setImmediate(changed));
    const patience = setTimeout(() => socket.terminate(), lineLimits.proofMs);
    socket.once('message', (answer: Buffer, isBinary: boolean) => {
      clearTimeout(patience);
      if (!isBinary && greeting.admit(answer.toString('latin1'))) open(socket, request);
      else socket.terminate();
    });
    socket.send(greeting.opening);
  };
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const verdict = gate.judgeSocket(request);
    if (verdict.kind === 'refuse') return end(stream, verdict.status);
    if (sockets.clients.size >= lineLimits.sockets) return end(stream, 503);
    sockets.handleUpgrade(request, stream, head, (socket) => welcome(socket, request, verdict));
  });
  return sockets;
}

function end(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
