import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { WireAnswer, WireFailure } from '#main/api/transport/transport.ts';
import { allEdits } from '#main/outbox/outbox.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';
import { onTheWire } from '#test/laws/domain-server.ts';

/** The number of parallel requests, their companions, and the engine's wake-ups. */

const startWidth = 6;

/** Card transactions cannot be read before a write: each is one request. */
function queue(desk: Desk, many: number): void {
  const model = desk.company.store.get('cardTransaction', desk.company.cardTransactions[0] ?? '');
  if (!model) throw new Error('no card transaction');
  for (let n = 0; n < many; n++) {
    const id = `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    desk.company.store.put('cardTransaction', id, { ...model, id, description: 'As it was' });
    desk.know('cardTransaction', id);
    desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: id, body: { description: `Trip ${n}` } });
  }
}

function date(desk: Desk, n = 0): string {
  const recordId = desk.company.expenses[n] ?? '';
  desk.know('expense', recordId);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
}

function comment(desk: Desk, n = 0): string {
  const recordId = desk.company.expenses[n] ?? '';
  return desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
}

const isSigned = (headers: [string, string][]) => headers.some(([name]) => name === 'Authorization');
const questions = (desk: Desk) => desk.requests.filter(({ headers }) => !isSigned(headers)).length;

/** Each write takes a while, of six one as long as the next six; how many were under way at once, from each answer to the next. */
function watched(desk: Desk, reply: (nth: number) => WireAnswer | WireFailure | null = () => null) {
  const seen = { underWay: 0, answered: 0, begun: 0, mostAt: [0] };
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    seen.underWay += 1;
    seen.mostAt[seen.answered] = Math.max(seen.mostAt[seen.answered] ?? 0, seen.underWay);
    seen.begun += 1;
    return desk.world.sleep(30 + 10 * (seen.begun % startWidth)).then(() => {
      seen.underWay -= 1;
      seen.answered += 1;
      return reply(seen.answered) ?? onTheWire(server.carryOut(request), 50);
    });
  });
  return { seen, most: (from: number, to: number) => Math.max(...Array.from(seen.mostAt.slice(from, to), (many) => many ?? 0)) };
}

test('six are sent together at first and no more, as many again are preclaimed; quick answers raise it', async () => {
  const desk = createDesk();
  queue(desk, 60);
  const { seen, most } = watched(desk);
  let claimed = 0;
  await desk.engine.start();
  while (seen.answered < startWidth - 1) {
    await desk.run(1);
    claimed = Math.max(claimed, allEdits(desk.store).filter(({ state }) => state === 'sending').length);
    // Until the first answer nobody knows whether the service is quick.
    if (seen.answered === 0) expect(claimed).toBeLessThanOrEqual(startWidth);
  }
  expect(claimed).toBe(2 * startWidth);
  await desk.run(60_000);
  expect(most(0, startWidth)).toBe(startWidth);
  expect(most(0, 60)).toBeGreaterThan(startWidth);
  expect(allEdits(desk.store).every(({ state }) => state === 'applied')).toBe(true);
});

test('an overloaded service halves the concurrency after the pause', async () => {
  const desk = createDesk();
  queue(desk, 30);
  const { most } = watched(desk, (nth) => (nth <= startWidth ? inItsShape(429, 'TOO_MANY_REQUESTS', { 'retry-after': '5' }) : null));
  await desk.begin(60_000);
  expect(most(startWidth, startWidth + 2)).toBe(startWidth / 2);
});

test('a failure before the first byte keeps the concurrency', async () => {
  const desk = createDesk();
  queue(desk, 30);
  const { most } = watched(desk, (nth) => (nth <= startWidth ? failure('refused', false) : null));
  await desk.begin(60_000);
  expect(most(startWidth, 2 * startWidth)).toBe(startWidth);
});

test('a creating edit is sent beside a slow request, with its own proof', async () => {
  const desk = createDesk({ maxConcurrency: 1 });
  date(desk);
  desk.weather((request) => (request.method === 'PATCH' ? new Promise<never>(() => undefined) : null));
  await desk.begin(90_000);
  const id = comment(desk, 1);
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a slow creating edit does not lower the concurrency', async () => {
  const desk = createDesk({ maxConcurrency: 1 });
  comment(desk, 1);
  desk.weather((request) => (request.method === 'POST' ? new Promise<never>(() => undefined) : null));
  await desk.begin(5_000);
  const id = date(desk);
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a payment waits for what was approved with it and is claimed, though that has not left yet', async () => {
  const desk = createDesk({ maxConcurrency: 1 });
  queue(desk, 2);
  desk.know('invoiceReceivable', desk.company.invoices[0] ?? '');
  const [recordId = ''] = desk.company.vendors;
  desk.know('vendor', recordId);
  const vendor = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { email: 'new@vendor.test' } });
  desk.approve(vendor, desk.pay());
  const slow = desk.edit(allEdits(desk.store)[1]?.id ?? '').recordId;
  desk.weather((request, server) =>
    request.method === 'PATCH' && request.url.includes(slow)
      ? desk.world.sleep(10_000).then(() => onTheWire(server.carryOut(request), 50))
      : null,
  );
  await desk.begin(5_000);
  expect([desk.edit(vendor).state, desk.requests.some(({ method }) => method === 'PUT')]).toEqual(['sending', false]);
  // Recording wakes the engine.
  date(desk);
  await desk.run(60_000);
  expect(desk.requests.map(({ method }) => method).filter((method) => ['PUT', 'POST'].includes(method))).toEqual(['PUT', 'POST']);
});

test('while a request is under way nobody asks whether the service is there', async () => {
  const desk = createDesk();
  date(desk);
  desk.weather((request) => (request.method === 'PATCH' ? new Promise<never>(() => undefined) : null));
  await desk.begin(5_000);
  const before = questions(desk);
  const { sleep } = desk.world;
  const slept: number[] = [];
  desk.world.sleep = (ms, signal) => (slept.push(ms), sleep(ms, signal));
  desk.engine.kick();
  await desk.run(80_000);
  expect(questions(desk)).toBe(before);
  // As long as a computer's timer can.
  expect(Math.max(...slept)).toBe(2 ** 31 - 1);
});

test('a question that takes long is not asked a second time beside itself, whoever presses', async () => {
  const desk = createDesk();
  desk.weather(() => new Promise<never>(() => undefined));
  await desk.engine.start();
  for (let n = 0; n < 3; n++) {
    await desk.run(1_000);
    desk.engine.kick();
  }
  await desk.run(1_000);
  expect(questions(desk)).toBe(1);
});

test('“slow” is shown only while something slow is under way', async () => {
  const desk = createDesk();
  const id = date(desk);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    return desk.world.sleep(6_000).then(() => onTheWire(server.carryOut(request), 6_000));
  });
  await desk.engine.start();
  while (desk.edit(id).state !== 'applied') await desk.run(10);
  await desk.run(100);
  expect(desk.engine.connection()).toEqual({ kind: 'online' });
});

test('after reconnecting, the engine probes the service once, and not again before the first edit is sent', async () => {
  const desk = createDesk();
  desk.weather(() => failure('dns', false));
  await desk.begin(20_000);
  desk.weather(null);
  while (desk.engine.connection().kind !== 'online') await desk.run(10);
  const asked = questions(desk);
  await desk.run(5_000);
  expect(questions(desk)).toBe(asked);
});

test('an engine that is stopped before its first turn, or later, asks nothing and sends nothing', async () => {
  const first = createDesk();
  date(first);
  await first.engine.start();
  first.engine.stop();
  await first.run(60_000);
  expect(first.requests).toEqual([]);
  const later = createDesk();
  await later.begin(5_000);
  later.engine.stop();
  date(later);
  const { length } = later.requests;
  await later.run(600_000);
  expect(later.requests).toHaveLength(length);
});

test('whoever works on after working offline is online at once', async () => {
  const desk = createDesk();
  await desk.begin(1_000);
  desk.engine.workOffline(true);
  await desk.run(1_000);
  expect(desk.engine.connection().kind).toBe('workingOffline');
  desk.engine.workOffline(false);
  await desk.run(1_000);
  expect(desk.engine.connection().kind).toBe('online');
});

test('a bug in asking whether the service is there stops the engine visibly', async () => {
  const desk = createDesk();
  desk.weather(() => Promise.reject(new Error('deliberate')));
  await desk.engine.start();
  await expect(desk.run(1_000)).rejects.toThrow(/engineBroken.*deliberate/);
  expect(desk.engine.connection()).toEqual({ kind: 'broken', detail: 'engine' });
});

/** The disk refuses every commit of this name while it is full. */
function fullDisk(desk: Desk, label: string, error: Error = new Database.SqliteError('database or disk is full', 'SQLITE_FULL')) {
  const disk = { isFull: true };
  const { passing } = desk.world;
  desk.world.passing = (point) => {
    passing(point);
    if (disk.isFull && point === `committing ${label}`) throw error;
  };
  return disk;
}

test.each([0, 1_000])('a disk that refuses claims, %i ms after the start, is reported until it takes them', async (ms) => {
  const desk = createDesk();
  await desk.begin(ms);
  const disk = fullDisk(desk, 'turn');
  const id = date(desk);
  for (let seconds = 0; seconds < 30; seconds++) {
    await desk.run(1_000);
    expect(desk.engine.connection()).toEqual({ kind: 'broken', detail: 'storage' });
  }
  disk.isFull = false;
  await desk.run(10_000);
  expect(desk.engine.connection()).toEqual({ kind: 'online' });
  expect(desk.edit(id).state).toBe('applied');
});

test('a disk that refuses a run’s report is reported, and the report is ended later; a bug there stops the engine', async () => {
  const desk = createDesk();
  const disk = fullDisk(desk, 'report');
  date(desk);
  await desk.begin(10_000);
  expect(desk.engine.connection()).toEqual({ kind: 'broken', detail: 'storage' });
  expect(desk.engine.progress().running).toBe(true);
  disk.isFull = false;
  await desk.run(10_000);
  expect(desk.engine.connection()).toEqual({ kind: 'online' });
  expect(desk.engine.progress().running).toBe(false);
  const broken = createDesk();
  fullDisk(broken, 'report', new Error('deliberate'));
  date(broken);
  await broken.engine.start();
  await expect(broken.run(10_000)).rejects.toThrow(/engineBroken.*deliberate/);
  expect(broken.engine.connection()).toEqual({ kind: 'broken', detail: 'engine' });
});

test('a run starts with a request to send: a look at a record is none', async () => {
  const desk = createDesk();
  date(desk);
  desk.weather((request) => (request.method === 'GET' && isSigned(request.headers) ? new Promise<never>(() => undefined) : null));
  await desk.begin(5_000);
  expect(desk.requests.some(({ headers }) => isSigned(headers))).toBe(true);
  expect(desk.engine.progress()).toMatchObject({ running: false, startedAt: null });
});

test('a request that fails before sending is retried seldom, with growing delays', async () => {
  const desk = createDesk();
  const id = date(desk);
  desk.weather((request) => (request.method === 'PATCH' ? failure('dns', false) : null));
  await desk.begin(600_000);
  expect(desk.requests.filter(({ method }) => method === 'PATCH').length).toBeLessThan(80);
  desk.weather(null);
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('applied');
});
