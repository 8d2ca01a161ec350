import { expect, test } from 'vitest';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { underWay } from '#main/edits/undo/under-way.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { createDesk } from '#test/sync/desk.ts';

test('open edits are counted by kind and state, bank details apart; payments to review are summed, edits that need the user are named', () => {
  const at = createDesk();
  const { invoices, expenses, vendors, bankAccountId } = at.company;
  const pay = (place: number, amount: bigint): string => {
    const recordId = invoices[place] ?? '';
    at.know('invoiceReceivable', recordId);
    const body = { paymentDate: '2026-02-03', bankAccountId, amountInInvoiceCurrency: amount };
    return at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
  };
  pay(0, 10_050n);
  pay(1, 4n);
  hold(at.store, [pay(1, 900n)]);
  discard(at.store, [pay(0, 77n)]);
  const [expense = ''] = expenses;
  at.know('expense', expense);
  at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-03-12' } });
  const [vendor = ''] = vendors;
  at.know('vendor', vendor);
  at.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body: { bankAccountNumber: 'DE89370400440532013000' } });

  const { kinds, payments, newest } = underWay(at.store);
  const scanned = at.store.sql.prepare<[], { state: string; kind: string; touches_bank: number }>(
    `SELECT * FROM outbox WHERE ${isOpenSql}`,
  );
  const named = (state: string, kind: string, bank: boolean) => `${state} ${kind} ${bank}`;
  const oracle = scanned.all().map(({ state, kind, touches_bank }) => named(state, kind, touches_bank === 1));
  const told = kinds.flatMap(({ state, kind, touchesBank, count }) => Array<string>(count).fill(named(state, kind, touchesBank)));
  expect(told.toSorted()).toEqual(oracle.toSorted());
  expect(told).toContain('draft updateVendor true');
  expect(payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(10_054n);
  expect(newest.map(({ state, amountMinor }) => [state, amountMinor])).toEqual([['held', 900n]]);
});
