import { expect, test } from 'vitest';
import { recordView } from '#main/app/views/record-view.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { giveUp } from '#main/edits/decide/doubt.ts';
import { createDesk, losesAnswers, refusal, type Desk } from '#test/sync/desk.ts';

/** Known payments of an invoice, and the warnings before another one is approved. */

const otherAccount = '0f0f0f0f-0000-4000-8000-000000000001';
const invoiceOf = (at: Desk) => at.company.invoices[0] ?? '';
const bodyOf = (at: Desk, paymentDate: string, amountInInvoiceCurrency: bigint, bankAccountId = at.company.bankAccountId) => ({
  ...{ paymentDate, bankAccountId, amountInInvoiceCurrency },
});

function pay(at: Desk, paymentDate: string, amount = 100n, bankAccountId?: string): string {
  const body = bodyOf(at, paymentDate, amount, bankAccountId);
  return at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: invoiceOf(at), body });
}

/** An invoice that came in this state, with a total that no payment of these tests reaches. */
function desk(state = 'OPEN'): Desk {
  const at = createDesk();
  changeRecord(at.company.store, 'invoiceReceivable', invoiceOf(at), { state, amount: 500_000n }, Date.UTC(2026, 0, 1));
  at.know('invoiceReceivable', invoiceOf(at));
  return at;
}

async function carriedOut(at: Desk, paymentDate: string, amount?: bigint): Promise<string> {
  const id = pay(at, paymentDate, amount);
  at.approve(id);
  await at.begin(60_000);
  expect(at.edit(id).state).toBe('applied');
  return id;
}

const warned = (at: Desk, id: string) =>
  reviewBatch(at.store, null)
    .groups.flatMap(({ warnings }) => warnings)
    .filter(({ editId, kind }) => editId === id && ['samePayment', 'nearlySamePayment', 'partlyPaid', 'overpayment'].includes(kind));
const nearly = (editId: string, date = '2026-02-03') => ({
  ...{ kind: 'nearlySamePayment', editId, amountMinor: 100n, currency: expect.any(String) as string, date },
});
const viewOf = (at: Desk) => recordView(at.store, { kind: 'invoiceReceivable', id: invoiceOf(at) });

test('a payment that was carried out is near another of its amount within five days, whatever the account', async () => {
  const at = desk();
  await carriedOut(at, '2026-02-03');
  const [dayOff, elsewhere, last, late, other] = [
    pay(at, '2026-02-04', 100n),
    pay(at, '2026-01-29', 100n, otherAccount),
    pay(at, '2026-02-13', 101n),
    pay(at, '2026-02-20', 100n),
    pay(at, '2026-02-03', 99n),
  ];
  expect(warned(at, dayOff)).toEqual([nearly(dayOff)]);
  expect(warned(at, elsewhere)).toEqual([nearly(elsewhere)]);
  expect([last, late, other].map((id) => warned(at, id))).toEqual([[], [], []]);
});

test('exactly the same payment has the stronger warning alone, also once the first was carried out', async () => {
  const at = desk();
  const first = await carriedOut(at, '2026-02-03');
  const again = pay(at, '2026-02-03');
  expect(warned(at, again)).toEqual([{ kind: 'samePayment', editId: again, other: first }]);
});

test('of two drafts the later one is warned of; approved or sent, the later one counts for the earlier one too', async () => {
  const at = desk();
  const [first, later] = [pay(at, '2026-02-03'), pay(at, '2026-02-05')];
  expect([first, later].map((id) => warned(at, id))).toEqual([[], [nearly(later)]]);
  at.approve(later);
  expect(warned(at, first)).toEqual([nearly(first, '2026-02-05')]);
});

test('the remainder before a payment is reduced by one that was recorded after it and approved', () => {
  const at = desk();
  const [first, later] = [pay(at, '2026-02-03', 300_000n), pay(at, '2026-03-05', 250_000n)];
  const any = { amountMinor: expect.any(BigInt) as bigint, currency: expect.any(String) as string };
  const over = (editId: string, openMinor: bigint) => [{ kind: 'overpayment', editId, openMinor, ...any }];
  expect([first, later].map((id) => warned(at, id))).toEqual([[], over(later, 200_000n)]);
  at.approve(later);
  expect(warned(at, first)).toEqual(over(first, 250_000n));
});

