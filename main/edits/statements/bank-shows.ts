import { bodyOf, editById } from '#main/outbox/outbox.ts';
import { bankAccounts, linesOfEdit } from '#main/statements/bank-lines.ts';
import { coverage } from '#main/statements/line-pages.ts';
import { unusedReceipts } from '#main/statements/receipts.ts';
import type { Store } from '#main/storage/store.ts';
import type { BankShows } from '#shared/contract/views/statement-views.ts';
import { integerOf } from '#shared/records/field.ts';
import { addBankDays, isCovered } from '#shared/statements/bank-days.ts';

/** Bank days before and after a payment's date in which its money may come. */
const near = 5;

/**
 * The bank's side of a payment: the lines that it was drafted from; else unused lines of its account with its sum within 5 bank days; else that the
 * statements cover all these days and no money came. It never says that the service recorded the payment, and decides nothing.
 */
export function bankShows(store: Store, editId: string): BankShows {
  const lines = linesOfEdit(store, editId);
  const row = editById(store, editId);
  const body = row?.priority === 'payment' ? bodyOf(row) : null;
  const day = body?.['paymentDate'];
  const minor = integerOf(body?.['amountInInvoiceCurrency']);
  if (lines.length > 0 || typeof day !== 'string' || minor === null || minor === undefined) return { lines, noneUntil: null };
  const covered = coverage(store);
  const shown: BankShows = { lines: [], noneUntil: null };
  for (const { id, account, bankAccountId } of bankAccounts(store)) {
    if (bankAccountId !== body?.['bankAccountId']) continue;
    const [from, to] = [addBankDays(account, day, -near), addBankDays(account, day, near)];
    shown.lines.push(...unusedReceipts(store, { account: id, from, to, minor }));
    if (isCovered(account, covered.get(id) ?? [], from, to)) shown.noneUntil = to;
  }
  return shown.lines.length > 0 ? { ...shown, noneUntil: null } : shown;
}
