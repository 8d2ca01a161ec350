import { expect, it } from 'vitest';
import { recordPage } from '#main/app/views/record-rows.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { createDesk } from '#test/sync/desk.ts';

it('a list of invoices knows what was paid here, discarded payments aside', () => {
  const at = createDesk();
  const [invoice = '', other = ''] = at.company.invoices;
  for (const id of [invoice, other]) at.know('invoiceReceivable', id);
  const page = () => recordPage(at.store, listInput.parse({ filter: { kind: 'invoiceReceivable' } })).rows;
  const paid = (id: string) => page().find((row) => row.id === id)?.paidHereMinor;
  expect(paid(invoice)).toBeUndefined();
  const pay = (amountInInvoiceCurrency: bigint) =>
    at.record({
      kind: 'recordInvoicePayment',
      recordKind: 'invoiceReceivable',
      recordId: invoice,
      body: { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency },
    });
  pay(2n ** 60n);
  pay(5n);
  expect(paid(invoice)).toBe(2n ** 60n + 5n);
  expect(paid(other)).toBeUndefined();
});

it('paper knows how a row stands without its open edits: as the service says it first, its payments with the edit that makes them', () => {
  const at = createDesk();
  const [invoice = ''] = at.company.invoices;
  const [expense = ''] = at.company.expenses;
  at.know('invoiceReceivable', invoice);
  at.know('expense', expense);
  const rowOf = (kind: 'invoiceReceivable' | 'expense', layered: boolean) =>
    recordPage(at.store, listInput.parse({ filter: { kind }, layered })).rows.find(({ id }) => id === invoice || id === expense);
  expect(rowOf('expense', true)?.layers).toBeUndefined();
  const service = rowOf('expense', false)?.date;
  at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
  expect(rowOf('expense', false)?.layers).toBeUndefined();
  expect(rowOf('expense', true)).toMatchObject({ date: '2026-02-03', layers: [{ date: service, state: 'waiting' }] });
  const pay = (amountInInvoiceCurrency: bigint) =>
    at.record({
      kind: 'recordInvoicePayment',
      recordKind: 'invoiceReceivable',
      recordId: invoice,
      body: { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency },
    });
  pay(2n ** 60n);
  pay(5n);
  const paid = rowOf('invoiceReceivable', true);
  expect(paid?.paidHereMinor).toBe(2n ** 60n + 5n);
  expect(paid?.layers?.map(({ state, paidHereMinor }) => [state, paidHereMinor])).toEqual([
    ['draft', undefined],
    ['draft', 2n ** 60n],
  ]);
});
