import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { createDesk, type Desk } from './desk.ts';

/** An amount carries its currency: another currency of the record stops the edit for the user (law 30). */

const invoiceOf = (desk: Desk) => desk.company.invoices[0] ?? '';
const posts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST').length;
const shownNow = (desk: Desk): JsonObject => recordOf(desk.store, { kind: 'invoiceReceivable', id: invoiceOf(desk) })?.value ?? {};

function knownInvoice(): { desk: Desk; was: unknown } {
  const desk = createDesk();
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), {}, 0);
  desk.know('invoiceReceivable', invoiceOf(desk));
  return { desk, was: shownNow(desk)['currency'] };
}

function becomesYen(desk: Desk): void {
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), { currency: 'JPY' }, desk.world.now());
  desk.hear('invoiceReceivable', invoiceOf(desk));
}

const bodyOf = (desk: Desk, amountInInvoiceCurrency: bigint) => ({
  paymentDate: '2026-02-03',
  bankAccountId: desk.company.bankAccountId,
  amountInInvoiceCurrency,
});

test('a payment under review stops when the invoice has another currency, and is in no total until its amount is entered again', () => {
  const { desk, was } = knownInvoice();
  const id = desk.pay(0, 10_000n);
  expect(reviewBatch(desk.store, null).totals).toEqual([{ currency: was, amountMinor: 10_000n, count: 1 }]);
  becomesYen(desk);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'currencyMoved', from: was, to: 'JPY' });
  expect(reviewBatch(desk.store, null)).toMatchObject({ totals: [], groups: [{ kind: 'conflicts' }] });
  expect(approve(desk.store, { ids: [id], fingerprint: fingerprintOf(desk.store), secondConfirmation: true })).toMatchObject({ ok: false });
  expect(settle(desk.store, id, [], {})).toMatchObject({ ok: false, why: 'needsCorrection' });
  const again = change(desk.store, id, bodyOf(desk, 100n), {}, shownNow(desk));
  expect(again.ok && desk.edit(again.id).state).toBe('draft');
  expect(reviewBatch(desk.store, null).totals).toEqual([{ currency: 'JPY', amountMinor: 100n, count: 1 }]);
});

test('an approved payment is not sent in another currency than it was entered in', async () => {
  const { desk } = knownInvoice();
  const id = desk.pay(0, 10_000n);
  desk.approve(id);
  becomesYen(desk);
  await desk.begin(20_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'currencyMoved', to: 'JPY' });
  expect(posts(desk)).toBe(0);
});

test('a payment that was claimed and waits for the keychain is not sent in another currency', async () => {
  const { desk } = knownInvoice();
  const id = desk.pay(0, 10_000n);
  await desk.begin(3_000);
  desk.keychain.takesMs = 5_000;
  desk.approve(id);
  await desk.run(3_000);
  expect(desk.edit(id).state).toBe('sending');
  becomesYen(desk);
  await desk.run(30_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'currencyMoved', to: 'JPY' });
  expect(posts(desk)).toBe(0);
});

test('a payment that was entered in a form over the old currency is stopped when it is recorded', () => {
  const { desk } = knownInvoice();
  const seen = shownNow(desk);
  becomesYen(desk);
  const input = { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable' as const, recordId: invoiceOf(desk) };
  expect(desk.edit(desk.record({ ...input, body: bodyOf(desk, 10_000n), seen })).state).toBe('conflict');
  expect(desk.edit(desk.record({ ...input, body: bodyOf(desk, 100n), seen: shownNow(desk) })).state).toBe('draft');
});

test('a held payment is stopped when it is released, and not where its amount was entered again', () => {
  const { desk } = knownInvoice();
  const [held, corrected] = [desk.pay(0, 10_000n), desk.pay(0, 20_000n)];
  hold(desk.store, [held, corrected]);
  becomesYen(desk);
  const again = change(desk.store, corrected, bodyOf(desk, 200n), {}, shownNow(desk));
  release(desk.store, [held, ...(again.ok ? [again.id] : [])]);
  expect(desk.edit(held).state).toBe('conflict');
  expect(again.ok && desk.edit(again.id).state).toBe('draft');
});

test('an invoice line with its own price is stopped too, and one without continues', () => {
  const { desk } = knownInvoice();
  const line = (price: object) =>
    desk.record({
      kind: 'createInvoiceLine',
      recordKind: 'invoiceReceivable',
      recordId: invoiceOf(desk),
      body: { productId: desk.company.productId, quantity: 1, ...price },
    });
  const [priced, plain] = [line({ priceOverwrite: 10_000n }), line({})];
  becomesYen(desk);
  expect([desk.edit(priced).state, desk.edit(plain).state]).toEqual(['conflict', 'draft']);
});
