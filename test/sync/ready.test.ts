import { expect, test } from 'vitest';
import { approve } from '#main/edits/approve.ts';
import { fingerprintOf } from '#main/edits/fingerprint.ts';
import { createDesk, failure, type Desk } from './desk.ts';

// Beside the question that a start asks, connections are opened for what leaves after it; never more than would leave, never for payments.

function waitingExpenses(desk: Desk, count: number): void {
  for (const id of desk.company.expenses.slice(0, count)) {
    desk.know('expense', id);
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  }
}

test('a start opens as many as would leave, once', async () => {
  const desk = createDesk();
  waitingExpenses(desk, 3);
  await desk.engine.start();
  await desk.run(60_000);
  expect(desk.madeReady).toEqual([{ connections: 3, asked: 0 }]);
});

test('no more than the width', async () => {
  const desk = createDesk({ mostWidth: 2 });
  waitingExpenses(desk, 3);
  await desk.engine.start();
  await desk.run(60_000);
  expect(desk.madeReady).toEqual([{ connections: 2, asked: 0 }]);
});

test('none where nothing waits, and none for a payment, whose connection is its own', async () => {
  const idle = createDesk();
  await idle.engine.start();
  await idle.run(60_000);
  expect(idle.madeReady).toEqual([]);
  const { company, store, ...paying } = createDesk();
  const body = { paymentDate: '2026-02-03', bankAccountId: company.bankAccountId, amountInInvoiceCurrency: 100n };
  const id = paying.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: company.invoices[0] ?? '', body });
  approve(store, { ids: [id], fingerprint: fingerprintOf(store), secondConfirmation: true });
  await paying.engine.start();
  await paying.run(60_000);
  expect(paying.edit(id).state).toBe('applied');
  expect(paying.madeReady).toEqual([]);
});

test('a question that fails closes them, and while something is known to be wrong none are opened', async () => {
  const desk = createDesk();
  waitingExpenses(desk, 3);
  desk.weather(() => failure('unreachable', false));
  await desk.engine.start();
  await desk.run(30_000);
  desk.weather(null);
  await desk.run(30_000);
  expect(desk.requests.length).toBeGreaterThan(4);
  expect(desk.madeReady).toEqual([
    { connections: 3, asked: 0 },
    { connections: 0, asked: 1 },
  ]);
});
