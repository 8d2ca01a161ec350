import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextB } from './error-context.ts';
import { country, currency, enumeration, instant, money, object, objects, text, uuid } from './field.ts';

const merchant = z.looseObject({
  name: text('records.field.name'),
  zipcode: text('records.field.postalCode'),
  id: text('records.field.merchantNumber'),
  mcc: text('records.field.categoryCode'),
  acquirerId: text('records.field.acquirer'),
  country: country('records.field.country'),
});

/** "Card transaction line". Its amounts are taken to be in the billing currency. */
export const cardTransactionLine = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  transactionId: uuid('records.field.transaction', { group: 'technical' }),
  companyId: uuid('records.field.company'),
  accountId: uuid('records.field.account'),
  taxCodeId: uuid('records.field.taxCode'),
  costCenterId: uuid('records.field.costCentre'),
  amount: money('records.field.amount', ['currency']),
  netAmount: money('records.field.netAmount', ['currency']),
  taxAmount: money('records.field.taxAmount', ['currency']),
  description: text('records.field.description'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
  customProperties: customProperties(),
});

/** "Card transaction"; which fields may be null, and all values of its enumerations, are not shown. */
export const cardTransaction = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  companyId: uuid('records.field.company'),
  companyEntityId: uuid('records.field.entity', { group: 'main' }),
  cardBalanceAccountId: uuid('records.field.cardBalanceAccount'),
  cardId: uuid('records.field.card', { group: 'main' }),
  originalAmount: money('records.field.originalAmount', ['originalCurrency']),
  originalCurrency: currency('records.field.originalCurrency'),
  amount: money('records.field.amount', ['currency']),
  currency: currency('records.field.currency'),
  direction: enumeration('records.field.direction'),
  transactionReason: enumeration('records.field.reason'),
  purchaseType: enumeration('records.field.purchaseType'),
  status: enumeration('records.field.status'),
  type: enumeration('records.field.type'),
  merchant: object('records.field.merchant', merchant),
  receiptDocumentKey: text('records.field.receiptDocument'),
  lines: objects('records.field.lines', cardTransactionLine),
  failureContext: failureContextB(),
  editStatus: enumeration('records.field.editStatus'),
  description: text('records.field.description', { editable: true }),
  performedAt: instant('records.field.performed', { group: 'dates' }),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
  updatedBy: uuid('records.field.updatedBy', { group: 'technical' }),
  customProperties: customProperties({ editable: true }),
});
export type CardTransaction = z.infer<typeof cardTransaction>;
