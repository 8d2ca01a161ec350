import { afterAll, expect, test } from 'vitest';
import { judgeJson } from '#main/api/judge.ts';
import { undiciExchange } from '#main/api/transport/undici-exchange.ts';
import type { WireAnswer, WireRequest } from '#main/api/transport/transport.ts';
import { parseJson, strangersLimits } from '#shared/json/json.ts';
import type { Dispatcher } from 'undici';
import { realWorld } from '#test/world.ts';

// P29: what a hostile service answers costs what it carries, and no more.

const read: WireRequest = {
  method: 'GET',
  url: 'https://hostile.test/v1/expenses/1',
  headers: [],
  body: null,
  priority: 'read',
  connectTimeoutMs: 1_000,
  totalTimeoutMs: 60_000,
};
const never = new AbortController();
afterAll(() => never.abort());

/** A dispatcher whose answer comes in the given pieces, as undici hands them over. */
function piecemeal(pieces: number, bytes: number): Dispatcher {
  const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
  const dispatch = (_options: unknown, handler: Dispatcher.DispatchHandler): boolean => {
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, { 'content-type': 'application/json' }, 'OK');
    // As the parser does: every piece is a view of what one read of the socket brought.
    const read = Buffer.alloc(bytes, 'x');
    for (let piece = 0; piece < pieces; piece++) handler.onResponseData?.(controller, read.subarray(0, bytes));
    handler.onResponseEnd?.(controller, {});
    return true;
  };
  return { dispatch } as unknown as Dispatcher;
}

test('an answer in chunks of one byte holds no object a byte', async () => {
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const dispatcher = piecemeal(2_000_000, 1);
  const watched = {
    dispatch: (options: unknown, handler: Dispatcher.DispatchHandler) => {
      const end = handler.onResponseEnd?.bind(handler);
      // Just before the end: everything that was received is held.
      handler.onResponseEnd = (controller, trailers) => {
        most = process.memoryUsage().heapUsed - before;
        end?.(controller, trailers);
      };
      return dispatcher.dispatch(options as Dispatcher.DispatchOptions, handler);
    },
  } as unknown as Dispatcher;
  const answer = await undiciExchange(realWorld(), watched, read, never.signal);
  expect(answer).toMatchObject({ kind: 'answer', status: 200 });
  expect((answer as WireAnswer).body.byteLength).toBe(2_000_000);
  // A Buffer a byte is 200 MB and more here; what is collected meanwhile is anybody's guess below that.
  expect(most).toBeLessThan(100_000_000);
});

test('an answer over the limit ends at the limit, in whatever pieces it comes', async () => {
  expect(await undiciExchange(realWorld(), piecemeal(11, 1_000_000), read, never.signal)).toMatchObject({
    kind: 'failure',
    cause: 'tooLarge',
  });
});

const success = (text: string): WireAnswer => ({
  kind: 'answer',
  status: 200,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(text),
  afterMs: 1,
});

test.each([
  ['a number of 60,000 figures', `{"id":1${'0'.repeat(60_000)}1}`, 'json malformed'],
  ['more values than any record', `{"id":[${'1,'.repeat(strangersLimits.maxValues)}1]}`, 'json tooMany'],
  ['more text than any record', `{"id":"${'x'.repeat(strangersLimits.maxLength)}"}`, 'json tooLong'],
])('%s is not believed, and nothing is made of it', (_name, text, detail) => {
  expect(judgeJson(success(text), 0)).toMatchObject({ ok: false, failure: { kind: 'unreadable', detail } });
});

test('limits are checked before parsing: nothing after the limit is reached', () => {
  // Malformed from its middle on: a reader that went on would say so.
  const full = `[${'1,'.repeat(strangersLimits.maxValues)}`;
  expect(parseJson(`${full}}{`, strangersLimits)).toMatchObject({ problem: { kind: 'tooMany' } });
});
