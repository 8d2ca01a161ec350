import { expect, test } from 'vitest';
import { approve } from '#main/edits/decide/approve.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { release } from '#main/edits/decide/hold.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { isMovedUnderPayment } from '#shared/service/invoice-states.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { onTheWire } from '#test/laws/domain-server.ts';
import { createDesk, failure, losesAnswers, type Desk, type Weather } from './desk.ts';

/** A payment leaves on the invoice that its user approved: where somebody else moved that meanwhile, the user decides. */

const invoiceOf = (desk: Desk, at = 0) => desk.company.invoices[at] ?? '';
const posts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST').length;
const reads = (desk: Desk, id: string) => desk.requests.filter(({ method, url }) => method === 'GET' && url.includes(id)).length;

function openInvoices(options: Parameters<typeof createDesk>[0] = { reads: true, switches: { reads: true } }): Desk {
  const desk = createDesk(options);
  for (const [at, id] of desk.company.invoices.entries()) {
    changeRecord(desk.company.store, 'invoiceReceivable', id, { state: 'OPEN', amount: 50_000n }, 0);
    desk.know('invoiceReceivable', invoiceOf(desk, at));
  }
  return desk;
}

/** Answers of the service, with other values in them. */
const bent =
  (method: string, place: string, values: JsonObject): Weather =>
  (request, server) => {
    if (request.method !== method || !request.url.includes(place)) return null;
    const { bodyText, ...said } = server.carryOut(request);
    const body = parseJson(bodyText);
    if (!body.ok || !isJsonObject(body.value)) throw new Error('the service answers no record');
    return onTheWire({ ...said, bodyText: stringifyJson({ ...body.value, ...values }) }, 20);
  };

const moves = (desk: Desk, state: string, at = 0) =>
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk, at), { state }, desk.world.now());

test.each(['PARTIALLY_PAID', 'PAID', 'ARCHIVED'])('a payment is held where its invoice became %s after the approval', async (state) => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  moves(desk, state);
  await desk.begin(20_000);
  expect([reasonOf(desk.edit(id)), posts(desk)]).toEqual([{ kind: 'invoiceMoved', from: 'OPEN', to: state }, 0]);
  expect(release(desk.store, [id])).toMatchObject({ ok: true });
  await desk.run(20_000);
  expect(posts(desk)).toBe(1);
});

test('a released payment is held again where its invoice moves again', async () => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  moves(desk, 'PARTIALLY_PAID');
  await desk.begin(20_000);
  moves(desk, 'PAID');
  release(desk.store, [id]);
  await desk.run(20_000);
  expect([reasonOf(desk.edit(id)), posts(desk)]).toEqual([{ kind: 'invoiceMoved', from: 'PARTIALLY_PAID', to: 'PAID' }, 0]);
});

test('two payments of one invoice leave: the first explains the second one’s state', async () => {
  const desk = openInvoices();
  const ids = [desk.pay(0, 20_000n), desk.pay(0, 30_000n)];
  desk.approve(...ids);
  await desk.begin(30_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['applied', 'applied']);
  expect(reads(desk, invoiceOf(desk))).toBeGreaterThan(0);
});

test('a payment that was approved on a partly paid invoice leaves', async () => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  moves(desk, 'PARTIALLY_PAID');
  desk.hear('invoiceReceivable', invoiceOf(desk));
  desk.approve(id);
  await desk.begin(20_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a payment whose answer was lost is held, though its user says that it is not there, and can be called recorded then', async () => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  desk.weather(losesAnswers('POST'));
  await desk.begin(20_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  desk.weather(null);
  await desk.run(200_000);
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: true });
  await desk.run(60_000);
  expect([reasonOf(desk.edit(id)), posts(desk)]).toEqual([{ kind: 'invoiceMoved', from: 'OPEN', to: 'PARTIALLY_PAID' }, 1]);
  // It may be its own earlier request that arrived.
  expect(discard(desk.store, [id])).toMatchObject({ ok: false, why: 'mayBeSent' });
  expect(lookMyself(desk.store, id)).toEqual({ ok: true });
  expect(confirm(desk.store, id)).toEqual({ ok: true });
  expect(desk.edit(id).state).toBe('confirmed');
});

test('without reads an export that comes before the payment leaves holds it', async () => {
  const desk = openInvoices({});
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  moves(desk, 'PAID');
  desk.hear('invoiceReceivable', invoiceOf(desk));
  await desk.begin(20_000);
  expect([reasonOf(desk.edit(id))?.kind, posts(desk)]).toEqual(['invoiceMoved', 0]);
});

