import { expect, test } from 'vitest';
import { createDesk, failure, type Desk } from './desk.ts';

// Beside the question that a start asks, connections are opened for what leaves after it; never more than would leave, never for payments.

function waitingExpenses(desk: Desk, count: number): void {
  for (const id of desk.company.expenses.slice(0, count)) {
    desk.know('expense', id);
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  }
}

test('a start opens as many connections as it would send requests, once', async () => {
  const desk = createDesk();
  waitingExpenses(desk, 3);
  await desk.begin(60_000);
  expect(desk.madeReady).toEqual([{ connections: 3, asked: 0 }]);
});

test('no more than the width', async () => {
  const desk = createDesk({ maxConcurrency: 2 });
  waitingExpenses(desk, 3);
  await desk.begin(60_000);
  expect(desk.madeReady).toEqual([{ connections: 2, asked: 0 }]);
});

test('none where nothing waits, and none for a payment, whose connection is its own', async () => {
  const idle = createDesk();
  await idle.begin(60_000);
  expect(idle.madeReady).toEqual([]);
  const paying = createDesk();
  const id = paying.pay();
  paying.approve(id);
  await paying.begin(60_000);
  expect(paying.edit(id).state).toBe('applied');
  expect(paying.madeReady).toEqual([]);
});

test('a question that fails closes them, and while something is known to be wrong none are opened', async () => {
  const desk = createDesk();
  waitingExpenses(desk, 3);
  desk.weather(() => failure('unreachable', false));
  await desk.begin(30_000);
  desk.weather(null);
  await desk.run(30_000);
  expect(desk.requests.length).toBeGreaterThan(4);
  expect(desk.madeReady).toEqual([
    { connections: 3, asked: 0 },
    { connections: 0, asked: 1 },
  ]);
});
