import { expect, test } from 'vitest';
import type { ClientAccount } from '#main/api/client-account.ts';
import { failureOfWire, judgeJson, judgeQuestion } from '#main/api/judge.ts';
import { createProbe, portalLike } from '#main/api/probe.ts';
import { failed, succeeded, type ApiResult, type Failure } from '#main/api/result.ts';
import type { JsonBody } from '#main/api/judge.ts';
import type { WireAnswer, WireFailure } from '#main/api/transport/transport.ts';
import { labAccount } from '#test/api/client-account.ts';
import { fakeWorld } from '#test/world.ts';

/** "Does the service itself answer?": what proves it, what proves nothing, and what is a network that asks for its own sign-in. */

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

function answer(status: number, headers: Record<string, string>, text: string): WireAnswer {
  return { kind: 'answer', status, headers: Object.entries(headers), body: new TextEncoder().encode(text), afterMs: 1 };
}
const shaped = (type: string) => JSON.stringify({ name: 'N', type, errors: [] });
const known = '00000000-0000-4000-8000-000000000001';
const itsRecord = succeeded<JsonBody>({ text: '', value: { id: known } });
const itsNo = failed({ kind: 'refused', status: 404, error: { type: 'NOT_FOUND', errors: [] } as never, retryAfterMs: null });

/** A probe whose question is answered by these, one after the other and then by the last, and whose read comes to that. */
function probing(
  answers: (WireAnswer | WireFailure)[],
  read: ApiResult<JsonBody> = itsRecord,
  { takesMs = 0, readTakesMs = 0, ...more }: Partial<ClientAccount> & { takesMs?: number; readTakesMs?: number } = {},
) {
  let asked = 0;
  const world = fakeWorld();
  const read_ = { times: 0 };
  const next = () => answers[Math.min(asked++, answers.length - 1)] ?? answer(500, {}, '');
  const probe = createProbe({
    world,
    transport: { exchange: async () => (await world.advance(takesMs), next()), close: async () => undefined },
    account: labAccount('https://service.test', { knownExpense: () => known, ...more }),
    read: async () => {
      read_.times += 1;
      await world.advance(readTakesMs);
      return read;
    },
  });
  const verdict = async () => {
    const result = await probe();
    return result.ok ? 'proof' : result.failure.kind;
  };
  return { verdict, reads: () => read_.times };
}

test.each([
  ['a no in its words', answer(401, json, shaped('UNAUTHORIZED')), 'proof', 0],
  ['a no in its words, of a type that nobody knows', answer(418, json, shaped('TEAPOT')), 'proof', 0],
  ['a limit in its words', answer(429, json, shaped('BUSY')), 'rateLimited', 0],
  ['a limit in other words', answer(429, html, 'busy'), 'serviceTrouble', 0],
  ['trouble in its words', answer(500, json, shaped('CONFLICT')), 'serviceTrouble', 0],
  ['a page with a success', answer(200, html, '<html>'), 'captivePortal', 0],
  ['nothing with a success', answer(204, {}, ''), 'captivePortal', 0],
  ['a sign-in that a network asks for', answer(511, json, shaped('UNAUTHORIZED')), 'captivePortal', 0],
  ['a way to a stranger', answer(302, { location: 'https://portal.test/' }, ''), 'captivePortal', 0],
  ['a way within the service', answer(302, { location: '/v2/x' }, ''), 'proof', 1],
  ['a way to nowhere', answer(302, {}, ''), 'proof', 1],
  ['a page with a no', answer(404, html, '<html>'), 'proof', 1],
  ['a no that names a stranger', answer(401, { location: 'https://portal.test/' }, ''), 'proof', 1],
  ['another no that names a stranger', answer(400, { location: 'https://portal.test/' }, ''), 'proof', 1],
  ['other JSON with a success', answer(200, json, '{"status":"ok"}'), 'proof', 1],
  ['something that is no success and no page', answer(300, {}, ''), 'proof', 1],
] as const)('%s', async (_what, said, comes, reads) => {
  const probe = probing([said]);
  expect(await probe.verdict()).toBe(comes);
  expect(probe.reads()).toBe(reads);
});

test.each(['yes', 'no', 'ask'] as const)('a redirect to a host with the user’s answer %s', async (trust) => {
  const { verdict } = probing([answer(302, { location: 'https://known.test/' }, '')], itsRecord, { trusts: () => trust as never });
  expect(await verdict()).toBe(trust === 'yes' ? 'proof' : 'captivePortal');
});

const strange = answer(404, json, '{"message":"no"}');

test.each([
  ['the record that was asked for', itsRecord, 'proof'],
  ['a no in its words', itsNo, 'proof'],
  ['another record', succeeded<JsonBody>({ text: '', value: { id: '00000000-0000-4000-8000-000000000002' } }), 'unreadable'],
  ['a no in nobody’s words', failed({ kind: 'refused', status: 404, error: null, retryAfterMs: null }), 'unreadable'],
  ['trouble', failed({ kind: 'serviceTrouble', status: 500, retryAfterMs: null }), 'serviceTrouble'],
])('words that nobody knows, and a read under the sign-in that is answered with %s', async (_what, read, comes) => {
  expect(await probing([strange], read).verdict()).toBe(comes);
});

test('words that nobody knows prove nothing where the read under the sign-in takes half a minute, as while a sign-in is renewed in an outage', async () => {
  expect(await probing([strange], itsRecord, { readTakesMs: 15_000 }).verdict()).toBe('proof');
  expect(await probing([strange], itsRecord, { readTakesMs: 30_000 }).verdict()).toBe('unreadable');
});

