import type { RecordKind } from '#service/domain/store.ts';
import { ofRecord, show } from './company-record.ts';
import type { Operation } from './operation.ts';
import { cardTransaction } from '#service/domain/records/card-transaction.ts';
import { invoiceReceivable } from '#service/domain/records/invoice-receivable.ts';
import { vendor } from '#service/domain/records/vendor.ts';

type ExtraRead = Pick<Operation, 'name' | 'path' | 'summary' | 'action' | 'errorShape' | 'response' | 'tagged'>;

function extraRead(kind: RecordKind, declared: ExtraRead): Operation {
  return { ...declared, method: 'GET', only: 'reads', apply: ofRecord(kind, show) };
}

/** Reads that the specification does not have; only with the switch `reads`. */
export const extraReads: readonly Operation[] = [
  extraRead('invoiceReceivable', {
    name: 'getInvoiceReceivable',
    path: '/v1/invoice-receivables/{id}',
    summary: 'Get invoice receivable (not in the specification)',
    action: 'readInvoices',
    response: invoiceReceivable,
  }),
  extraRead('cardTransaction', {
    name: 'getCardTransaction',
    path: '/rest/ext/v1/card-transactions/{id}',
    summary: 'Get card transaction (not in the specification)',
    action: 'readCardTransactions',
    errorShape: 'B',
    response: cardTransaction,
    tagged: 'cardTransaction',
  }),
  extraRead('vendor', {
    name: 'getVendor',
    path: '/rest/ext/v1/vendors/{id}',
    summary: 'Get vendor (not in the specification)',
    action: 'readVendors',
    errorShape: 'B',
    response: vendor,
    tagged: 'vendor',
  }),
];
