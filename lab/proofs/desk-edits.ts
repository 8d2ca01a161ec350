import type { Store } from '#main/storage/store.ts';
import type { EditInput } from '#main/edits/record/record-edit.ts';
import type { MemoryStore } from '#service/domain/memory-store.ts';

/** The records that the desks of a proof work on. */
export interface DeskRecords {
  expenses: string[];
  invoices: string[];
  bankAccountId: string;
}

/** Picks records that take edits and payments without limit. */
export function deskRecords(service: Pick<MemoryStore, 'list'>, companyId: string): DeskRecords {
  const ours = <T extends { companyId: string }>(values: Iterable<T>, fits: (value: T) => boolean) =>
    [...values].filter((value) => value.companyId === companyId && fits(value));
  const [bankAccount] = ours(service.list('bankAccount'), () => true);
  if (!bankAccount) throw new Error('the seed has no bank account');
  return {
    expenses: ours(service.list('expense'), ({ status }) => status !== 'CANCELLED').map(({ id }) => id),
    invoices: ours(service.list('invoiceReceivable'), ({ state }) => ['OPEN', 'PARTIALLY_PAID', 'PAID'].includes(state)).map(
      ({ id }) => id,
    ),
    bankAccountId: bankAccount.id,
  };
}

/** One edit: two of five create something. `mark` makes comments findable on the service. */
export function deskEdit(records: DeskRecords, random: () => number, mark: string): EditInput {
  const pick = (ids: readonly string[]) => ids[Math.floor(random() * ids.length)] ?? '';
  const day = `2026-01-${String(1 + Math.floor(random() * 27)).padStart(2, '0')}`;
  const draw = random();
  if (draw < 0.6) return { kind: 'updateExpense', recordKind: 'expense', recordId: pick(records.expenses), body: { performedDate: day } };
  if (draw < 0.8)
    return { kind: 'createUserComment', recordKind: 'expense', recordId: pick(records.expenses), body: { content: `Comment ${mark}` } };
  const body = { paymentDate: day, bankAccountId: records.bankAccountId, amountInInvoiceCurrency: BigInt(1 + Math.floor(random() * 1000)) };
  return { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: pick(records.invoices), body };
}

export function draftIds(store: Store): string[] {
  return store.sql
    .prepare<unknown[], { id: string }>(`SELECT id FROM outbox WHERE state = 'draft' ORDER BY seq`)
    .all()
    .map(({ id }) => id);
}
