import { operation, type DocumentReference, type OperationInput, type Outcome } from './operation.ts';
import { refuse } from '#service/domain/refusal.ts';

const variants: readonly DocumentReference['variant'][] = ['ORIGINAL', 'GENERATED'];

function get(input: OperationInput): Outcome {
  const { store, id, caller, query, switches } = input;
  if (store.get('invoicePayable', id)?.companyId !== caller.companyId) {
    return refuse('NOT_FOUND', 'INVOICE_PAYABLE_NOT_FOUND', 'There is no such purchase invoice in this company.');
  }
  const asked = query.get(switches.documentParameter) ?? switches.documentDefault;
  const variant = variants.find((known) => known === asked);
  if (variant === undefined) {
    return refuse('BAD_REQUEST', 'UNKNOWN_VARIANT', 'The variant must be ORIGINAL or GENERATED.', [switches.documentParameter]);
  }
  return { kind: 'answer', status: 200, body: null, effects: [], document: { invoicePayableId: id, variant } };
}

/** Get invoice document ("Endpoints 8"). The parameter's name is a switch, since the specification does not show it. */
export const getInvoiceDocument = operation({
  name: 'getInvoiceDocument',
  method: 'GET',
  path: '/v1/invoice-payables/{id}/document',
  summary: 'Get invoice document',
  action: 'readDocuments',
  apply: get,
});
