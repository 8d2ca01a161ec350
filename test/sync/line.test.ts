import { expect, test } from 'vitest';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { ownerOf, reasonOf } from '#main/outbox/outbox.ts';
import { hold, release, releaseForHost } from '#main/edits/decide/hold.ts';
import { editRowOf } from '#main/edits/view.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import { keyUser, unnamedUser } from '#shared/service/owner.ts';
import { createDesk, failure, type Desk } from './desk.ts';

function editExpense(desk: Desk, n: number, day = '2026-02-03'): string {
  const id = desk.company.expenses[n] ?? '';
  desk.know('expense', id);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: day } });
}

const answer = (status: number, headers: Record<string, string>, text: string): WireAnswer => ({
  kind: 'answer',
  status,
  headers: Object.entries(headers),
  body: new TextEncoder().encode(text),
  afterMs: 5,
});
const error = (type: string) => JSON.stringify({ name: 'Error', type, errors: [] });
const json = { 'content-type': 'application/json;charset=UTF-8' };
const writes = (desk: Desk) => desk.requests.filter(({ method }) => method !== 'GET');

test('an expired sign-in pauses sending and spends no attempt; signing in resumes exactly', async () => {
  const desk = createDesk();
  const ids = [0, 1, 2].map((n) => editExpense(desk, n));
  desk.weather((request) => (request.headers.some(([name]) => name === 'Authorization') ? answer(401, json, error('UNAUTHORIZED')) : null));
  await desk.begin(3_600_000);
  expect(desk.engine.connection()).toEqual({ kind: 'signedOut', why: 'expired' });
  expect(ids.map((id) => desk.edit(id))).toMatchObject(ids.map(() => ({ state: 'waiting', attempts: 0 })));
  expect(writes(desk)).toHaveLength(0);
  desk.weather(null);
  // In the midst between two looks of the engine's own.
  await desk.run(5_000);
  desk.engine.kick();
  await desk.run(3_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['applied', 'applied', 'applied']);
  expect(writes(desk)).toHaveLength(3);
});

test('a service that asks for time gets it, and nothing is lost', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.weather((request) => (request.method === 'PATCH' ? answer(429, { 'retry-after': '30', ...json }, error('TOO_MANY')) : null));
  await desk.begin(20_000);
  expect(desk.engine.connection().kind).toBe('rateLimited');
  expect(writes(desk)).toHaveLength(1);
  await desk.run(10_000);
  expect(writes(desk)).toHaveLength(1);
  desk.weather(null);
  await desk.run(35_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('no write ever meets a captive portal', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.weather(() => answer(200, { 'content-type': 'text/html' }, '<html>Welcome to the airport</html>'));
  await desk.begin(60_000);
  expect(desk.engine.connection().kind).toBe('captivePortal');
  expect(writes(desk)).toEqual([]);
  desk.weather(null);
  await desk.run(10_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a refused edit blocks nothing else: other records continue, later edits of its record wait behind it', async () => {
  const desk = createDesk();
  desk.weather((request) => {
    const refused = request.method === 'PATCH' && request.url.includes(desk.company.expenses[0] ?? '?');
    return refused ? answer(422, json, error('UNPROCESSABLE_CONTENT')) : null;
  });
  const first = editExpense(desk, 0);
  await desk.begin(2_000);
  const [behind, other] = [editExpense(desk, 0, '2026-02-04'), editExpense(desk, 1)];
  await desk.run(60_000);
  expect([first, behind, other].map((id) => desk.edit(id).state)).toEqual(['rejected', 'waiting', 'applied']);
  const why = { kind: 'behind', editId: first, state: 'rejected' };
  expect(waitingWhy(desk.store, [behind], { connection: { kind: 'online' }, createsWait: false })).toEqual([{ editId: behind, why }]);
});

test('a redirect to a stranger holds the edit and asks once; the answer lets it go', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  const asked: unknown[] = [];
  desk.store.subscribe((changes) => asked.push(...changes.filter(({ kind }) => kind === 'trustAsked')));
  desk.weather((request) => (request.method === 'PATCH' ? answer(307, { location: 'https://stranger.test/v1' }, '') : null));
  await desk.begin(600_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'untrustedHost', host: 'stranger.test' });
  expect(asked).toEqual([{ kind: 'trustAsked', host: 'stranger.test', editId: id }]);
  desk.weather(null);
  expect(releaseForHost(desk.store, 'stranger.test')).toEqual([id]);
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'applied', attempts: 1 });
});

