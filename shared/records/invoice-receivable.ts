import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextA } from './error-context.ts';
import { boolean, currency, date, enumeration, instant, integer, money, number, objects, text, uuid } from './field.ts';
import { invoiceReceivableLine } from './invoice-receivable-line.ts';

/** "Invoice receivable (sales invoice)". `lines` is returned only when a single invoice is fetched. */
export const invoiceReceivable = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  companyId: uuid('Company'),
  contractId: uuid('Contract', { group: 'main' }),
  companyEntityId: uuid('Entity', { group: 'main' }),
  amount: money('Total', ['currency']),
  paymentType: enumeration('Payment type'),
  payeeBankAccountId: uuid('Payee bank account', { group: 'bank' }),
  invoiceDate: date('Invoice date'),
  postingDate: date('Posting date'),
  dueDate: date('Due date'),
  netTerms: integer('Net terms, days', { group: 'dates' }),
  customerId: uuid('Customer', { group: 'main' }),
  invoiceTemplateId: uuid('Template'),
  invoiceTemplateAdditionalText: text('Additional text'),
  invoiceNumber: text('Invoice number'),
  state: enumeration('Status'),
  openedAt: instant('Opened'),
  poNumber: text('Purchase order'),
  reference: text('Reference'),
  description: text('Description'),
  currency: currency('Currency'),
  taxEngineName: enumeration('Tax engine'),
  areLinesWithTax: boolean('Line amounts include tax'),
  localCurrencyFxRate: number('Rate to local currency', { group: 'amounts' }),
  groupCurrencyFxRate: number('Rate to group currency', { group: 'amounts' }),
  lines: objects('Lines', invoiceReceivableLine),
  customProperties: customProperties(),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
  updatedBy: uuid('Updated by', { group: 'technical' }),
  failureContext: failureContextA(),
});
export type InvoiceReceivable = z.infer<typeof invoiceReceivable>;
