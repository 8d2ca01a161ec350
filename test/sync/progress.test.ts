import { expect, test } from 'vitest';
import type { SyncProgress } from '#shared/contract/views/views.ts';
import { createDesk, refusal, type Desk } from './desk.ts';

/** Dates of as many expenses. */
function dates(desk: Desk, many: number, day: string, from = 0): string[] {
  const [model = ''] = desk.company.expenses;
  return Array.from({ length: many }, (_, n) => {
    const recordId = `20000000-0000-4000-8000-${String(from + n).padStart(12, '0')}`;
    desk.company.store.put('expense', recordId, { ...desk.company.store.get('expense', model), id: recordId } as never);
    desk.know('expense', recordId);
    return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: day } });
  });
}

test('a run says how many of how many are done, what became of them and how long it may take, and ends with nothing left', async () => {
  const desk = createDesk();
  const many = 30;
  const [refused = ''] = dates(desk, many, '2026-02-03').map((id) => desk.edit(id).recordId);
  desk.weather((request) => (request.method === 'PATCH' && request.url.includes(refused) ? refusal : null));
  const told: (SyncProgress & { elapsed: number })[] = [];
  desk.store.subscribe((changes) => {
    for (const change of changes) {
      if (change.kind !== 'progress') continue;
      expect(change.progress).toEqual(desk.engine.progress());
      told.push({ ...change.progress, elapsed: desk.world.now() - (change.progress.startedAt ?? 0) });
    }
  });
  const before = desk.world.now();
  await desk.engine.start();
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 0, total: 0, leftMs: null, startedAt: null });
  await desk.run(60_000);
  const running = told.filter((now) => now.running);
  expect(running[0]).toMatchObject({ done: 0, total: many, applied: 0, problems: 0, leftMs: null });
  expect(running[0]?.startedAt).toBeGreaterThanOrEqual(before);
  expect(new Set(running.map(({ total, startedAt }) => `${total} ${startedAt}`)).size).toBe(1);
  const done = running.map((now) => now.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  // At the pace so far: where a third is done, twice as long again.
  for (const now of running.filter(({ done: some }) => some > 0)) {
    const { leftMs, elapsed, total } = now;
    expect(((leftMs ?? -1) + elapsed) / elapsed).toBeCloseTo(total / now.done, 1);
  }
  expect(running.filter(({ done: some }) => some > 0 && some < many).length).toBeGreaterThan(0);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: many, total: many, applied: many - 1, problems: 1, leftMs: null });
  // The next run counts from nothing.
  desk.weather(null);
  const others = dates(desk, 3, '2026-02-04', many);
  await desk.run(60_000);
  expect(others.map((id) => desk.edit(id).state)).toEqual(['applied', 'applied', 'applied']);
  expect(desk.engine.progress()).toMatchObject({ running: false, done: 3, applied: 3, problems: 0 });
  desk.engine.stop();
});
