import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { priorityLimits } from '#main/api/transport/limits.ts';
import type { WireRequest } from '#main/api/transport/transport.ts';
import { undiciExchange } from '#main/api/transport/undici-exchange.ts';
import { fakeWorld } from '#test/world.ts';

// One exchange, whatever the dispatcher tells of it and in whichever order: above all, whether a byte left.

const wire = (more: Partial<WireRequest> = {}): WireRequest => ({
  ...{ method: 'POST', url: 'https://service.test/v1/x?a=b', headers: [['Accept', 'application/json']], body: null, priority: 'read' },
  ...{ connectTimeoutMs: 1_000, totalTimeoutMs: 30_000, ...more },
});

/** An exchange under way, told of by hand. `aborted` is what the connection was ended with. */
function underWay(more: Partial<WireRequest> = {}, signal?: AbortSignal, refuse?: Error) {
  const world = fakeWorld();
  const slept: AbortSignal[] = [];
  const sleep = world.sleep;
  const monotonic = world.monotonic;
  world.monotonic = () => 500 + monotonic();
  world.sleep = (ms, until) => (until && slept.push(until), sleep(ms, until));
  const asked: Dispatcher.DispatchOptions[] = [];
  const aborted: string[] = [];
  const controller = { abort: (why: Error) => void aborted.push(why.message) } as Dispatcher.DispatchController;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch: Dispatcher['dispatch'] = (options, given) => {
    if (refuse) throw refuse;
    asked.push(options);
    handler = given;
    return true;
  };
  const outcome = undiciExchange(world, { dispatch } as Dispatcher, wire(more), signal);
  return {
    ...{ world, slept, asked, aborted, outcome },
    starts: () => handler.onRequestStart?.(controller, null),
    answers: (status: number, headers: Record<string, string | string[]> = {}) => handler.onResponseStart?.(controller, status, headers),
    brings: (bytes: Uint8Array | string) => handler.onResponseData?.(controller, Buffer.from(bytes)),
    ends: () => handler.onResponseEnd?.(controller, {}),
    fails: (error: Error) => handler.onResponseError?.(controller, error),
  };
}
const coded = (code: string) => Object.assign(new Error(code), { code });
const bodyOf = (answer: Awaited<ReturnType<typeof undiciExchange>>) =>
  answer.kind === 'answer' ? Buffer.from(answer.body).toString() : answer.cause;

test('a request is sent as written; only a payment’s connection is closed after it', async () => {
  const body = new TextEncoder().encode('{"a":1}');
  const { asked, outcome, starts, answers, ends } = underWay({
    method: 'PATCH',
    body,
    headers: [
      ['A', 'b'],
      ['A', 'c'],
    ],
  });
  expect(asked).toEqual([
    {
      ...{ origin: 'https://service.test', path: '/v1/x?a=b', method: 'PATCH', headers: ['A', 'b', 'A', 'c'], body: Buffer.from(body) },
      ...{ reset: false, idempotent: false },
    },
  ]);
  expect(underWay({ priority: 'payment' }).asked).toMatchObject([{ reset: true, body: null }]);
  starts();
  answers(204);
  ends();
  expect(await outcome).toMatchObject({ kind: 'answer', status: 204 });
});

test('an answer comes as it was told: its last status, every header, every byte', async () => {
  const { world, outcome, starts, answers, brings, ends } = underWay();
  starts();
  answers(103, { link: 'x' });
  answers(200, { 'Set-Cookie': ['a', 'b'], ETag: '"7"' });
  const pieces = Array.from({ length: 300 }, (_, n) => `${n}`.padStart(n % 17, '.'));
  for (const piece of pieces) brings(piece);
  await world.advance(1_234);
  ends();
  const answer = await outcome;
  expect(answer).toMatchObject({
    ...{ kind: 'answer', status: 200, afterMs: 1_234 },
    headers: [
      ['set-cookie', 'a'],
      ['set-cookie', 'b'],
      ['etag', '"7"'],
    ],
  });
  expect(bodyOf(answer)).toBe(pieces.join(''));
});

test('reads a class’s limit to the last byte, and not one more, announced or sent', async () => {
  const most = priorityLimits.read.wireBytes;
  const whole = underWay();
  whole.starts();
  whole.answers(200, { date: String(2 * most), 'content-length': String(most) });
  whole.brings(Buffer.alloc(most));
  whole.ends();
  expect(await whole.outcome).toMatchObject({ kind: 'answer' });
  const announced = underWay();
  announced.starts();
  announced.answers(200, { 'content-length': String(most + 1) });
  expect(await announced.outcome).toMatchObject({ cause: 'tooLarge', detail: 'announced', bytesWritten: true, status: 200 });
  expect(announced.aborted).toEqual(['tooLarge']);
  const sent = underWay();
  sent.starts();
  sent.answers(200);
  sent.brings(Buffer.alloc(most));
  sent.brings('x');
  expect(await sent.outcome).toMatchObject({ cause: 'tooLarge', detail: 'received', bytesWritten: true, status: 200 });
});

