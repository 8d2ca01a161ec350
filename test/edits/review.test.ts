import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { giveName } from '#main/names/book.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { doubtAbout } from '#main/edits/record/reference-doubts.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { sentenceOfWarning } from '#shared/messages/situation-words.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

function pay(at: Desk, amount: bigint, invoice = 0): string {
  const recordId = at.company.invoices[invoice] ?? '';
  at.know('invoiceReceivable', recordId);
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: amount };
  return at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
}

function nameAccount(at: Desk, id: string, currency: string, kind: 'bankAccount' | 'product' = 'bankAccount'): void {
  giveName(at.store, { kind, id, name: 'SEB dollar account', code: '1940', note: '', currency, inUse: true }, 'typed');
}

function editExpense(at: Desk, body: Record<string, unknown>): string {
  const recordId = at.company.expenses[0] ?? '';
  at.know('expense', recordId);
  return at.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body });
}

function colleague(at: Desk, change: object, updatedAt = '2027-01-01T00:00:00.000Z'): void {
  const id = at.company.expenses[0] ?? '';
  const expense = at.company.store.get('expense', id);
  if (expense) at.company.store.put('expense', id, { ...expense, ...change, updatedAt });
}

test('the batch groups, totals by currency and warns of the same payment, an overpayment and a locked invoice', () => {
  const at = createDesk();
  nameAccount(at, at.company.bankAccountId, '');
  const invoice = at.company.store.get('invoiceReceivable', at.company.invoices[0] ?? '');
  if (!invoice) throw new Error('no invoice');
  at.company.store.put('invoiceReceivable', at.company.invoices[1] ?? '', {
    ...invoice,
    id: at.company.invoices[1] ?? '',
    state: 'ARCHIVED',
  });
  const [first, again, locked] = [pay(at, invoice.amount), pay(at, invoice.amount), pay(at, 5n, 1)];
  const batch = reviewBatch(at.store, null);
  const payments = batch.groups.find(({ kind }) => kind === 'payments');
  expect(payments?.rows.map(({ first }) => first?.id)).toEqual([first, again, locked]);
  expect(batch.totals).toEqual([{ currency: invoice.currency, amountMinor: invoice.amount * 2n + 5n, count: 3 }]);
  expect(payments?.warnings).toContainEqual({ kind: 'samePayment', editId: again, other: first });
  expect(payments?.warnings).toContainEqual(
    expect.objectContaining({ kind: 'overpayment', editId: again, openMinor: 0n, currency: invoice.currency }),
  );
  expect(payments?.warnings).toContainEqual({ kind: 'lockedInvoice', editId: locked, state: 'ARCHIVED' });
  expect(payments?.warnings.filter(({ editId }) => editId === first)).toEqual([]);
});

test('a payment recorded before its invoice was known is summed in the invoice’s currency as soon as that is known', () => {
  const at = createDesk();
  const recordId = at.company.invoices[0] ?? '';
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 700n };
  at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
  expect(reviewBatch(at.store, null).totals).toEqual([]);
  at.know('invoiceReceivable', recordId);
  const currency = at.company.store.get('invoiceReceivable', recordId)?.currency;
  expect(reviewBatch(at.store, null).totals).toEqual([{ currency, amountMinor: 700n, count: 1 }]);
});

test('an approval of content that changed while the user was looking is refused, whole', () => {
  const at = createDesk();
  const first = pay(at, 5n);
  const { fingerprint } = reviewBatch(at.store, null);
  pay(at, 6n);
  const stale = approve(at.store, { ids: [first], fingerprint, secondConfirmation: true });
  expect(stale).toMatchObject({ ok: false, kind: 'stale' });
  expect(at.edit(first).state).toBe('draft');
  const fresh = reviewBatch(at.store, null).fingerprint;
  expect(approve(at.store, { ids: [first], fingerprint: fresh, secondConfirmation: true }).ok).toBe(true);
  expect(at.edit(first)).toMatchObject({
    state: 'waiting',
    approvedBy: expect.stringContaining('00000000-0000-4000-8000-00000000a001') as string,
  });
});

