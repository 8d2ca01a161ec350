import { z } from 'zod';
import { currency, date, dateTime, int64, text, uuid } from '#service/domain/fields.ts';
import { customProperty } from './custom-property.ts';
import { errorContextA } from './error-context.ts';

/** Discount of a line: only the discriminator is shown; other fields are kept as they came. */
export const discount = z.looseObject({ type: text });

/** Invoice receivable line ("Invoice receivable line"). */
export const invoiceReceivableLine = z.object({
  id: uuid,
  companyId: uuid,
  invoiceReceivableId: uuid,
  productId: uuid,
  quantity: z.number(),
  taxCodeId: uuid.nullable(),
  accountId: uuid.nullable(),
  discount: discount.nullable(),
  discountAmount: int64.nullable(),
  netAmount: int64.nullable(),
  taxAmount: int64.nullable(),
  taxEngineOneCode: text.nullable(),
  billingStart: date.nullable(),
  billingEnd: date.nullable(),
  priceOverwrite: int64.nullable(),
  productNameOverwrite: text.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
  accrualTemplateId: uuid.nullable(),
  accrualStartDate: date.nullable(),
  accrualEndDate: date.nullable(),
  customProperties: z.array(customProperty).nullable(),
});

/** Invoice receivable ("Invoice receivable (sales invoice)"). */
export const invoiceReceivable = z.object({
  id: uuid,
  companyId: uuid,
  contractId: uuid.nullable(),
  companyEntityId: uuid.nullable(),
  amount: int64,
  paymentType: text.nullable(),
  payeeBankAccountId: uuid.nullable(),
  invoiceDate: date.nullable(),
  postingDate: date,
  dueDate: date.nullable(),
  netTerms: z.int32().nullable(),
  customerId: uuid.nullable(),
  invoiceTemplateId: uuid.nullable(),
  invoiceTemplateAdditionalText: text.nullable(),
  invoiceNumber: text.nullable(),
  state: text,
  openedAt: dateTime.nullable(),
  poNumber: text.nullable(),
  reference: text.nullable(),
  description: text.nullable(),
  currency,
  taxEngineName: text,
  areLinesWithTax: z.boolean(),
  localCurrencyFxRate: z.number().nullable(),
  groupCurrencyFxRate: z.number().nullable(),
  lines: z.array(invoiceReceivableLine).nullable(),
  customProperties: z.array(customProperty).nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
  updatedBy: uuid.nullable(),
  failureContext: errorContextA.nullable(),
});

export type InvoiceReceivable = z.infer<typeof invoiceReceivable>;
export type InvoiceReceivableLine = z.infer<typeof invoiceReceivableLine>;