test('decompresses content; undecodable content counts as sent', async () => {
  const packed = underWay();
  packed.starts();
  packed.answers(200, { 'content-encoding': 'gzip' });
  packed.brings(gzipSync('{}'));
  packed.ends();
  expect(bodyOf(await packed.outcome)).toBe('{}');
  const broken = underWay();
  broken.starts();
  broken.answers(201, { 'content-encoding': 'gzip' });
  broken.brings('{}');
  broken.ends();
  const failure = { kind: 'failure', cause: 'malformed', bytesWritten: true, status: 201, detail: 'content-encoding' };
  expect(await broken.outcome).toMatchObject(failure);
});

test.each([
  ['before it began', [], { cause: 'reset', bytesWritten: false, status: null }],
  ['after it began', ['starts'], { cause: 'reset', bytesWritten: true, status: null }],
  ['after a word that comes before the answer', ['starts', 'hints'], { cause: 'reset', bytesWritten: true, status: null }],
  ['in its answer', ['starts', 'answers'], { cause: 'truncated', bytesWritten: true, status: 200 }],
] as const)('a connection that breaks %s', async (_when, steps, comes) => {
  const exchange = underWay();
  if (steps.includes('starts' as never)) exchange.starts();
  if (steps.includes('hints' as never)) exchange.answers(103, { link: 'x' });
  if (steps.includes('answers' as never)) exchange.answers(200);
  exchange.fails(coded('ECONNRESET'));
  expect(await exchange.outcome).toMatchObject({ kind: 'failure', detail: 'ECONNRESET', ...comes });
});

test('an address that the dispatcher refuses was asked nothing', async () => {
  const { outcome } = underWay({}, undefined, coded('UND_ERR_INVALID_ARG'));
  expect(await outcome).toMatchObject({ cause: 'badAddress', detail: 'UND_ERR_INVALID_ARG', bytesWritten: false });
});

test('given up while it waits for a connection, it never begins', async () => {
  const { world, outcome, starts, aborted } = underWay();
  await world.advance(29_999);
  expect(aborted).toEqual([]);
  await world.advance(1);
  expect(await outcome).toMatchObject({ cause: 'timeout', detail: 'total', bytesWritten: false, afterMs: 30_000 });
  starts();
  expect(aborted).toEqual(['ended']);
});

test('given up under way, its connection ends once, and what comes then changes nothing', async () => {
  const { world, outcome, aborted, starts, answers, brings, ends, fails } = underWay();
  starts();
  answers(200);
  await world.advance(30_000);
  brings('late');
  ends();
  fails(coded('UND_ERR_ABORTED'));
  expect(await outcome).toMatchObject({ cause: 'timeout', bytesWritten: true, status: 200 });
  expect(aborted).toEqual(['timeout']);
});

test('called off before, nothing is asked; called off under way, it may have arrived', async () => {
  const before = underWay({}, AbortSignal.abort());
  expect(await before.outcome).toMatchObject({ cause: 'cancelled', detail: 'aborted', bytesWritten: false });
  expect(before.asked).toEqual([]);
  const caller = new AbortController();
  const under = underWay({}, caller.signal);
  under.starts();
  caller.abort();
  expect(await under.outcome).toMatchObject({ cause: 'cancelled', detail: 'aborted', bytesWritten: true });
  expect(under.aborted).toEqual(['cancelled']);
});

test('called off while its answer is unpacked, the connection is left to whoever uses it next', async () => {
  const caller = new AbortController();
  const { aborted, outcome, starts, answers, brings, ends } = underWay({}, caller.signal);
  starts();
  answers(200, { 'content-encoding': 'gzip' });
  brings(gzipSync('{}'));
  ends();
  await Promise.resolve();
  caller.abort();
  expect(bodyOf(await outcome)).toBe('{}');
  expect(aborted).toEqual([]);
});

test('a finished exchange keeps no timer or listener, and does not touch its connection', async () => {
  const caller = new AbortController();
  const { slept, aborted, outcome, starts, answers, ends } = underWay({}, caller.signal);
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
  starts();
  answers(200);
  ends();
  await outcome;
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  expect(slept.map(({ reason }) => reason as string)).toEqual(['ended']);
  caller.abort();
  expect(aborted).toEqual([]);
});

test.each([
  ['in time', 1_000, 0, 200],
  ['too late by the monotonic clock', 1_001, -1_001, 'tooLate'],
  ['too late by the wall clock, as after a sleep', 10, 991, 'tooLate'],
  ['by a wall clock that was turned back', 10, -1_011, 'tooLate'],
])('sent within a second: %s', async (_when, ms, wall, comes) => {
  const world = fakeWorld();
  const { outcome, starts, answers, ends, aborted, world: clock } = underWay({ leaves: { at: world.now(), withinMs: 1_000 } });
  await clock.advance(ms);
  clock.turnWallClock(wall);
  starts();
  if (comes === 200) answers(200);
  if (comes === 200) ends();
  expect(await outcome).toMatchObject(comes === 200 ? { status: 200 } : { cause: comes, bytesWritten: false });
  expect(aborted).toEqual(comes === 200 ? [] : ['ended']);
});
