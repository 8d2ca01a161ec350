import { expect, test } from 'vitest';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { verifyAudit } from '#main/audit/audit.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { writeJson } from '#service/domain/json.ts';
import { createDesk, failure, losesAnswers } from './desk.ts';

const writes = (requests: { method: string }[]) => requests.filter(({ method }) => method !== 'GET');

test('an expense edited offline is sent once when the connection opens, with its intent on record', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  expect(desk.edit(edit).state).toBe('waiting');
  await desk.begin(5_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(desk.company.store.get('expense', id)?.performedDate).toBe('2026-02-03');
  expect(writes(desk.requests)).toHaveLength(1);
  expect(attemptsOf(desk.store, edit)).toMatchObject([{ n: 1, method: 'PATCH', outcome: 'applied', status: 200 }]);
  expect(verifyAudit(desk.store).whole).toBe(true);
  expect(countersOf(desk.store)).toMatchObject({ waiting: 0, sending: 0 });
});

test('a rest is ended with a word, not with an error and its stack: every answer ends one', async () => {
  const desk = createDesk();
  const { sleep } = desk.world;
  const ended: unknown[] = [];
  desk.world.sleep = (ms, signal) => {
    signal?.addEventListener('abort', () => ended.push(signal.reason));
    return sleep(ms, signal);
  };
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.begin(5_000);
  expect(ended.length).toBeGreaterThan(0);
  expect(ended.filter((reason) => reason instanceof Error)).toEqual([]);
});

test('a lost answer is checked by reading after two minutes, and not sent again', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  desk.weather(losesAnswers('PATCH'));
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.begin(5_000);
  expect(desk.edit(edit).state).toBe('checking');
  await desk.run(110_000);
  expect(desk.edit(edit).state).toBe('checking');
  await desk.run(20_000);
  expect(desk.edit(edit)).toMatchObject({ state: 'applied', reason: '{"kind":"checkedByReading"}' });
  expect(writes(desk.requests)).toHaveLength(1);
});

test('a change of the network path is reported to the transport', async () => {
  const desk = createDesk();
  const told: string[] = [];
  desk.store.subscribe((changes) => {
    if (changes.some(({ kind }) => kind === 'status')) told.push(desk.engine.connection().kind);
  });
  await desk.begin(1_000);
  expect(told.at(-1)).toBe('online');
  desk.weather(() => failure('refused', false));
  await desk.run(20_000);
  expect(told.at(-1)).toBe('offline');
});

test('a creating edit is sent as soon as the keychain is unlocked', async () => {
  const desk = createDesk();
  desk.keychain.locked = true;
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  await desk.engine.start();
  // Locked for longer than a proof of the path lasts, and unlocked in the midst between two looks of the engine's own.
  await desk.run(81_000);
  expect(desk.edit(id).state).toBe('waiting');
  desk.keychain.locked = false;
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('offline costs nothing: the edit waits, and is sent when the service answers', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  desk.weather(() => failure('refused', false));
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.begin(60_000);
  expect(desk.engine.connection().kind).toBe('offline');
  expect(desk.edit(edit)).toMatchObject({ state: 'waiting', attempts: 0 });
  desk.weather(null);
  await desk.run(8_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(desk.engine.connection().kind).toBe('online');
});

test('an effect of our own request that old copies hid until its edit was discarded looks like a colleague’s: it is asked about', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  const before = writeJson(desk.company.store.get('expense', id));
  const json = (status: number, text: string): WireAnswer => {
    return { kind: 'answer', status, headers: [['content-type', 'application/json']], body: new TextEncoder().encode(text), afterMs: 5 };
  };
  const error = (type: string) => JSON.stringify({ name: 'Error', type, errors: [] });
  const record = (performedDate: string) =>
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate } });
  desk.weather((request, server) => {
    if (request.method === 'PATCH') server.carryOut(request);
    return request.method === 'PATCH' ? json(500, error('INTERNAL')) : null;
  });
  const given = record('2026-02-03');
  await desk.begin(5_000);
  // Reads answer from before our write; then the service refuses the same values as a conflict.
  desk.weather((request) => {
    if (request.method === 'PATCH') return json(409, error('CONFLICT'));
    return request.url.includes(id) ? json(200, before) : null;
  });
  await desk.run(300_000);
  expect(desk.edit(given).state).toBe('rejected');
  expect(discard(desk.store, [given])).toMatchObject({ ok: true });
  desk.weather(() => failure('refused', false));
  await desk.run(70_000);
  const next = record('2026-02-09');
  desk.weather(null);
  await desk.run(20_000);
  expect(reasonOf(desk.edit(next))).toMatchObject({ kind: 'baseMoved', differences: [{ mine: '2026-02-09', theirs: '2026-02-03' }] });
});

test('a failed start is reported: as the disk’s trouble, until it succeeds, or as a bug, which stays', async () => {
  const full = createDesk();
  full.engine.notStarted(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
  expect(full.engine.connection()).toEqual({ kind: 'broken', detail: 'storage' });
  await full.begin(10_000);
  expect(full.engine.connection()).toEqual({ kind: 'online' });
  const bug = createDesk();
  bug.engine.notStarted(new Error('deliberate'));
  expect(bug.engine.connection()).toEqual({ kind: 'broken', detail: 'engine' });
});
