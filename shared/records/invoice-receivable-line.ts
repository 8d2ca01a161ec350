import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { date, enumeration, instant, money, number, object, text, uuid } from './field.ts';

/** `type` is the discriminator; the percentage's or amount's own field is not shown, so whatever comes along is kept. */
export const discount = z.looseObject({ type: enumeration('Discount type') });

/** "Invoice receivable line". Its amounts are taken to be in the invoice's currency. */
export const invoiceReceivableLine = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  companyId: uuid('Company'),
  invoiceReceivableId: uuid('Invoice', { group: 'technical' }),
  productId: uuid('Product'),
  quantity: number('Quantity'),
  taxCodeId: uuid('Tax code'),
  accountId: uuid('Account'),
  discount: object('Discount', discount),
  discountAmount: money('Discount amount', ['currency']),
  netAmount: money('Net amount', ['currency']),
  taxAmount: money('Tax amount', ['currency']),
  taxEngineOneCode: text('External tax code'),
  billingStart: date('Billing from'),
  billingEnd: date('Billing to'),
  priceOverwrite: money('Custom price', ['currency']),
  productNameOverwrite: text('Custom product name'),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
  accrualTemplateId: uuid('Accrual template'),
  accrualStartDate: date('Accrual from'),
  accrualEndDate: date('Accrual to'),
  customProperties: customProperties(),
});