test('working offline sends nothing until it is switched off', async () => {
  const desk = createDesk();
  desk.engine.workOffline(true);
  const id = editExpense(desk, 0);
  await desk.begin(600_000);
  expect(desk.requests).toEqual([]);
  desk.engine.workOffline(false);
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('edits of somebody else are held with the name of whose they are', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.store.account.userId = 'somebody else';
  await desk.begin(60_000);
  expect(desk.edit(id).state).toBe('held');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'otherIdentity' });
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'otherIdentity' });
  expect(writes(desk)).toEqual([]);
});

test.each([
  ['a key', keyUser('one'), keyUser('two')],
  ['a sign-in that names nobody', unnamedUser('1'), unnamedUser('2')],
  ['nobody named where somebody was', 'auth0|anna', unnamedUser('1')],
  ['somebody named where nobody was', null, 'auth0|anna'],
])('edits under an identity that cannot be compared are held, named, and continue as the user’s own: %s', async (_name, before, now) => {
  const desk = createDesk();
  desk.store.account.userId = before;
  const id = editExpense(desk, 0);
  const { owner } = desk.edit(id);
  desk.store.account.userId = now;
  await desk.begin(60_000);
  expect(desk.edit(id).state).toBe('held');
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'otherIdentity', owner, now: ownerOf(desk.store) });
  expect(writes(desk)).toEqual([]);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.restart();
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'applied', owner, takenOver: ownerOf(desk.store) });
});

test('a payment that was approved under another key is approved again', async () => {
  const desk = createDesk();
  desk.store.account.userId = keyUser('one');
  const id = desk.pay();
  desk.approve(id);
  desk.store.account.userId = keyUser('two');
  await desk.begin(60_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('draft');
  expect(writes(desk)).toEqual([]);
});

test('a database behind its keychain holds everything that is open, what was held already too', async () => {
  const desk = createDesk();
  const [held, waiting] = [editExpense(desk, 0), editExpense(desk, 1)];
  hold(desk.store, [held]);
  desk.keychain.counter = 7n;
  await desk.begin(60_000);
  for (const id of [held, waiting]) expect(reasonOf(desk.edit(id))).toEqual({ kind: 'restoredBackup', counter: 0, keychainCounter: 7 });
  expect(release(desk.store, [held, waiting])).toEqual({ ok: true });
  await desk.restart();
  await desk.run(5_000);
  expect(desk.edit(waiting).state).toBe('applied');
});

test('held again before anybody released it, an edit still returns to its former state', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.keychain.counter = 7n;
  await desk.engine.start();
  desk.keychain.counter = 9n;
  await desk.restart();
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'waiting' });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a profile that came without its keychain is held once, not at every start', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0);
  desk.store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  await desk.engine.start();
  expect(desk.edit(id).state).toBe('held');
  expect(desk.keychain.counter).toBe(3n);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.restart();
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('every claim raises the counter before its first byte, in one call for all that are sent together', async () => {
  const desk = createDesk();
  for (const n of [0, 1, 2]) editExpense(desk, n);
  let atFirstWrite: bigint | null = null;
  desk.weather((request) => {
    if (request.method === 'PATCH') atFirstWrite ??= desk.keychain.counter;
    return null;
  });
  await desk.begin(60_000);
  expect(writes(desk)).toHaveLength(3);
  expect(atFirstWrite).toBeGreaterThanOrEqual(1n);
  expect(desk.keychain.counter).toBe(3n);
  expect(desk.keychain.raised.length).toBeLessThanOrEqual(3);
});

test('an old absolute edit from a restored backup never overwrites a newer own one', async () => {
  const desk = createDesk();
  const id = editExpense(desk, 0, '2026-02-03');
  // The backup was taken here; then this edit and a newer one of the same record left.
  desk.keychain.counter = 2n;
  await desk.begin(60_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'restoredBackup', counter: 0, keychainCounter: 2 });
  expect(writes(desk)).toEqual([]);
});

test.each([
  ['that never held the counter', null],
  ['that held it before', 1n],
])('a keychain that takes no writes, %s, holds nothing but what it must ask about, at no start', async (_what, counter) => {
  const desk = createDesk();
  desk.store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  Object.assign(desk.keychain, { readOnly: true, counter });
  for (const n of [0, 1, 2]) {
    const id = editExpense(desk, n);
    await desk.restart();
    await desk.run(5_000);
    expect(desk.edit(id).state).toBe('applied');
    expect(desk.engine.keychain()).toBe('unavailable');
  }
});

test('without a counter, a creating edit approved before this start is asked about', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  desk.store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  desk.keychain.readOnly = true;
  await desk.begin(60_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'noKeychain' });
  expect(writes(desk)).toEqual([]);
});

