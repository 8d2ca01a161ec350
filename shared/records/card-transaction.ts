import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextB } from './error-context.ts';
import { country, currency, enumeration, instant, money, object, objects, text, uuid } from './field.ts';

const merchant = z.looseObject({
  name: text('Name'),
  zipcode: text('Postal code'),
  id: text('Merchant number'),
  mcc: text('Category code'),
  acquirerId: text('Acquirer'),
  country: country('Country'),
});

/** "Card transaction line". Its amounts are taken to be in the billing currency. */
export const cardTransactionLine = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  transactionId: uuid('Transaction', { group: 'technical' }),
  companyId: uuid('Company'),
  accountId: uuid('Account'),
  taxCodeId: uuid('Tax code'),
  costCenterId: uuid('Cost centre'),
  amount: money('Amount', ['currency']),
  netAmount: money('Net amount', ['currency']),
  taxAmount: money('Tax amount', ['currency']),
  description: text('Description'),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
  customProperties: customProperties(),
});

/** "Card transaction"; which fields may be null, and all values of its enumerations, are not shown. */
export const cardTransaction = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  companyId: uuid('Company'),
  companyEntityId: uuid('Entity', { group: 'main' }),
  cardBalanceAccountId: uuid('Card balance account'),
  cardId: uuid('Card', { group: 'main' }),
  originalAmount: money('Original amount', ['originalCurrency']),
  originalCurrency: currency('Original currency'),
  amount: money('Amount', ['currency']),
  currency: currency('Currency'),
  direction: enumeration('Direction'),
  transactionReason: enumeration('Reason'),
  purchaseType: enumeration('Purchase type'),
  status: enumeration('Status'),
  type: enumeration('Type'),
  merchant: object('Merchant', merchant),
  receiptDocumentKey: text('Receipt document'),
  lines: objects('Lines', cardTransactionLine),
  failureContext: failureContextB(),
  editStatus: enumeration('Edit status'),
  description: text('Description', { editable: true }),
  performedAt: instant('Performed', { group: 'dates' }),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
  updatedBy: uuid('Updated by', { group: 'technical' }),
  customProperties: customProperties({ editable: true }),
});
export type CardTransaction = z.infer<typeof cardTransaction>;
