import { MemoryStore } from '#service/domain/memory-store.ts';
import type { Caller } from '#service/domain/operations/operation.ts';
import type { CustomPropertyGroup, StoredKind } from '#service/domain/store.ts';
import { seedStore } from '#service/seed/seed.ts';

/** Ids of the few records that workloads edit. */
export interface SmallCompany {
  store: MemoryStore;
  caller: Caller;
  expenses: string[];
  vendors: string[];
  invoices: string[];
  cardTransactions: string[];
  bankAccountId: string;
  productId: string;
  groups: CustomPropertyGroup[];
}

const referenceKinds: readonly StoredKind[] = [
  'company',
  'user',
  'companyEntity',
  'bankAccount',
  'account',
  'costCenter',
  'reimbursementCategory',
  'customer',
  'product',
  'taxCode',
  'customPropertyGroup',
];

const template = makeTemplate();

/** A company of four expenses, two vendors, three open invoices and two card transactions, each time again; values are shared, changes are not. */
export function smallCompany(): SmallCompany {
  return { ...template, store: template.store.clone() };
}

function makeTemplate(): SmallCompany {
  const whole = seedStore(new MemoryStore(), { seed: 2026 });
  const company = [...whole.list('company')][0];
  const user = [...whole.list('user')].find(({ roles }) => roles.includes('admin'));
  if (!company || !user) throw new Error('the seed has no company or no admin');
  const store = new MemoryStore();
  for (const kind of referenceKinds) for (const value of whole.list(kind)) store.put(kind, (value as { id: string }).id, value);
  const ours = <T extends { companyId: string }>(values: Iterable<T>, count: number, fits: (value: T) => boolean): T[] =>
    [...values].filter((value) => value.companyId === company.id && fits(value)).slice(0, count);

  const expenses = ours(whole.list('expense'), 4, ({ status }) => status !== 'CANCELLED');
  for (const expense of expenses) store.put('expense', expense.id, expense);
  const vendors = ours(whole.list('vendor'), 2, ({ failureContext }) => failureContext === null);
  for (const vendor of vendors) store.put('vendor', vendor.vendorId, vendor);
  const invoices = ours(whole.list('invoiceReceivable'), 3, ({ state, failureContext }) => state === 'OPEN' && failureContext === null);
  for (const invoice of invoices) store.put('invoiceReceivable', invoice.id, invoice);
  const cards = ours(
    whole.list('cardTransaction'),
    2,
    ({ editStatus, failureContext }) => editStatus === 'ALL_EDITS_ALLOWED' && failureContext === null,
  );
  for (const card of cards) store.put('cardTransaction', card.id, card);
  const [bankAccount] = ours(whole.list('bankAccount'), 1, () => true);
  const [product] = ours(whole.list('product'), 1, () => true);
  if (!bankAccount || !product || cards.length < 2 || invoices.length < 3 || vendors.length < 2) throw new Error('the seed is too small');
  return {
    store,
    caller: { userId: user.id, companyId: company.id, roles: ['admin'] },
    expenses: expenses.map(({ id }) => id),
    vendors: vendors.map(({ vendorId }) => vendorId),
    invoices: invoices.map(({ id }) => id),
    cardTransactions: cards.map(({ id }) => id),
    bankAccountId: bankAccount.id,
    productId: product.id,
    groups: [...whole.list('customPropertyGroup')].filter(({ companyId }) => companyId === company.id),
  };
}
