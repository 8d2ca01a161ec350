import { z } from 'zod';
import { date, int64, uuid } from '#service/domain/fields.ts';
import { findInvoice, invoiceMissing, invoiceTag, lockRefusal, withoutLines } from '#service/domain/invoice.ts';
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

/** The rule of the specification: an equal total is PAID; anything else, an overpayment too, is PARTIALLY_PAID. */
export function stateAfterPayment(totalPaid: bigint, amount: bigint): 'PAID' | 'PARTIALLY_PAID' {
  return totalPaid === amount ? 'PAID' : 'PARTIALLY_PAID';
}

function record(input: OperationInput<Body>): Outcome {
  const { store, id, caller, timestamp } = input;
  const invoice = findInvoice(input as OperationInput<never>);
  if (invoice === undefined) return invoiceMissing();
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
  const state = stateAfterPayment(totalPaid, invoice.amount);
  const changed: InvoiceReceivable = { ...invoice, state, updatedAt: timestamp, updatedBy: caller.userId };
  store.put('paymentLedger', id, { invoiceReceivableId: id, payments });
  store.put('invoiceReceivable', id, changed);
  const effects = [{ kind: 'paymentLedger', id } as const, { kind: 'invoiceReceivable', id } as const];
  return { kind: 'answer', status: 200, body: withoutLines(changed), effects, createdId: payment.id, tag: invoiceTag(changed) };
}

/** Enter invoice payment ("Endpoints 1"). */
export const recordInvoicePayment = operation({
  name: 'recordInvoicePayment',
  method: 'POST',
  family: 'A',
  path: '/invoice-receivables/{id}/payments',
  summary: 'Enter invoice payment',
  action: 'recordPayments',
  errorShape: 'A',
  body,
  response: invoiceReceivable,
  apply: record,
});
