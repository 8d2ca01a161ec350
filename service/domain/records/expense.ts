import { z } from 'zod';
import { currency, date, dateTime, int64, text, uuid } from '#service/domain/fields.ts';

/** Expense line item ("Expense"). */
export const expenseLineItem = z.object({
  id: uuid,
  expenseId: uuid,
  accountId: uuid.nullable(),
  costCenterId: uuid.nullable(),
  reimbursementCategoryId: uuid.nullable(),
  originalAmount: int64,
  billingAmount: int64,
  description: text.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** Expense ("Expense"). */
export const expense = z.object({
  id: uuid,
  receiptDocumentKey: text.nullable(),
  originalCurrency: currency,
  billingCurrency: currency,
  status: text,
  userId: uuid,
  companyId: uuid,
  performedDate: date,
  lineItems: z.array(expenseLineItem),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type Expense = z.infer<typeof expense>;
export type ExpenseLineItem = z.infer<typeof expenseLineItem>;
