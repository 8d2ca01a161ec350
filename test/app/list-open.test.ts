import { expect, it } from 'vitest';
import { recordPage } from '#main/app/views/record-rows.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { listInput } from '#shared/contract/inputs.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { speak } from '#shared/messages/speak.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

/** Records payments of an invoice. */
const payerOf = (at: Desk, recordId: string) => (amountInInvoiceCurrency: bigint) =>
  at.record({
    kind: 'recordInvoicePayment',
    recordKind: 'invoiceReceivable',
    recordId,
    body: { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency },
  });

it('a list of invoices knows what was paid here, discarded payments aside', () => {
  const at = createDesk();
  const [invoice = '', other = ''] = at.company.invoices;
  for (const id of [invoice, other]) at.know('invoiceReceivable', id);
  const page = () => recordPage(at.store, listInput.parse({ filter: { kind: 'invoiceReceivable' } })).rows;
  const paid = (id: string) => page().find((row) => row.id === id)?.paidHereMinor;
  expect(paid(invoice)).toBeUndefined();
  const pay = payerOf(at, invoice);
  pay(2n ** 60n);
  pay(5n);
  expect(paid(invoice)).toBe(2n ** 60n + 5n);
  expect(paid(other)).toBeUndefined();
});

it('a row names the columns that its open edits change, with the edit’s and the service’s value', async () => {
  const at = createDesk();
  const [id = '', other = ''] = at.company.expenses;
  for (const each of [id, other]) at.know('expense', each);
  const row = (of: string) => recordPage(at.store, listInput.parse({ filter: { kind: 'expense' } })).rows.find((each) => each.id === of);
  const before = row(id);
  expect(before?.changed).toBeUndefined();
  const record = (body: JsonObject) => at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body });
  const first = record({ performedDate: '2026-01-09' });
  at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: id, body: { content: 'Receipt follows.' } });
  expect(row(id)).toMatchObject({ date: '2026-01-09', changed: { date: { state: 'waiting', service: [before?.date] } } });
  expect(Object.keys(row(id)?.changed ?? {})).toEqual(['date']);
  expect(row(other)?.changed).toBeUndefined();

  hold(at.store, [first]);
  record({ originalCurrency: before?.currency === 'SEK' ? 'EUR' : 'SEK' });
  expect(row(id)?.changed).toEqual({
    date: { state: 'held', service: [before?.date] },
    currency: { state: 'waiting', service: [before?.currency] },
  });
});

it('under an open edit a row’s number of lines is said in the language', () => {
  const at = createDesk();
  const lined = at.company.expenses.filter((id) => {
    at.know('expense', id);
    return row(id)?.subtitle !== null;
  });
  function row(of: string) {
    return recordPage(at.store, listInput.parse({ filter: { kind: 'expense' } })).rows.find(({ id }) => id === of);
  }
  const [id = ''] = lined;
  speak('de', 'de-DE');
  const said = row(id)?.subtitle;
  expect(said).toMatch(/^\d+ Positionen$/);
  at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-01-09' } });
  expect(row(id)).toMatchObject({ date: '2026-01-09', subtitle: said });
});

it('an open payment marks the open amount, with the amount without it beside', () => {
  const at = createDesk();
  const [invoice = ''] = at.company.invoices;
  at.know('invoiceReceivable', invoice);
  const row = () => recordPage(at.store, listInput.parse({ filter: { kind: 'invoiceReceivable' } })).rows.find(({ id }) => id === invoice);
  const pay = payerOf(at, invoice);
  const paid = [pay(2n ** 60n), pay(5n)];
  expect(row()).toMatchObject({ paidHereMinor: 2n ** 60n + 5n, changed: { open: { state: 'draft', service: ['0'] } } });
  discard(at.store, paid);
  expect([row()?.paidHereMinor, row()?.changed]).toEqual([undefined, undefined]);
});
