import { expect, test } from 'vitest';
import { judgeTokens, type TokenAnswer } from '#main/accounts/oauth/token-answer.ts';
import type { WireAnswer, WireFailure } from '#main/api/transport/transport.ts';
import { strangersLimits } from '#shared/json/json.ts';

// The outcome of a token request: signed in, signed out, or neither; and the possibility that the old token is used up.

const arrived = (status: number, body: string | Uint8Array) => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const answer: WireAnswer = { kind: 'answer', status, headers: [], body: bytes, afterMs: 1 };
  return judgeTokens({ kind: 'arrived', answer, url: 'https://service.test/oauth/token', hops: 0, after303: false, signIn: true });
};
const lost = (cause: WireFailure['cause'], bytesWritten: boolean, hops = 0) =>
  judgeTokens({ kind: 'lost', failure: { kind: 'failure', cause, bytesWritten, status: 200, detail: 'd', afterMs: 1 }, hops });

type Case = [status: number, body: string, message: TokenAnswer];
const answers: Case[] = [
  [200, '{"access_token":"a","refresh_token":"r"}', { kind: 'tokens', tokens: { accessToken: 'a', refreshToken: 'r', expiresIn: null } }],
  [299, '{"access_token":"a"}', { kind: 'tokens', tokens: { accessToken: 'a', refreshToken: null, expiresIn: null } }],
  [200, '{"refresh_token":"r"}', { kind: 'trouble', cause: 'unreadable', spent: true }],
  [200, '<html>', { kind: 'trouble', cause: 'unreadable', spent: true }],
  [200, '["a"]', { kind: 'trouble', cause: 'unreadable', spent: true }],
  [199, '{"access_token":"a"}', { kind: 'trouble', cause: 'status 199', spent: false }],
  [300, '{"access_token":"a"}', { kind: 'trouble', cause: 'status 300', spent: false }],
  [399, '{"error":"invalid_grant"}', { kind: 'trouble', cause: 'status 399', spent: false, said: 'invalid_grant' }],
  [400, '{"error":"invalid_grant"}', { kind: 'denied', code: 'invalid_grant' }],
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'].flatMap(
    (code) => [400, 401].map((status): Case => [status, `{"error":"${code}"}`, { kind: 'denied', code }]),
  ),
  ...[402, 403, 404, 405, 407, 418, 451, 499].map((status): Case => [
    ...([status, '{"error":"invalid_grant"}'] as const),
    { kind: 'trouble', cause: `status ${status}`, spent: false, said: 'invalid_grant' },
  ]),
  [403, '{"message":"blocked by policy"}', { kind: 'trouble', cause: 'status 403', spent: false }],
  [401, '{"type":"UNAUTHORIZED"}', { kind: 'trouble', cause: 'status 401', spent: false }],
  [400, '{"type":"invalid_grant"}', { kind: 'trouble', cause: 'status 400', spent: false }],
  [400, '{"error":"slow_down"}', { kind: 'trouble', cause: 'status 400', spent: false, said: 'slow_down' }],
  [400, '{"error":"Invalid_Grant"}', { kind: 'trouble', cause: 'status 400', spent: false, said: 'Invalid_Grant' }],
  [400, '{"error":["invalid_grant"]}', { kind: 'trouble', cause: 'status 400', spent: false }],
  [400, `{"error":"${'x'.repeat(41)}"}`, { kind: 'trouble', cause: 'status 400', spent: false }],
  [400, `{"error":"${'x'.repeat(40)}"}`, { kind: 'trouble', cause: 'status 400', spent: false, said: 'x'.repeat(40) }],
  [400, '{"error":"a=b"}', { kind: 'trouble', cause: 'status 400', spent: false }],
  [200, '{"error":"invalid_grant"}', { kind: 'trouble', cause: 'unreadable', spent: true, said: 'invalid_grant' }],
  [400, '<html>', { kind: 'trouble', cause: 'status 400', spent: false }],
  [408, '{"error":"invalid_grant"}', { kind: 'trouble', cause: 'status 408', spent: true, said: 'invalid_grant' }],
  [429, '{"error":"slow_down"}', { kind: 'trouble', cause: 'status 429', spent: false, said: 'slow_down' }],
  [500, '{"error":"invalid_grant"}', { kind: 'trouble', cause: 'status 500', spent: true, said: 'invalid_grant' }],
];

test.each(answers)('an answer of %i with %s', (status, body, message) => {
  expect(arrived(status, body)).toEqual(message);
});

test('an answer that is no text, or without an end, is no word of the service', () => {
  const unreadable = { kind: 'trouble', cause: 'unreadable', spent: true };
  expect(arrived(200, Uint8Array.from([0x7b, 0xff, 0x7d]))).toEqual(unreadable);
  const text = '{"access_token":"a"}';
  expect(arrived(200, text.padEnd(strangersLimits.maxLength))).toMatchObject({ kind: 'tokens' });
  expect(arrived(200, text.padEnd(strangersLimits.maxLength + 1))).toEqual(unreadable);
  // bytes count, before any of them is read as a letter
  const letters = `{"access_token":"a","told":"${'é'.repeat(strangersLimits.maxLength / 2)}"}`;
  expect(letters.length).toBeLessThan(strangersLimits.maxLength);
  expect(arrived(200, letters)).toEqual(unreadable);
});

test.each([
  ['refused', false, 0, { cause: 'refused', spent: false }],
  ['refused', false, 1, { cause: 'closed', spent: true }],
  ['timeout', true, 0, { cause: 'timeout', spent: true }],
  ['malformed', true, 0, { cause: 'unreadable', spent: true }],
  ['cancelled', false, 0, { cause: 'cancelled', spent: false }],
  ['cancelled', true, 0, { cause: 'cancelled', spent: true }],
  ['cancelled', false, 1, { cause: 'cancelled', spent: true }],
] as const)('a request that ends with %s, written %s, after %i redirects', (cause, written, hops, message) => {
  expect(lost(cause, written, hops)).toEqual({ kind: 'trouble', ...message });
});

test('a redirect that was not followed used nothing up', () => {
  const answer: WireAnswer = { kind: 'answer', status: 302, headers: [], body: new Uint8Array(), afterMs: 1 };
  const end = judgeTokens({ kind: 'stopped', status: 302, to: '', host: '', why: 'untrusted', hops: 0, answer });
  expect(end).toEqual({ kind: 'trouble', cause: 'redirected untrusted', spent: false });
});
