import { z } from 'zod';
import { date, int64, uuid } from '#service/domain/fields.ts';
import { lockRefusal } from '#service/domain/invoice.ts';
import { ofRecord, storeChange } from './company-record.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { invoiceReceivable, type InvoiceReceivable } from '#service/domain/records/invoice-receivable.ts';
import type { Payment } from '#service/domain/records/reference.ts';
import { refuse, type Refusal } from '#service/domain/refusal.ts';

const body = z.object({ paymentDate: date, bankAccountId: uuid, amountInInvoiceCurrency: int64 });
type Body = z.infer<typeof body>;
const unopenedStates: readonly string[] = ['DRAFT', 'OPEN_IN_PROGRESS'];

function refusalOf(input: OperationInput<Body>, invoice: InvoiceReceivable): Refusal | undefined {
  const { store, body: payment, caller } = input;
  const locked = lockRefusal(invoice);
  if (locked !== undefined) return locked;
  if (unopenedStates.includes(invoice.state)) {
    return refuse('UNPROCESSABLE_CONTENT', 'INVOICE_NOT_OPEN', `A sales invoice in state ${invoice.state} does not take payments.`);
  }
  if (payment.amountInInvoiceCurrency <= 0n) {
    return refuse('UNPROCESSABLE_CONTENT', 'AMOUNT_NOT_POSITIVE', 'A payment must be above zero.', ['amountInInvoiceCurrency']);
  }
  const account = store.get('bankAccount', payment.bankAccountId.toLowerCase());
  if (account?.companyId !== caller.companyId) {
    return refuse('UNPROCESSABLE_CONTENT', 'UNKNOWN_BANK_ACCOUNT', 'There is no such bank account in this company.', ['bankAccountId']);
  }
  return undefined;
}

function record(invoice: InvoiceReceivable, input: OperationInput<Body>): Outcome {
  const { store, id, caller, timestamp } = input;
  const refusal = refusalOf(input, invoice);
  if (refusal !== undefined) return refusal;
  const payment: Payment = {
    id: input.uuid(),
    paymentDate: input.body.paymentDate,
    bankAccountId: input.body.bankAccountId,
    amount: input.body.amountInInvoiceCurrency,
    recordedAt: timestamp,
    recordedBy: caller.userId,
  };
  const payments = [...(store.get('paymentLedger', id)?.payments ?? []), payment];
  const totalPaid = payments.reduce((sum, each) => sum + each.amount, 0n);
  // The rule of the specification: an overpayment is PARTIALLY_PAID too.
  const state = totalPaid === invoice.amount ? 'PAID' : 'PARTIALLY_PAID';
  const changed: InvoiceReceivable = { ...invoice, state, updatedAt: timestamp, updatedBy: caller.userId };
  store.put('paymentLedger', id, { invoiceReceivableId: id, payments });
  const answer = storeChange('invoiceReceivable', changed, input);
  // Lines are shown only when an invoice is fetched by its id ("Resources").
  const shown = { ...changed, lines: null };
  return { ...answer, body: shown, effects: [{ kind: 'paymentLedger', id }, ...answer.effects], createdId: payment.id };
}

/** Enter invoice payment ("Endpoints 1"). */
export const recordInvoicePayment = operation({
  name: 'recordInvoicePayment',
  method: 'POST',
  path: '/v1/invoice-receivables/{id}/payments',
  summary: 'Enter invoice payment',
  action: 'recordPayments',
  body,
  response: invoiceReceivable,
  apply: ofRecord('invoiceReceivable', record),
});
