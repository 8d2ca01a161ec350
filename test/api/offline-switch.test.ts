import { expect, test } from 'vitest';
import { withOfflineSwitch } from '#main/api/offline-switch.ts';
import type { PriorityClass, Transport, WireAnswer, WireRequest } from '#main/api/transport/transport.ts';

// "Work offline": nothing is sent, whoever asks; what is under way is a write's to end, and a read's to give up.

const priorities = ['write', 'payment', 'read', 'document'] as const;
const request = (priority: PriorityClass): WireRequest => ({
  ...{ method: 'GET', url: 'https://service.test/', headers: [], body: null, priority },
  ...{ connectTimeoutMs: 1, totalTimeoutMs: 1 },
});
const done: WireAnswer = { kind: 'answer', status: 200, headers: [], body: new Uint8Array(), afterMs: 1 };

/** A line that answers when told, behind the switch; `told` is what else it heard. */
function line() {
  const under: { priority: PriorityClass; signal: AbortSignal | undefined; answer: () => void }[] = [];
  const told: unknown[] = [];
  const transport: Transport = {
    exchange: ({ priority }, signal) => new Promise((resolve) => under.push({ priority, signal, answer: () => resolve(done) })),
    makeReady: (...given) => void told.push(given),
    renew: () => void told.push('renew'),
    giveUp: (which) => void told.push(which),
    close: async () => void told.push('close'),
  };
  return { under, told, switched: withOfflineSwitch(transport) };
}

test('off, nothing is sent or prepared; on again, everything is', async () => {
  const { under, told, switched } = line();
  switched.switchOff(true);
  expect(switched.isOff?.()).toBe(true);
  told.length = 0;
  switched.makeReady?.('https://service.test/', 2);
  for (const priority of priorities) {
    expect(await switched.exchange(request(priority))).toMatchObject({ kind: 'failure', cause: 'workingOffline', bytesWritten: false });
  }
  expect([under, told]).toEqual([[], []]);
  switched.switchOff(false);
  expect(switched.isOff?.()).toBe(false);
  switched.makeReady?.('https://service.test/', 2);
  void switched.exchange(request('write'));
  expect(under).toHaveLength(1);
  expect(told).toEqual([['https://service.test/', 2]]);
});

test('switched off, reads and documents under way are given up, writes and payments come to their end', () => {
  const { under, told, switched } = line();
  const caller = new AbortController();
  for (const priority of priorities) void switched.exchange(request(priority), caller.signal);
  void switched.exchange(request('read'));
  switched.switchOff(true);
  expect(under.map(({ priority, signal }) => [priority, signal?.aborted === true])).toEqual([
    ['write', false],
    ['payment', false],
    ['read', true],
    ['document', true],
    ['read', true],
  ]);
  expect(told).toEqual([['read', 'document'], 'renew']);
});

test('the caller still calls off what he asked for', () => {
  const { under, switched } = line();
  const caller = new AbortController();
  for (const priority of priorities) void switched.exchange(request(priority), caller.signal);
  caller.abort();
  expect(under.every(({ signal }) => signal?.aborted)).toBe(true);
});

test('an answered request is not cancelled afterwards', async () => {
  const { under, switched } = line();
  const reading = switched.exchange(request('read'));
  under[0]?.answer();
  expect(await reading).toBe(done);
  switched.switchOff(true);
  expect(under[0]?.signal?.aborted).toBe(false);
});

test('leaving idle connections, and the end, are passed on', async () => {
  const { told, switched } = line();
  switched.renew?.();
  await switched.close();
  expect(told).toEqual(['renew', 'close']);
});
