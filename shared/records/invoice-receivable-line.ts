import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { date, enumeration, instant, money, number, object, text, uuid } from './field.ts';

/** `type` is the discriminator; the percentage's or amount's own field is not shown, so whatever comes along is kept. */
export const discount = z.looseObject({ type: enumeration('records.field.discountType') });

/** "Invoice receivable line". Its amounts are taken to be in the invoice's currency. */
export const invoiceReceivableLine = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  companyId: uuid('records.field.company'),
  invoiceReceivableId: uuid('records.field.invoice', { group: 'technical' }),
  productId: uuid('records.field.product'),
  quantity: number('records.field.quantity'),
  taxCodeId: uuid('records.field.taxCode'),
  accountId: uuid('records.field.account'),
  discount: object('records.field.discount', discount),
  discountAmount: money('records.field.discountAmount', ['currency']),
  netAmount: money('records.field.netAmount', ['currency']),
  taxAmount: money('records.field.taxAmount', ['currency']),
  taxEngineOneCode: text('records.field.externalTaxCode'),
  billingStart: date('records.field.billingFrom'),
  billingEnd: date('records.field.billingTo'),
  priceOverwrite: money('records.field.customPrice', ['currency']),
  productNameOverwrite: text('records.field.customProductName'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
  accrualTemplateId: uuid('records.field.accrualTemplate'),
  accrualStartDate: date('records.field.accrualFrom'),
  accrualEndDate: date('records.field.accrualTo'),
  customProperties: customProperties(),
});
