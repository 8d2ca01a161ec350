import { z } from 'zod';
import { currency, dateTime, int64, text, uuid } from '#service/domain/fields.ts';
import { customProperty } from './custom-property.ts';
import { errorContextB } from './error-context.ts';

/** Card transaction line ("Card transaction"). */
export const cardTransactionLine = z.object({
  id: uuid,
  transactionId: uuid,
  companyId: uuid,
  accountId: uuid.nullable(),
  taxCodeId: uuid.nullable(),
  costCenterId: uuid.nullable(),
  amount: int64,
  netAmount: int64,
  taxAmount: int64,
  description: text.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
  customProperties: z.array(customProperty),
});

const merchant = z.object({ name: text, zipcode: text, id: text, mcc: text, acquirerId: text, country: text });

/** Card transaction ("Card transaction"). */
export const cardTransaction = z.object({
  id: uuid,
  companyId: uuid,
  companyEntityId: uuid,
  cardBalanceAccountId: uuid,
  cardId: uuid,
  originalAmount: int64,
  originalCurrency: currency,
  amount: int64,
  currency,
  direction: text,
  transactionReason: text,
  purchaseType: text,
  status: text,
  type: text,
  merchant,
  receiptDocumentKey: text.nullable(),
  lines: z.array(cardTransactionLine),
  failureContext: errorContextB.nullable(),
  editStatus: text,
  description: text.nullable(),
  performedAt: dateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
  updatedBy: uuid.nullable(),
  customProperties: z.array(customProperty),
});

export type CardTransaction = z.infer<typeof cardTransaction>;
