import type { ReferenceName } from '#shared/contract/views/names-views.ts';
import type { ReferenceKind } from './reference-kind.ts';

/** The singular and plural names of a kind of reference. */
export const referenceWords: Record<ReferenceKind, { one: string; many: string }> = {
  bankAccount: { one: 'Bank account', many: 'Bank accounts' },
  ledgerAccount: { one: 'Ledger account', many: 'Ledger accounts' },
  costCenter: { one: 'Cost centre', many: 'Cost centres' },
  reimbursementCategory: { one: 'Category', many: 'Categories' },
  product: { one: 'Product', many: 'Products' },
  taxCode: { one: 'Tax code', many: 'Tax codes' },
  customer: { one: 'Customer', many: 'Customers' },
  user: { one: 'User', many: 'Users' },
  companyEntity: { one: 'Company entity', many: 'Company entities' },
  contract: { one: 'Contract', many: 'Contracts' },
  card: { one: 'Card', many: 'Cards' },
  cardBalanceAccount: { one: 'Card balance account', many: 'Card balance accounts' },
  invoiceTemplate: { one: 'Invoice template', many: 'Invoice templates' },
  accrualTemplate: { one: 'Accrual template', many: 'Accrual templates' },
  customPropertyGroup: { one: 'Custom property', many: 'Custom properties' },
  customPropertyValue: { one: 'Property value', many: 'Property values' },
  company: { one: 'Company', many: 'Companies' },
};

/** Code and name, as people say them; null while nobody gave one. */
export function calledInText({ code, name }: Pick<ReferenceName, 'code' | 'name'>): string | null {
  return name === null ? null : [code, name].filter((part) => part !== null).join(' ');
}
