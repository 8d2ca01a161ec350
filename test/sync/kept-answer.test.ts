import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Answer } from '#main/api/client.ts';
import { failed, succeeded } from '#main/api/result.ts';
import { keptAnswer } from '#main/sync/answer/kept-answer.ts';

// The audit log keeps an answer's exact bytes and the headers that matter later, without possible secrets.

const text = '{"id":"é"}';
const body = new TextEncoder().encode(text);
const sha256 = createHash('sha256').update(body).digest('hex');
const headers: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['ETag', '"7?a#b"'],
  ['location', 'https://service.test/v1/x?key=secret#a'],
  ['set-cookie', 'session=secret'],
  ['x-request-id', 'r-1'],
];
const kept = { 'content-type': 'application/json', etag: '"7?a#b"', location: 'https://service.test/v1/x', 'x-request-id': 'r-1' };
const answer: Answer = { status: 200, headers, text, value: {}, etag: '"7"', url: '' };

test('of a success its bytes, or its text where no bytes are left', () => {
  expect(keptAnswer(succeeded(answer))).toEqual({ body, sha256, headers: kept });
  const bytes = new Uint8Array([1, 2, 3]);
  expect(keptAnswer(succeeded({ ...answer, bytes }))).toMatchObject({ body: bytes });
});

test('of a failure what came with it, and nothing where nothing came', () => {
  const failure = { kind: 'refused', status: 422, error: null, retryAfterMs: null } as const;
  expect(keptAnswer(failed(failure, { kind: 'answer', status: 422, headers, body, afterMs: 1 }))).toEqual({ body, sha256, headers: kept });
  expect(keptAnswer(failed(failure))).toBe(null);
});

test('of where an answer leads the path alone, whatever comes first behind it', () => {
  const leads = (to: string) => keptAnswer(succeeded({ ...answer, headers: [['location', to]] }))?.headers['location'];
  expect([leads('/a#b?c'), leads('/a?b#c'), leads('/a'), leads('?b')]).toEqual(['/a', '/a', '/a', '']);
});