test('a preflight merges what does not overlap and finds conflicts before anything is sent', async () => {
  const at = createDesk();
  at.engine.workOffline(true);
  const id = editExpense(at, { performedDate: '2026-02-03' });
  colleague(at, { originalCurrency: 'SEK' });
  expect(await preflight(at)).toMatchObject({
    reachable: true,
    reread: 1,
    merged: [{ editId: id, fields: [{ path: ['originalCurrency'] }] }],
    conflicts: [],
  });
  colleague(at, { performedDate: '2026-01-01' }, '2027-01-02T00:00:00.000Z');
  expect(await preflight(at)).toMatchObject({ conflicts: [id] });
  expect(at.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a preflight is shown while it covers all edits that wait for review, and no longer', async () => {
  const at = createDesk();
  const [vendor = '', other = ''] = at.company.vendors;
  const rename = (recordId: string, name: string) => {
    at.know('vendor', recordId);
    return at.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { name } });
  };
  rename(vendor, 'Other name');
  const checked = { preflight: await preflight(at), fingerprint: reviewBatch(at.store, null).fingerprint };
  expect(reviewBatch(at.store, checked).preflight).toEqual(checked.preflight);
  rename(other, 'Nobody asked about this');
  expect(reviewBatch(at.store, checked).preflight).toBeNull();
});

async function preflight(at: Desk) {
  const asked = at.engine.preflight();
  await at.run(1_000);
  return asked;
}

async function conflicting(): Promise<{ at: Desk; id: string }> {
  const at = createDesk();
  const id = editExpense(at, { performedDate: '2026-02-03', originalCurrency: 'USD' });
  colleague(at, { performedDate: '2026-01-01' });
  await at.begin(5_000);
  expect(at.edit(id).state).toBe('conflict');
  return { at, id };
}

test('a conflict is settled field by field; the settlement is sent on today’s record', async () => {
  const { at, id } = await conflicting();
  expect(reviewBatch(at.store, null).groups).toMatchObject([
    {
      kind: 'conflicts',
      rows: [
        {
          first: {
            changes: [
              { path: ['originalCurrency'], mine: 'USD' },
              { path: ['performedDate'], mine: '2026-02-03', theirs: '2026-01-01' },
            ],
          },
        },
      ],
    },
  ]);
  const settled = settle(at.store, id, [{ path: ['performedDate'], take: 'theirs' }], {});
  if (!settled.ok || settled.id === null) throw new Error('not settled');
  await at.run(5_000);
  expect(at.edit(settled.id).state).toBe('applied');
  expect(at.company.store.get('expense', at.company.expenses[0] ?? '')).toMatchObject({
    performedDate: '2026-01-01',
    originalCurrency: 'USD',
  });
  expect(reasonOf(at.edit(id))).toEqual({ kind: 'settledBy', edit: settled.id });
});

test('mine wins over theirs, a value typed now over both, and all theirs sends nothing', async () => {
  const edited = await conflicting();
  const answer = settle(edited.at.store, edited.id, [{ path: ['performedDate'], take: 'edited', value: '2026-02-09' }], {});
  expect(answer.ok).toBe(true);
  await edited.at.run(5_000);
  expect(edited.at.company.store.get('expense', edited.at.company.expenses[0] ?? '')?.performedDate).toBe('2026-02-09');

  const theirs = await conflicting();
  const fields = [['performedDate'], ['originalCurrency']].map((path) => ({ path, take: 'theirs' as const }));
  expect(settle(theirs.at.store, theirs.id, fields, {})).toEqual({ ok: true, id: null });
  expect(theirs.at.edit(theirs.id).state).toBe('discarded');

  const wrong = await conflicting();
  expect(settle(wrong.at.store, wrong.id, [{ path: ['performedDate'], take: 'edited', value: 'soon' }], {})).toMatchObject({
    ok: false,
    kind: 'invalid',
  });
  expect(wrong.at.edit(wrong.id).state).toBe('conflict');
});

