import { z } from '#shared/zod.ts';
import { currency, date, enumeration, instant, money, objects, text, uuid } from './field.ts';

/** "Expense line item". */
export const expenseLineItem = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  expenseId: uuid('records.field.expense', { group: 'technical' }),
  accountId: uuid('records.field.account'),
  costCenterId: uuid('records.field.costCentre'),
  reimbursementCategoryId: uuid('records.field.reimbursementCategory'),
  originalAmount: money('records.field.originalAmount', ['originalCurrency']),
  billingAmount: money('records.field.billingAmount', ['billingCurrency']),
  description: text('records.field.description'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});

/** "Expense"; which fields may be null is not shown. */
export const expense = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  receiptDocumentKey: text('records.field.receiptDocument', { note: 'records.receipt.note' }),
  originalCurrency: currency('records.field.originalCurrency', { editable: true }),
  billingCurrency: currency('records.field.billingCurrency'),
  status: enumeration('records.field.status'),
  userId: uuid('records.field.person', { group: 'main' }),
  companyId: uuid('records.field.company'),
  performedDate: date('records.field.date', { editable: true }),
  lineItems: objects('records.field.lines', expenseLineItem),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});
export type Expense = z.infer<typeof expense>;
