import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from './reference-kind.ts';

/** The holder of a field: a record's kind, a comment, or the body of an edit. No two bodies use one name for different things. */
export type PlaceHolder = RecordKind | 'userComment' | 'edit' | (string & {});

/** The holder by which the table knows it: every kind of edit is an edit. */
export const holderName = (holder: PlaceHolder): string => (holders.has(holder) ? holder : 'edit');
const holders = new Set<string>([...recordKinds, 'userComment']);

/**
 * Every field that holds a reference, as `holder.path` without the indexes of arrays, by what it refers to: the one table that learning,
 * forms, columns and warnings read. The cache keeps where an id was seen by its number in this list: only ever append.
 */
export const referencePlaces = {
  bankAccount: [
    'invoiceReceivable.payeeBankAccountId',
    'vendor.defaultCompanyEntity.senderBankAccountId',
    'edit.bankAccountId',
    'edit.defaultCompanyEntity.senderBankAccountId',
  ],
  ledgerAccount: [
    'expense.lineItems.accountId',
    'invoiceReceivable.lines.accountId',
    'cardTransaction.lines.accountId',
    'vendor.defaultCompanyEntity.accountId',
    'edit.accountId',
    'edit.defaultCompanyEntity.accountId',
  ],
  costCenter: [
    'expense.lineItems.costCenterId',
    'cardTransaction.lines.costCenterId',
    'vendor.defaultCompanyEntity.costCenterId',
    'edit.defaultCompanyEntity.costCenterId',
  ],
  reimbursementCategory: ['expense.lineItems.reimbursementCategoryId'],
  product: ['invoiceReceivable.lines.productId', 'edit.productId'],
  taxCode: [
    'invoiceReceivable.lines.taxCodeId',
    'cardTransaction.lines.taxCodeId',
    'vendor.defaultCompanyEntity.taxCodeId',
    'edit.taxCodeId',
    'edit.defaultCompanyEntity.taxCodeId',
  ],
  customer: ['invoiceReceivable.customerId'],
  user: [
    'expense.userId',
    'invoiceReceivable.updatedBy',
    'cardTransaction.updatedBy',
    'vendor.approvers.userId',
    'vendor.notes.authorId',
    'vendor.createdBy',
    'userComment.createdBy',
  ],
  companyEntity: [
    'invoiceReceivable.companyEntityId',
    'cardTransaction.companyEntityId',
    'vendor.companyEntityIds',
    'vendor.defaultCompanyEntity.companyEntityId',
    'edit.companyEntityIds',
    'edit.defaultCompanyEntity.companyEntityId',
  ],
  contract: ['invoiceReceivable.contractId'],
  card: ['cardTransaction.cardId'],
  cardBalanceAccount: ['cardTransaction.cardBalanceAccountId'],
  invoiceTemplate: ['invoiceReceivable.invoiceTemplateId'],
  accrualTemplate: ['invoiceReceivable.lines.accrualTemplateId'],
  customPropertyGroup: [
    'invoiceReceivable.customProperties.groupId',
    'invoiceReceivable.lines.customProperties.groupId',
    'cardTransaction.customProperties.groupId',
    'cardTransaction.lines.customProperties.groupId',
    'vendor.customProperties.groupId',
    'edit.customProperties.groupId',
    'invoiceReceivable.customProperties.values.groupId',
    'invoiceReceivable.lines.customProperties.values.groupId',
    'cardTransaction.customProperties.values.groupId',
    'cardTransaction.lines.customProperties.values.groupId',
    'vendor.customProperties.values.groupId',
  ],
  customPropertyValue: [
    'invoiceReceivable.customProperties.values.id',
    'invoiceReceivable.lines.customProperties.values.id',
    'cardTransaction.customProperties.values.id',
    'cardTransaction.lines.customProperties.values.id',
    'vendor.customProperties.values.id',
    'edit.customProperties.valueIds',
  ],
  company: [
    'expense.companyId',
    'invoiceReceivable.companyId',
    'cardTransaction.companyId',
    'vendor.companyId',
    'invoiceReceivable.lines.companyId',
    'cardTransaction.lines.companyId',
    'vendor.notes.companyId',
    'userComment.companyId',
    'invoiceReceivable.customProperties.values.companyId',
    'invoiceReceivable.lines.customProperties.values.companyId',
    'cardTransaction.customProperties.values.companyId',
    'cardTransaction.lines.customProperties.values.companyId',
    'vendor.customProperties.values.companyId',
  ],
} as const satisfies Record<ReferenceKind, readonly string[]>;

/** A field that holds a reference: its kind, and its number among the places of that kind. */
export interface ReferencePlace {
  kind: ReferenceKind;
  number: number;
}

const byPlace = new Map<string, ReferencePlace>(
  (Object.entries(referencePlaces) as [ReferenceKind, readonly string[]][]).flatMap(([kind, places]) =>
    places.map((place, number): [string, ReferencePlace] => [place, { kind, number }]),
  ),
);

/** The reference kind of `holder`'s field at `path`, or null when it holds no reference. Steps that are indexes of an array do not count. */
export function referencePlace(holder: PlaceHolder, path: readonly (string | number)[]): ReferencePlace | null {
  const named = path.filter((step) => typeof step === 'string' && !/^\d+$/.test(step));
  return byPlace.get([holderName(holder), ...named].join('.')) ?? null;
}

/** The kind of reference that a field holds, or null. */
export function referenceKindAt(holder: PlaceHolder, path: readonly (string | number)[]): ReferenceKind | null {
  return referencePlace(holder, path)?.kind ?? null;
}
