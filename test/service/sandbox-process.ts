import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import readline from 'node:readline';

const entry = path.join(import.meta.dirname, '../../service/main.ts');

/** The line that a sandbox prints when it answers, as docs/service.md tells. */
export interface Ready {
  readonly ready: true;
  readonly baseUrl: string;
  readonly caFile: string;
  readonly apiKey: string;
  readonly companyId: string;
  readonly userId: string;
  readonly apiKeys: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly controlKey: string;
}

/** An answer as a plain client sees it. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
  // The answer of a service is whatever it is: tests look into it freely.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  readonly ready: Ready;
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Runs `service/main.ts` with these arguments and waits until it answers. Rejects with its error output when it ends instead. */
export async function runSandbox(args: readonly string[]): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const ready = await firstLine(child);
  const stop = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return { ready: JSON.parse(ready) as Ready, stop };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
    child.on('exit', () => reject(new Error(errors)));
    if (child.stdout !== null) readline.createInterface(child.stdout).once('line', resolve);
  });
}

/** Sends one request with nothing but Node's own https. */
export function plainRequest(
  ready: Ready,
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<PlainAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const url = new URL(ready.baseUrl + target);
    const asked = https.request(url, { method, headers: { ...headers, ...length }, ca: readFileSync(ready.caFile) }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => resolve(plainAnswer(answer.statusCode ?? 0, answer.headers, Buffer.concat(pieces))));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function plainAnswer(status: number, headers: NodeJS.Dict<string | string[]>, bytes: Buffer): PlainAnswer {
  const isJson = String(headers['content-type']).includes('json');
  return { status, headers, bytes, json: isJson ? JSON.parse(bytes.toString()) : undefined };
}
