import { code, date, enumeration, instant, money, reference, text, type ColumnTable } from './column.ts';
import { dates, ids, integers, texts } from './read-values.ts';
import type { JsonObject } from '#shared/json.ts';

const names = (invoice: JsonObject) => texts(...['invoiceNumber', 'reference', 'poNumber', 'description'].map((field) => invoice[field]));

/** "Invoice receivable (sales invoice)". */
export const invoiceTable: ColumnTable = {
  word: 'Invoice',
  subtitle: (invoice) => names(invoice).slice(1).at(-1) ?? null,
  columns: [
    text('number', 'Number', (invoice) => names(invoice).slice(0, 1), { slot: 'title', width: 0 }),
    reference('customer', 'Customer', 'customer', (invoice) => ids(invoice['customerId']), { width: 170 }),
    text('reference', 'Reference', (invoice) => texts(invoice['reference'], invoice['poNumber']).slice(0, 1)),
    date('date', 'Date', (invoice) => [...dates(invoice['invoiceDate']), ...dates(invoice['postingDate'])].slice(0, 1), { slot: 'date' }),
    date('due', 'Due', (invoice) => dates(invoice['dueDate'])),
    enumeration('state', 'State', (invoice) => texts(invoice['state']), { slot: 'status' }),
    money('total', 'Total', (invoice) => integers(invoice['amount']), { slot: 'amountMinor' }),
    code('currency', 'Currency', (invoice) => texts(invoice['currency']), { slot: 'currency', place: 'within' }),
    reference('contract', 'Contract', 'contract', (invoice) => ids(invoice['contractId']), { place: 'offered' }),
    reference('entity', 'Entity', 'companyEntity', (invoice) => ids(invoice['companyEntityId']), { place: 'offered' }),
    enumeration('payment', 'Payment type', (invoice) => texts(invoice['paymentType']), { place: 'offered' }),
    instant('updated', 'Updated', (invoice) => texts(invoice['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
