import type { InvoiceReceivable } from './records/invoice-receivable.ts';
import { refuse, type Refusal } from './refusal.ts';

const lockedStates: readonly string[] = ['ARCHIVED', 'REVERSED'];

/** CONFLICT when the invoice is locked ("States and transitions": ARCHIVED, REVERSED). */
export function lockRefusal(invoice: InvoiceReceivable): Refusal | undefined {
  if (!lockedStates.includes(invoice.state)) return undefined;
  return refuse('CONFLICT', 'INVOICE_LOCKED', `A sales invoice in state ${invoice.state} is locked.`, null, { state: invoice.state });
}
