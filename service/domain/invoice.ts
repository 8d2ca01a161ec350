import type { OperationInput } from '#service/domain/operations/operation.ts';
import type { InvoiceReceivable } from './records/invoice-receivable.ts';
import { refuse, type Refusal } from './refusal.ts';

const lockedStates: readonly string[] = ['ARCHIVED', 'REVERSED'];

/** The invoice that the path names, when it belongs to the caller's company. */
export function findInvoice({ store, id, caller }: OperationInput<never>): InvoiceReceivable | undefined {
  const invoice = store.get('invoiceReceivable', id);
  return invoice?.companyId === caller.companyId ? invoice : undefined;
}

/** The refusal for an invoice that is not there, or not in the caller's company. */
export function invoiceMissing(): Refusal {
  return refuse('NOT_FOUND', 'INVOICE_RECEIVABLE_NOT_FOUND', 'There is no such sales invoice in this company.');
}

/** CONFLICT when the invoice is locked ("States and transitions": ARCHIVED, REVERSED). */
export function lockRefusal(invoice: InvoiceReceivable): Refusal | undefined {
  if (!lockedStates.includes(invoice.state)) return undefined;
  return refuse('CONFLICT', 'INVOICE_LOCKED', `A sales invoice in state ${invoice.state} is locked.`, null, { state: invoice.state });
}

/** The invoice as operations other than a single fetch answer it: without its lines ("Resources": lines only when fetched by id). */
export function withoutLines(invoice: InvoiceReceivable): InvoiceReceivable {
  return { ...invoice, lines: null };
}

/** The tag of this version of the invoice. */
export function invoiceTag(invoice: InvoiceReceivable): string {
  return `"${invoice.updatedAt}"`;
}