test('a foreign-currency account, an id of another kind and one never seen are asked about, and recorded all the same', () => {
  const at = createDesk();
  const invoice = at.company.store.get('invoiceReceivable', at.company.invoices[0] ?? '');
  if (!invoice) throw new Error('no invoice');
  const account = at.company.bankAccountId;
  const warned = (id: string) =>
    reviewBatch(at.store, null)
      .groups.flatMap(({ warnings }) => warnings)
      .filter(({ editId }) => editId === id)
      .map((warning) => ({ kind: warning.kind, message: sentenceOfWarning(warning, 'en-GB') }));
  const foreign = invoice.currency === 'USD' ? 'KWD' : 'USD';
  const payment = pay(at, 1n);
  expect(warned(payment)).toEqual([
    { kind: 'neverSeen', message: 'This bank account was never seen on this laptop before. Compare it once more.' },
  ]);
  nameAccount(at, account, 'EUR', 'product');
  expect(warned(payment)).toEqual([{ kind: 'otherKind', message: 'This is the product 1940 SEB dollar account, not a bank account.' }]);
  nameAccount(at, account, foreign);
  expect(warned(payment)).toEqual([
    { kind: 'otherCurrency', message: `1940 SEB dollar account is a ${foreign} account, and the invoice is in ${invoice.currency}.` },
  ]);
  nameAccount(at, account, invoice.currency);
  expect(warned(payment)).toEqual([]);
  giveName(at.store, { kind: 'bankAccount', id: account, name: 'Old account', code: '', note: '', currency: '', inUse: false }, 'typed');
  expect(warned(payment)).toEqual([{ kind: 'notInUse', message: 'Old account is marked as not in use any more.' }]);
  nameAccount(at, account, foreign);
  const { fingerprint } = reviewBatch(at.store, null);
  const approved = approve(at.store, { ids: [payment], fingerprint, secondConfirmation: true });
  expect(approved).toMatchObject({ ok: true });
});

test('an unseen product of a line is questioned; the locked invoice is named for payments alone', () => {
  const at = createDesk();
  const [recordId = ''] = at.company.invoices;
  const invoice = at.company.store.get('invoiceReceivable', recordId);
  if (!invoice) throw new Error('no invoice');
  at.company.store.put('invoiceReceivable', recordId, { ...invoice, state: 'ARCHIVED' });
  at.know('invoiceReceivable', recordId);
  const productId = '00000000-0000-4000-8000-00000000beef';
  const editId = at.record({ kind: 'createInvoiceLine', recordKind: 'invoiceReceivable', recordId, body: { productId } });
  const warnings = reviewBatch(at.store, null).groups.flatMap((group) => group.warnings);
  expect(warnings).toEqual([{ kind: 'neverSeen', refers: 'product', id: productId, editId }]);
});

test('typing warns by the rule of the review, word by word', () => {
  const at = createDesk();
  const [invoice = ''] = at.company.invoices;
  const record = { kind: 'invoiceReceivable' as const, id: invoice };
  const own = at.company.store.get('invoiceReceivable', invoice);
  if (!own) throw new Error('no invoice');
  at.know('invoiceReceivable', invoice);
  const account = at.company.bankAccountId;
  const foreign = own.currency === 'USD' ? 'KWD' : 'USD';
  const entered = (id: string) => doubtAbout(at.store, { kind: 'bankAccount', id }, record);
  const reviewed = (id: string) => {
    const body = { paymentDate: '2026-03-01', amountInInvoiceCurrency: 1n, bankAccountId: id };
    const edit = at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: invoice, body });
    return reviewBatch(at.store, null)
      .groups.flatMap(({ warnings }) => warnings)
      .filter(({ editId, kind }) => editId === edit && /^(other|not|record|never)/.test(kind) && kind !== 'notPositive')
      .map(({ editId: _, ...doubt }) => doubt);
  };
  expect(reviewed(invoice)).toEqual([entered(invoice)]);
  expect(entered(invoice)).toEqual({ kind: 'recordId', refers: 'bankAccount', is: 'invoiceReceivable' });
  nameAccount(at, account, foreign);
  expect(reviewed(account)).toEqual([entered(account)]);
  expect(entered(account)).toMatchObject({ kind: 'otherCurrency', currency: own.currency });
  nameAccount(at, account, own.currency);
  expect([reviewed(account), entered(account)]).toEqual([[], null]);
});