test('recognises a healthy answer the next time, byte for byte with its status and kind; never a page', async () => {
  const once = probing([strange]);
  expect([await once.verdict(), await once.verdict()]).toEqual(['proof', 'proof']);
  expect(once.reads()).toBe(1);
  for (const other of [
    answer(403, json, '{"message":"no"}'),
    answer(404, { 'content-type': 'text/plain' }, '{"message":"no"}'),
    answer(404, json, '{}'),
  ]) {
    // Asked, asked again after the read, and then something else.
    const changed = probing([strange, strange, other]);
    expect([await changed.verdict(), await changed.verdict()]).toEqual(['proof', 'proof']);
    expect(changed.reads(), JSON.stringify(other.headers)).toBe(2);
  }
  const page = probing([answer(404, html, '<html>')]);
  expect([await page.verdict(), await page.verdict()]).toEqual(['proof', 'proof']);
  expect(page.reads()).toBe(2);
});

test('does not learn words that repeat after a while: an outage may have come back', async () => {
  const slow = probing([strange], itsRecord, { takesMs: 10_000 });
  expect([await slow.verdict(), await slow.verdict()]).toEqual(['proof', 'proof']);
  expect(slow.reads()).toBe(2);
});

test.each<[Failure, boolean]>([
  [{ kind: 'redirected', status: 302, why: 'untrusted', host: 'x', to: 'x' }, true],
  [{ kind: 'redirected', status: 302, why: 'plainHttp', to: 'x' } as Failure, true],
  [{ kind: 'redirected', status: 302, why: 'tooMany', to: 'x' } as unknown as Failure, false],
  [{ kind: 'unreadable', status: 399, detail: '' }, true],
  [{ kind: 'unreadable', status: 400, detail: '' }, false],
  [{ kind: 'serviceTrouble', status: 511, retryAfterMs: null }, true],
  [{ kind: 'serviceTrouble', status: 500, retryAfterMs: null }, false],
  [{ kind: 'otherCompany', status: 511 }, false],
])('a read that ends with %o is what a portal would cause as well: %s', (failure, isLike) => {
  expect(portalLike(failure)).toBe(isLike);
});

test.each<[WireFailure['cause'], object]>([
  ['tooLarge', { kind: 'tooLarge', status: 200 }],
  ['truncated', { kind: 'unreadable', status: 200, detail: 'truncated d' }],
  ['malformed', { kind: 'unreadable', status: 200, detail: 'malformed d' }],
  ['timeout', { kind: 'noAnswer', cause: 'timeout', afterMs: 7 }],
  ['reset', { kind: 'noAnswer', cause: 'reset', afterMs: 7 }],
  ['closed', { kind: 'noAnswer', cause: 'closed', afterMs: 7 }],
  ['cancelled', { kind: 'cancelled', bytesWritten: true }],
])('a request that left and ends with %s', (cause, comes) => {
  expect(failureOfWire({ kind: 'failure', cause, bytesWritten: true, status: 200, detail: 'd', afterMs: 7 }, false)).toEqual(comes);
});

test('a request without a byte on the way was not sent, unless an earlier step of it was answered', () => {
  const unsent = { kind: 'failure', cause: 'reset', bytesWritten: false, status: null, detail: 'd', afterMs: 7 } as const;
  expect(failureOfWire(unsent, false)).toEqual({ kind: 'notSent', cause: 'reset', detail: 'd' });
  expect(failureOfWire(unsent, true)).toEqual({ kind: 'noAnswer', cause: 'reset', afterMs: 7 });
});

test('a no to the sign-in is no word that it was refreshed', () => {
  expect(judgeJson(answer(401, json, shaped('UNAUTHORIZED')), 0)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
  expect(judgeJson(answer(401, json, '{}'), 0)).toMatchObject({ failure: { kind: 'unauthorized', refreshed: false } });
  expect(judgeQuestion(answer(401, json, shaped('UNAUTHORIZED')), 0)).toBe(null);
});

test.each([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json;charset=utf-"8', 'charset'],
  ['application/json;charset="utf-16', 'charset'],
])('a success of the kind %s is unreadable, as %s', (type, detail) => {
  expect(judgeJson(answer(200, { 'content-type': type }, '{"id":"x"}'), 0)).toEqual(failed({ kind: 'unreadable', status: 200, detail }));
});

test.each(['application/json ; charset=utf-8', ' application/json;charset=utf8', 'application/json; charset="UTF-8"'])(
  '%s is JSON',
  (type) => {
    expect(judgeJson(answer(200, { 'content-type': type }, '{"id":"x"}'), 0)).toMatchObject({ ok: true });
  },
);

test('an answer before the last one is no success, and what it calls its kind is kept only in part', () => {
  expect(judgeJson(answer(199, json, '{"id":"x"}'), 0)).toMatchObject({ failure: { kind: 'unreadable', status: 199 } });
  const long = judgeJson(answer(200, { 'content-type': 'x'.repeat(5_000) }, '{"id":"x"}'), 0);
  expect(!long.ok && long.failure.kind === 'unreadable' ? long.failure.detail.length : 0).toBe('mediaType '.length + 100);
});

test('connections are made ready beside the question, and closed where it proved nothing', async () => {
  for (const [said, connections, told] of [
    [answer(401, json, shaped('UNAUTHORIZED')), 3, [3]],
    [answer(500, json, shaped('CONFLICT')), 3, [3, 0]],
    [answer(500, json, shaped('CONFLICT')), 0, []],
  ] as const) {
    const made: number[] = [];
    const probe = createProbe({
      world: fakeWorld(),
      transport: { exchange: async () => said, makeReady: (_url, count) => void made.push(count), close: async () => undefined },
      account: labAccount('https://service.test'),
      read: async () => itsRecord,
    });
    await probe(undefined, connections);
    expect(made).toEqual(told);
  }
});
