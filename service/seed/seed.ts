import type { Vendor } from '#service/domain/records/vendor.ts';
import type { Store } from '#service/domain/store.ts';
import { makeCards, makeCardTransaction } from './card-transactions.ts';
import { makeCasts, storeCast, type Cast } from './cast.ts';
import { makeExpense } from './expenses.ts';
import { makeNameless } from './nameless.ts';
import { makeInvoice } from './invoices.ts';
import { makePurchaseInvoice } from './purchase-invoices.ts';
import { choicesFrom, type Choices } from './random.ts';
import { makeVendor } from './vendors.ts';

/** The seeding options: the seed number, and how many records of the five kinds the first company gets in all (0: the usual 1,190). */
export interface SeedPlan {
  readonly seed: number;
  readonly records?: number;
}

/** The seed that the sandbox uses when none is given. */
export const usualSeed = 2026;
const usual = { expenses: 340, vendors: 210, invoices: 160, cardTransactions: 420, purchaseInvoices: 60 };
type Counts = typeof usual;
const small: Counts = { expenses: 40, vendors: 20, invoices: 15, cardTransactions: 30, purchaseInvoices: 8 };
const nameless: Counts = { expenses: 330, vendors: 40, invoices: 200, cardTransactions: 60, purchaseInvoices: 4 };

function countsFor(records: number): Counts {
  if (records === 0) return usual;
  const { purchaseInvoices, ...scaled } = usual;
  const factor = records / Object.values(usual).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(scaled).map(([kind, count]) => [kind, Math.ceil(count * factor)]);
  return { ...(Object.fromEntries(counts) as typeof scaled), purchaseInvoices };
}

function times(count: number, make: (index: number) => void): void {
  for (let index = 0; index < count; index++) make(index);
}

function fillCompany(store: Store, choices: Choices, cast: Cast, counts: Counts): void {
  const vendors: Vendor[] = [];
  times(counts.vendors, () => {
    const vendor = makeVendor(choices, cast);
    vendors.push(vendor);
    store.put('vendor', vendor.vendorId, vendor);
  });
  times(counts.expenses, () => {
    const expense = makeExpense(choices, cast);
    store.put('expense', expense.id, expense);
  });
  times(counts.invoices, (index) => {
    const { invoice, ledger } = makeInvoice(choices, cast, index + 1);
    store.put('invoiceReceivable', invoice.id, invoice);
    store.put('paymentLedger', invoice.id, ledger);
  });
  const cards = makeCards(choices);
  times(counts.cardTransactions, () => {
    const transaction = makeCardTransaction(choices, cast, cards);
    store.put('cardTransaction', transaction.id, transaction);
  });
  times(counts.purchaseInvoices, () => {
    const invoice = makePurchaseInvoice(choices, cast, choices.pick(vendors));
    store.put('invoicePayable', invoice.id, invoice);
  });
}

function fillNameless(store: Store, seed: number): void {
  const choices = choicesFrom(seed + 104_729);
  const cast = makeNameless(choices);
  storeCast(store, cast);
  fillCompany(store, choices, cast, nameless);
}

/** Fills an empty store with two believable companies and one whose references have no names. The same plan gives the same records with the same ids, everywhere. */
export function seedStore<S extends Store>(store: S, plan: SeedPlan = { seed: usualSeed }): S {
  for (const [index, cast] of makeCasts(plan.seed).entries()) {
    storeCast(store, cast);
    fillCompany(store, choicesFrom(plan.seed + 7919 * (index + 1)), cast, index === 0 ? countsFor(plan.records ?? 0) : small);
  }
  fillNameless(store, plan.seed);
  return store;
}
