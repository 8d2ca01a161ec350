import { findInvoice, invoiceMissing, invoiceTag } from '#service/domain/invoice.ts';
import { operation, type OperationInput, type Outcome } from './operation.ts';
import { invoiceReceivable } from '#service/domain/records/invoice-receivable.ts';

function get(input: OperationInput): Outcome {
  const invoice = findInvoice(input as OperationInput<never>);
  return invoice === undefined ? invoiceMissing() : { kind: 'answer', status: 200, body: invoice, effects: [], tag: invoiceTag(invoice) };
}

/** A read that the specification does not have, with the invoice's lines; only with the switch `reads`. */
export const getInvoiceReceivable = operation({
  name: 'getInvoiceReceivable',
  method: 'GET',
  family: 'A',
  path: '/invoice-receivables/{id}',
  summary: 'Get invoice receivable (not in the specification)',
  action: 'readInvoices',
  errorShape: 'A',
  body: null,
  response: invoiceReceivable,
  only: 'reads',
  apply: get,
});
