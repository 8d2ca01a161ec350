import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';

/** A folder that looks like the built window; `remove` deletes it. */
export function builtWindow(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-window-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Layover</title>');
  writeFileSync(path.join(folder, 'assets/main-1a2b.js'), 'export {};');
  writeFileSync(path.join(folder, 'assets/main-1a2b.js.map'), '{}');
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request with exactly these bytes: no client would let a test lie about Host, Origin or the path. */
export function ask(port: number, target: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<Answer> {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  if (!('connection' in headers)) lines.push('connection: close');
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    );
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (/^HTTP\/1.1 101 .*\r\n\r\n/s.test(text)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(parseAnswer(text));
    });
  });
}

function parseAnswer(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [status = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]);
  return {
    status: Number(status.split(' ')[1] ?? 0),
    headers: Object.fromEntries(pairs) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  };
}

const secret = (): string => randomBytes(32).toString('base64url');
const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** A tab, as the browser host's protocol says it: written from docs/security.md, not from the code that it tests. */
export interface Tab {
  socket: WebSocket;
  /** The session that a launch became. */
  session: string;
}

/** The launch in an address that opens the app. */
export const launchOf = (url: string): string => new URL(url).hash.slice('#launch='.length);

/** The WebSocket subprotocols of a tab. */
export function offerOf(key: string, number = secret()): { protocols: string[]; number: string } {
  return { protocols: ['layover', `${hmac(key, 'layover name  ')}.${number}`], number };
}

/** Opens a line with a launch or a session and proves it; rejects when the host refuses or cannot prove itself. */
export async function openTab({ gate, port }: { gate: { origin: string }; port: number }, key: string, window = ''): Promise<Tab> {
  const { protocols, number } = offerOf(key);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ipc${window}`, protocols, { headers: { origin: gate.origin } });
  const opening = await new Promise<string>((resolve, reject) => {
    socket.once('message', (data: Buffer) => resolve(data.toString()));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
  const [hostNumber = '', proof] = opening.split('.');
  if (proof !== hmac(key, `layover host ${number} ${hostNumber}`)) throw new Error('not our host');
  socket.send(hmac(key, `layover tab ${number} ${hostNumber}`));
  return { socket, session: hmac(key, `layover session ${number} ${hostNumber}`) };
}