test('rejected, discarded or changed payments resemble nothing, and no payment resembles itself', async () => {
  const at = desk();
  at.weather(() => refusal);
  const rejected = pay(at, '2026-02-03');
  at.approve(rejected);
  await at.begin(60_000);
  expect(at.edit(rejected).state).toBe('rejected');
  const discarded = pay(at, '2026-02-03');
  expect(discard(at.store, [discarded])).toMatchObject({ ok: true });
  const typed = pay(at, '2026-02-03', 100n);
  const changed = change(at.store, typed, bodyOf(at, '2026-02-04', 100n), {});
  if (!changed.ok) throw new Error('not changed');
  expect(warned(at, changed.id)).toEqual([]);
  expect(viewOf(at)?.paid?.payments).toEqual([{ id: changed.id, date: '2026-02-04', amountMinor: 100n }]);
});

test('an invoice that came partly paid is warned of, until what was paid of it can be our own', async () => {
  const came = desk('PARTIALLY_PAID');
  const first = pay(came, '2026-02-03');
  expect(warned(came, first)).toEqual([{ kind: 'partlyPaid', editId: first }]);
  expect(viewOf(came)?.paid).toMatchObject({ elsewhere: true });
  came.approve(first);
  await came.begin(60_000);
  // Our payment changes nothing about what was paid before it.
  const next = pay(came, '2026-02-20', 7n);
  expect(warned(came, next)).toEqual([{ kind: 'partlyPaid', editId: next }]);
  const ours = desk('OPEN');
  await carriedOut(ours, '2026-02-03');
  expect(viewOf(ours)?.row.status).toBe('PARTIALLY_PAID');
  expect(viewOf(ours)?.paid).toMatchObject({ elsewhere: false });
  expect(warned(ours, pay(ours, '2026-02-20', 7n))).toEqual([]);
  expect(recordView(ours.store, { kind: 'expense', id: ours.company.expenses[0] ?? '' })?.paid).toBeUndefined();
});

const refusedBefore = (at: Desk, id: string) =>
  reviewBatch(at.store, null)
    .groups.flatMap(({ warnings }) => warnings)
    .filter(({ editId, kind }) => editId === id && kind === 'refusedBefore');

test.each([
  ['CONFLICT', 409, true],
  ['NOT_FOUND', 404, true],
  ['UNPROCESSABLE_CONTENT', 422, true],
  ['FORBIDDEN', 403, false],
])('a payment that the service refused with %s and that is typed again is warned about: %s %s', async (type, status, warns) => {
  const at = desk();
  const first = pay(at, '2026-02-03');
  at.approve(first);
  const body = new TextEncoder().encode(JSON.stringify({ type, errors: [] }));
  const headers: [string, string][] = [['content-type', 'application/json']];
  at.weather((request) => (request.method === 'POST' ? { kind: 'answer', status, headers, body, afterMs: 10 } : null));
  await at.begin(60_000);
  expect(at.edit(first).state).toBe('rejected');
  const [again, other] = [pay(at, '2026-02-04'), pay(at, '2026-02-04', 99n)];
  const warning = (id: string) => (warns ? [{ kind: 'refusedBefore', editId: id, other: first }] : []);
  expect(refusedBefore(at, again)).toEqual(warning(again));
  expect(refusedBefore(at, other)).toEqual([]);
  discard(at.store, [first]);
  expect(refusedBefore(at, again)).toEqual(warning(again));
});

test('a payment that its user gave up in doubt and that is typed again is warned about', async () => {
  const at = desk();
  const first = pay(at, '2026-02-03');
  at.approve(first);
  at.weather(losesAnswers('POST'));
  await at.begin(200_000);
  expect(at.edit(first).state).toBe('inDoubt');
  expect(giveUp(at.store, first)).toEqual({ ok: true });
  const [again, other] = [pay(at, '2026-02-04'), pay(at, '2026-02-04', 99n)];
  expect(refusedBefore(at, again)).toEqual([{ kind: 'refusedBefore', editId: again, other: first }]);
  expect(refusedBefore(at, other)).toEqual([]);
});

test('a payment under review says whose invoice it pays, and what is open after it and those before it', () => {
  const at = desk();
  const first = pay(at, '2026-02-03', 499_000n);
  const second = pay(at, '2026-02-04', 1_500n);
  const rows = reviewBatch(at.store, null).groups.flatMap((group) => group.rows);
  const of = (id: string) => rows.find((row) => row.first?.id === id)?.payment;
  expect(of(first)).toEqual({ customerId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, leftMinor: 1_000n, atMost: false });
  expect(of(second)?.leftMinor).toBe(-500n);
});
