import { z } from '#shared/zod.ts';
import { currency, date, enumeration, instant, money, objects, text, uuid } from './field.ts';

/** "Expense line item". */
export const expenseLineItem = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  expenseId: uuid('Expense', { group: 'technical' }),
  accountId: uuid('Account'),
  costCenterId: uuid('Cost centre'),
  reimbursementCategoryId: uuid('Reimbursement category'),
  originalAmount: money('Original amount', ['originalCurrency']),
  billingAmount: money('Billing amount', ['billingCurrency']),
  description: text('Description'),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
});

/** "Expense"; which fields may be null is not shown. */
export const expense = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  receiptDocumentKey: text('Receipt document', { note: 'Receipt image not available offline or through this service' }),
  originalCurrency: currency('Original currency', { editable: true }),
  billingCurrency: currency('Billing currency'),
  status: enumeration('Status'),
  userId: uuid('Person', { group: 'main' }),
  companyId: uuid('Company'),
  performedDate: date('Date', { editable: true }),
  lineItems: objects('Lines', expenseLineItem),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
});
export type Expense = z.infer<typeof expense>;
