/**
 * Kinds that the specification refers to by identifier and never lists ("Resources and their fields"): the family of a field, by which the names directory
 * of names is kept. Records are no references: they have titles.
 */
export const referenceKinds = [
  'bankAccount',
  'ledgerAccount',
  'costCenter',
  'reimbursementCategory',
  'product',
  'taxCode',
  'customer',
  'user',
  'companyEntity',
  'contract',
  'card',
  'cardBalanceAccount',
  'invoiceTemplate',
  'accrualTemplate',
  'customPropertyGroup',
  'customPropertyValue',
  'company',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Names one thing that the service knows and we may have a name for. `id` in lower case. */
export interface ReferenceRef {
  kind: ReferenceKind;
  id: string;
}