test('a payment that was claimed and waits for the keychain is held where an export says meanwhile that its invoice is paid', async () => {
  const desk = openInvoices({});
  const id = desk.pay(0, 20_000n);
  await desk.begin(3_000);
  desk.keychain.takesMs = 5_000;
  desk.approve(id);
  await desk.run(3_000);
  expect(desk.edit(id).state).toBe('sending');
  moves(desk, 'PAID');
  desk.hear('invoiceReceivable', invoiceOf(desk));
  await desk.run(30_000);
  expect([reasonOf(desk.edit(id))?.kind, posts(desk)]).toEqual(['invoiceMoved', 0]);
});

test('a release of a held payment does not hide that its invoice has another currency by now', async () => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  moves(desk, 'PAYMENT_PENDING');
  await desk.begin(20_000);
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), { currency: 'JPY' }, desk.world.now());
  desk.hear('invoiceReceivable', invoiceOf(desk));
  release(desk.store, [id]);
  await desk.run(20_000);
  expect([reasonOf(desk.edit(id))?.kind, posts(desk)]).toEqual(['currencyMoved', 0]);
});

test.each(['PARTIALLY_PAID', 'PAID'])('a payment of ours from before the approval does not explain %s', async (state) => {
  const desk = openInvoices();
  const first = desk.pay(0, 50_000n);
  desk.approve(first);
  await desk.begin(20_000);
  expect(desk.edit(first).state).toBe('applied');
  // The bank took it back, and somebody removed it from the service.
  moves(desk, 'OPEN');
  desk.hear('invoiceReceivable', invoiceOf(desk));
  const second = desk.pay(0, 30_000n);
  desk.approve(second);
  moves(desk, state);
  await desk.run(20_000);
  expect([reasonOf(desk.edit(second)), posts(desk)]).toEqual([{ kind: 'invoiceMoved', from: 'OPEN', to: state }, 1]);
});

test('a part of ours that was approved on our own first part still raises the alarm where the invoice is paid too early', async () => {
  const desk = openInvoices({});
  const [first, second] = [desk.pay(0, 20_000n), desk.pay(0, 15_000n)];
  desk.approve(first);
  await desk.begin(20_000);
  desk.approve(second);
  desk.weather(bent('POST', '/payments', { amount: 50_000n, state: 'PAID' }));
  await desk.run(20_000);
  expect(reasonOf(desk.edit(second))).toEqual({ kind: 'duplicateAlarm' });
});

test.each([null, 7, ['PAID']])('a payment is held where its invoice’s state is no text: %j', async (state) => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  desk.approve(id);
  desk.weather(bent('GET', invoiceOf(desk), { state }));
  await desk.begin(20_000);
  expect([reasonOf(desk.edit(id)), posts(desk)]).toEqual([{ kind: 'invoiceMoved', from: 'OPEN', to: null }, 0]);
  release(desk.store, [id]);
  await desk.run(20_000);
  expect(posts(desk)).toBe(1);
});

test('an approval is stale once another window recorded a payment of the same invoice', () => {
  const desk = openInvoices();
  const id = desk.pay(0, 20_000n);
  const fingerprint = fingerprintOf(desk.store);
  desk.approve(desk.pay(0, 20_000n));
  expect(approve(desk.store, { ids: [id], fingerprint, secondConfirmation: true })).toMatchObject({ ok: false, kind: 'stale' });
});

test('a payment that a user called recorded does not explain its invoice’s state', async () => {
  const desk = openInvoices();
  const [lost, next] = [desk.pay(0, 30_000n), desk.pay(0, 20_000n)];
  desk.approve(lost, next);
  desk.weather(({ method }) => (method === 'POST' ? failure('reset', true) : null));
  await desk.begin(20_000);
  expect(desk.edit(lost).state).toBe('inDoubt');
  desk.weather(null);
  moves(desk, 'PARTIALLY_PAID');
  expect(confirm(desk.store, lost)).toEqual({ ok: true });
  await desk.run(300_000);
  expect(reasonOf(desk.edit(next))).toEqual({ kind: 'invoiceMoved', from: 'OPEN', to: 'PARTIALLY_PAID' });
});

test.each<[total: bigint, others: bigint, state: string, isMoved: boolean]>([
  [-50_000n, -20_000n, 'PAID', true],
  [-50_000n, -50_000n, 'PAID', false],
  [-50_000n, -20_000n, 'PARTIALLY_PAID', false],
  [50_000n, 20_000n, 'PAID', true],
  [50_000n, 50_000n, 'PAID', false],
])('of an invoice of %s, payments of ours of %s explain %s: moved %s', (total, others, state, isMoved) => {
  expect(isMovedUnderPayment('OPEN', state, total, others)).toBe(isMoved);
});
