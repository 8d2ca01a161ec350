import { expect, test } from 'vitest';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { createConcurrency } from '#main/sync/pace/concurrency.ts';
import { fakeWorld } from '#test/world.ts';
import { createDesk } from './desk.ts';

test('requests cut together are one trouble, and the circuit breaker probes at once', () => {
  const world = { ...fakeWorld(), monotonic: () => now };
  let now = 0;
  const line = createCircuitBreaker(world, () => undefined);
  line.hear({ kind: 'healthy' });
  now = 1_000;
  const counted = Array.from({ length: 9 }, () => line.hear({ kind: 'unknown', failure: 'reset' }, { monotonic: 900, wall: world.now() }));
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(line.state()).toEqual({ kind: 'unproven' });
  // Asked before the trouble, an answer proves nothing about what came after.
  line.hear({ kind: 'healthy' }, { monotonic: 950, wall: world.now() });
  expect(line.state()).toEqual({ kind: 'unproven' });
  line.hear({ kind: 'healthy' }, { monotonic: 1_000, wall: world.now() });
  expect(line.mayLeave()).toBe(true);
  expect(line.connection()).toEqual({ kind: 'online' });
});

test('a narrow width does not widen for a slow answer', () => {
  const width = createConcurrency();
  for (let i = 0; i < 6; i++) width.answered(20);
  for (let i = 0; i < 5; i++) width.tooMuch();
  expect(width.now()).toBe(1);
  width.answered(5_000);
  expect(width.now()).toBe(1);
});

test('a locked keychain with 300 comments keeps nothing else back', async () => {
  const desk = createDesk();
  desk.keychain.locked = true;
  for (let n = 0; n < 300; n++) {
    const recordId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  }
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  await desk.begin(10_000);
  expect(desk.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(desk.edit(edit).state).toBe('applied');
});