test('a keychain that was locked from the first day on, and opens empty, is written and holds nothing', async () => {
  const desk = createDesk();
  const ids = [0, 1].map((n) => editExpense(desk, n));
  desk.keychain.locked = true;
  await desk.begin(20_000);
  desk.keychain.locked = false;
  await desk.run(20_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['applied', 'applied']);
  expect(desk.keychain.counter).toBe(2n);
});

test('an unlock that is waited for ends with the engine', async () => {
  const desk = createDesk();
  desk.keychain.locked = true;
  await desk.begin(20_000);
  desk.engine.stop();
  desk.keychain.locked = false;
  let asked = 0;
  Object.defineProperty(desk.keychain, 'locked', { get: () => (asked += 1) < 0 });
  await desk.run(60_000);
  expect(asked).toBe(0);
});

test.each([
  ['remembers more', 7n],
  ['knows nothing', null],
])('a keychain that was locked at the start and %s holds everything when it opens', async (_what, counter) => {
  const desk = createDesk();
  desk.engine.workOffline(true);
  const id = editExpense(desk, 0);
  desk.store.sql.exec('UPDATE engine_facts SET creating_intents = 3');
  Object.assign(desk.keychain, { locked: true, counter });
  await desk.begin(20_000);
  expect(desk.edit(id).state).toBe('waiting');
  desk.keychain.locked = false;
  await desk.run(10_000);
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'waiting' });
});

test('a row that no longer parses is shown as unreadable and held, and blocks nobody else', async () => {
  const desk = createDesk();
  const [broken, sound] = [editExpense(desk, 0), editExpense(desk, 1)];
  desk.store.sql.exec('DROP TRIGGER outbox_typed_fields');
  desk.store.sql.prepare(`UPDATE outbox SET body = '{"performed' WHERE id = ?`).run(broken);
  await desk.begin(5_000);
  expect(desk.edit(broken).state).toBe('held');
  expect(editRowOf(desk.store, desk.edit(broken))).toMatchObject({ readable: false, body: null, reason: { kind: 'damagedRow' } });
  expect(desk.edit(sound).state).toBe('applied');
});

test('a lost connection is noticed at the heartbeat, without anything to send', async () => {
  const desk = createDesk();
  await desk.begin(1_000);
  expect(desk.engine.connection().kind).toBe('online');
  desk.weather(() => failure('unreachable', false));
  await desk.run(20_000);
  expect(desk.engine.connection().kind).toBe('offline');
  desk.weather(null);
  await desk.run(5_000);
  expect(desk.engine.connection().kind).toBe('online');
});

test.each([30_000, 3_600_000])(
  'a network that returns after %d ms is noticed within five seconds, and waiting edits are sent',
  async (away) => {
    const desk = createDesk();
    desk.weather(() => failure('unreachable', false));
    const id = editExpense(desk, 0);
    await desk.begin(away);
    expect(desk.engine.connection().kind).toBe('offline');
    desk.weather(null);
    await desk.run(5_000);
    expect(desk.engine.connection().kind).toBe('online');
    expect(desk.edit(id).state).toBe('applied');
  },
);

test('a request that was under way when the process ended is found by the next start, which lets everything else go on', async () => {
  const desk = createDesk();
  desk.weather((request) => (request.method === 'GET' ? null : new Promise<never>(() => undefined)));
  const id = editExpense(desk, 0);
  await desk.begin(1_000);
  expect(desk.edit(id).state).toBe('sending');
  desk.weather(null);
  await desk.restart();
  expect(desk.edit(id)).toMatchObject({ state: 'checking', maybeSent: 1 });
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'abandoned' });
});

test('what creates something says when it is tried, while doubts in a row keep it back', async () => {
  const desk = createDesk();
  const [one = '', two = '', three = ''] = desk.company.expenses;
  for (const id of [one, two, three]) desk.know('expense', id);
  desk.weather(({ method }) => (method === 'POST' ? failure('reset', true) : null));
  const [, , last = ''] = [one, two, three].map((recordId) =>
    desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Why?' } }),
  );
  await desk.begin(30_000);
  expect(desk.edit(last).state).toBe('waiting');
  const { engine } = desk;
  const line = { connection: { kind: 'online' as const }, createsWait: engine.createsWait(), createsInMs: engine.createsInMs() };
  const [told] = waitingWhy(desk.store, [last], line);
  expect(told?.why).toMatchObject({ kind: 'timer', reason: null });
  expect(told?.why.kind === 'timer' && told.why.inMs).toBeGreaterThan(60_000);
});
