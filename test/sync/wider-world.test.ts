import { expect, test } from 'vitest';
import { claim } from '#main/outbox/claim.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { release, releaseForHost } from '#main/edits/decide/hold.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { choose } from '#main/sync/check/next-sendable.ts';
import { fakeWorld } from '#test/world.ts';
import { createDesk, type Desk } from './desk.ts';
import { openScene } from './open-scene.ts';

/** Findings of the simulator's wider world, each alone. */

const other = '00000000-0000-4000-8000-00000000a002';

function payment(desk: Desk, n: number): string {
  desk.know('invoiceReceivable', desk.company.invoices[n] ?? '');
  const id = desk.pay(n);
  desk.approve(id);
  return id;
}

test('another user’s payment that was held for a host is not released by a different user’s answer for that host', async () => {
  const desk = createDesk();
  const id = payment(desk, 0);
  const headers: [string, string][] = [['location', 'https://stranger.test/x']];
  const elsewhere = { kind: 'answer' as const, status: 307, headers, body: new Uint8Array(), afterMs: 5 };
  desk.weather((request) => (request.method === 'POST' ? elsewhere : null));
  await desk.begin(30_000);
  expect(desk.edit(id).state).toBe('held');
  desk.weather(null);
  desk.store.account.userId = other;
  await desk.restart();
  expect(releaseForHost(desk.store, 'stranger.test')).toEqual([]);
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'otherIdentity' });
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('held');
});

test('nothing of somebody else is ever claimed, whoever asks for it', () => {
  const desk = createDesk();
  const row = desk.edit(payment(desk, 0));
  const request = {
    method: 'POST',
    url: 'https://x',
    sha256: '0',
    body: new Uint8Array(),
    ifMatch: null,
    idempotencyKey: row.id,
    baseVersion: null,
  };
  const claimed = () => desk.store.commit('turn', () => claim(desk.store, [{ row, request }])).length;
  desk.store.account.userId = other;
  expect(claimed()).toBe(0);
  desk.store.sql.prepare('UPDATE outbox SET taken_over = ?').run(`https://service.test ${desk.store.account.companyId ?? ''} ${other}`);
  expect(claimed()).toBe(1);
});

test('another user’s edit is not undone by a user who could not restore it, nor merged with their edits', async () => {
  const desk = createDesk();
  const expense = { recordKind: 'expense' as const, recordId: desk.company.expenses[0] ?? '' };
  desk.know('expense', expense.recordId);
  const id = desk.record({ kind: 'updateExpense', ...expense, body: { performedDate: '2026-02-03' } });
  desk.store.account.userId = other;
  const later = desk.record({ kind: 'updateExpense', ...expense, body: { originalCurrency: 'USD' } });
  expect(bodyOf(desk.edit(later))).toEqual({ originalCurrency: 'USD' });
  await desk.restart();
  await desk.run(30_000);
  expect(desk.edit(id).state).toBe('held');
  expect(undo(desk.store, [id], {})).toMatchObject({ ok: false, why: 'otherIdentity' });
  expect(desk.edit(id).state).toBe('held');
});

test('a payment that is sent again and again lets the others go first', () => {
  const desk = createDesk();
  const [first, second] = [payment(desk, 0), payment(desk, 1)].map((id) => ({ ...desk.edit(id), batchId: null }));
  if (!first || !second) throw new Error('no payments');
  const scene = { ...openScene, ahead: 6 };
  const leaves = (tries: number) =>
    choose({ absolute: [], creates: [{ ...first, attempts: tries }, second] }, scene).tasks.map(({ row }) => row.id);
  expect(leaves(0)).toEqual([first.id]);
  expect(leaves(1)).toEqual([second.id]);
});

test('a proof of the path does not outlast the lid: a minute is a minute by either clock', async () => {
  const world = fakeWorld();
  const line = createCircuitBreaker(world, () => undefined);
  line.hear({ kind: 'healthy' });
  await world.advance(50_000);
  expect(line.proofLeftMs()).toBeGreaterThan(0);
  // Two hours of sleep, in which the monotonic clock stood still; or a wall clock that somebody turned back.
  world.turnWallClock(7_200_000);
  expect(line.proofLeftMs()).toBe(0);
  line.hear({ kind: 'healthy' });
  expect(line.proofLeftMs()).toBeGreaterThan(0);
  world.turnWallClock(-7_200_000);
  expect(line.proofLeftMs()).toBe(0);
  line.hear({ kind: 'healthy' });
  await world.advance(61_000);
  expect(line.proofLeftMs()).toBe(0);
});

test('the circuit breaker’s report of each trouble, its start, and its novelty', async () => {
  const world = fakeWorld();
  const line = createCircuitBreaker(world, () => undefined);
  const first = world.now();
  expect(line.hear({ kind: 'offline', failure: 'refused' })).toBe(true);
  await world.advance(9_000);
  line.hear({ kind: 'offline', failure: 'dns' });
  expect(line.connection()).toEqual({ kind: 'offline', since: first, failure: 'dns' });
  // Silence after that is the same outage.
  await world.advance(1_000);
  line.hear({ kind: 'unknown', failure: 'timeout' });
  expect(line.connection()).toEqual({ kind: 'offline', since: first, failure: 'timeout' });
  expect(line.hear({ kind: 'healthy' })).toBe(false);
  await world.advance(60_000);
  expect(line.hear({ kind: 'none' })).toBe(false);
  expect(line.connection()).toEqual({ kind: 'online' });
  expect(line.hear({ kind: 'serviceTrouble', status: 502, forMs: 1_000 })).toBe(true);
  expect(line.connection()).toEqual({ kind: 'serviceDown', status: 502 });
  await world.advance(2_000);
  expect(line.hear({ kind: 'captivePortal' })).toBe(true);
  expect(line.connection()).toEqual({ kind: 'captivePortal' });
  expect(line.hear({ kind: 'signedOut' })).toBe(false);
  expect(line.connection()).toEqual({ kind: 'signedOut', why: 'expired' });
  await world.advance(1_000);
  line.hear({ kind: 'healthy' });
  const later = world.now();
  for (let n = 0; n < 3; n++) {
    line.hear({ kind: 'unknown', failure: 'reset' });
    await world.advance(1_000);
  }
  expect(line.connection()).toMatchObject({ kind: 'offline', failure: 'reset' });
  expect(line.connection()).toMatchObject({ since: later + 1_000 });
});
