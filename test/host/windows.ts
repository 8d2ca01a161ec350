import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';

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

/** The session's cookie that a fresh launch address gives. */
export async function launchCookie({ gate, port }: { gate: { launchUrl: () => string }; port: number }): Promise<string> {
  const answer = await ask(port, new URL(gate.launchUrl()).pathname, { host: `127.0.0.1:${port}` });
  return answer.headers['set-cookie']!.split(';')[0]!;
}
