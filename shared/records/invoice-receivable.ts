import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextA } from './error-context.ts';
import { boolean, currency, date, enumeration, instant, integer, money, number, objects, text, uuid } from './field.ts';
import { invoiceReceivableLine } from './invoice-receivable-line.ts';

/** "Invoice receivable (sales invoice)". `lines` is returned only when a single invoice is fetched. */
export const invoiceReceivable = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  companyId: uuid('records.field.company'),
  contractId: uuid('records.field.contract', { group: 'main' }),
  companyEntityId: uuid('records.field.entity', { group: 'main' }),
  amount: money('records.field.total', ['currency']),
  paymentType: enumeration('records.field.paymentType'),
  payeeBankAccountId: uuid('records.field.payeeBankAccount', { group: 'bank' }),
  invoiceDate: date('records.field.invoiceDate'),
  postingDate: date('records.field.postingDate'),
  dueDate: date('records.field.dueDate'),
  netTerms: integer('records.field.netTermsDays', { group: 'dates' }),
  customerId: uuid('records.field.customer', { group: 'main' }),
  invoiceTemplateId: uuid('records.field.template'),
  invoiceTemplateAdditionalText: text('records.field.additionalText'),
  invoiceNumber: text('records.field.invoiceNumber'),
  state: enumeration('records.field.status'),
  openedAt: instant('records.field.opened'),
  poNumber: text('records.field.purchaseOrder'),
  reference: text('records.field.reference'),
  description: text('records.field.description'),
  currency: currency('records.field.currency'),
  taxEngineName: enumeration('records.field.taxEngine'),
  areLinesWithTax: boolean('records.field.lineAmountsIncludeTax'),
  localCurrencyFxRate: number('records.field.rateToLocalCurrency', { group: 'amounts' }),
  groupCurrencyFxRate: number('records.field.rateToGroupCurrency', { group: 'amounts' }),
  lines: objects('records.field.lines', invoiceReceivableLine),
  customProperties: customProperties(),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
  updatedBy: uuid('records.field.updatedBy', { group: 'technical' }),
  failureContext: failureContextA(),
});
export type InvoiceReceivable = z.infer<typeof invoiceReceivable>;
