import { gzipSync } from 'node:zlib';
import { readJson, writeJson } from '#service/domain/json.ts';
import type { Malformation } from '#service/faults.ts';
import { cut, takeRaw, type AppReply, type AppRequest, type WireAnswer } from './reply.ts';

const HUGE_BYTES = 24_000_000;
const DEEP_LEVELS = 20_000;
const BOMB_BYTES = 64_000_000;
const someId = '00000000-0000-4000-8000-000000000000';

const html = '<!doctype html><title>Airport Wi-Fi</title><h1>Welcome aboard the airport Wi-Fi</h1><p>Accept the terms to go on.</p>';

/** The page that a captive portal shows in place of any answer. */
export const captivePortal: WireAnswer = { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(html) };

function otherTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'string') return 7;
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return 'yes';
  if (typeof value !== 'object' || value === null) return { was: 'null' };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, otherTypes(inner)]));
}

function otherRecord(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const ids = ['id', 'vendorId'].filter((key) => key in value);
  return { ...value, ...Object.fromEntries(ids.map((key) => [key, someId])) };
}

function doubled(text: string): string {
  return text.startsWith('{') ? `{"id":"${someId}",${text.slice(1)}` : text;
}

function parsed(body: Buffer): unknown {
  try {
    return readJson(body.toString('utf8'));
  } catch {
    return null;
  }
}

const bodies: Readonly<Partial<Record<Malformation, (body: Buffer) => Buffer>>> = {
  truncated: (body) => body.subarray(0, Math.floor(body.length / 2)),
  wrongType: (body) => Buffer.from(writeJson(otherTypes(parsed(body)))),
  null: () => Buffer.from('null'),
  array: (body) => Buffer.concat([Buffer.from('['), body, Buffer.from(']')]),
  emptyBody: () => Buffer.alloc(0),
  emptyObject: () => Buffer.from('{}'),
  otherRecord: (body) => Buffer.from(writeJson(otherRecord(parsed(body)))),
  huge: () => Buffer.from(`{"description":"${'x'.repeat(HUGE_BYTES)}"}`),
  deep: () => Buffer.from('['.repeat(DEEP_LEVELS) + ']'.repeat(DEEP_LEVELS)),
  badUtf8: (body) => Buffer.concat([body.subarray(0, 12), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), body.subarray(12)]),
  duplicateKeys: (body) => Buffer.from(doubled(body.toString('utf8'))),
  compressedBomb: () => gzipSync(Buffer.alloc(BOMB_BYTES, 0x20)),
};

const extraHeaders: Readonly<Partial<Record<Malformation, Readonly<Record<string, string>>>>> = {
  otherMediaType: { 'content-type': 'text/html; charset=utf-8' },
  compressedBomb: { 'content-encoding': 'gzip' },
};

/** An answer spoilt in one way; 'tooLong' and 'tooShort' are spoilt by `sendWrongLength`. */
export function spoil(answer: WireAnswer, how: Malformation): WireAnswer {
  const body = bodies[how]?.(answer.body) ?? answer.body;
  return { ...answer, headers: { ...answer.headers, ...extraHeaders[how] }, body };
}

/** Sends an answer that says another length than it has, and ends the connection. */
export function sendWrongLength(request: AppRequest, reply: AppReply, answer: WireAnswer, said: number): void {
  const raw = takeRaw(reply);
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': said });
  raw.write(answer.body, () => cut(request, reply));
}

/** Sends an answer piece by piece. Stops when the client goes away. */
export function sendSlowly(reply: AppReply, answer: WireAnswer, pieceBytes: number, everyMs: number): void {
  const raw = takeRaw(reply);
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  let sent = 0;
  const step = (): void => {
    if (raw.destroyed) return;
    raw.write(answer.body.subarray(sent, sent + pieceBytes));
    sent += pieceBytes;
    if (sent >= answer.body.length) raw.end();
    else setTimeout(step, everyMs);
  };
  step();
}
