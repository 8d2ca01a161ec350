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
