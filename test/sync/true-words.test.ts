import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { auditOf } from '#main/audit/audit.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { wordsOfActivity } from '#shared/messages/activity-words.ts';
import { sentenceOfWarning } from '#shared/messages/situation-words.ts';
import { answer } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';

/** Sentences about money and other people's work: when each is said, and when not. */

const invoiceOf = (desk: Desk, n = 0) => desk.company.invoices[n] ?? '';
const vendorOf = (desk: Desk) => desk.company.vendors[0] ?? '';

const problem = {
  name: 'UnprocessableContentError',
  type: 'UNPROCESSABLE_CONTENT',
  errors: [{ type: 'BANK', message: 'The bank file was rejected.', path: null, context: null }],
};

/** An invoice with a problem of its own at the service, known here or not. */
function withProblem(desk: Desk, known: boolean): void {
  if (!known) desk.know('invoiceReceivable', invoiceOf(desk));
  const served = desk.company.store.get('invoiceReceivable', invoiceOf(desk));
  if (served) desk.company.store.put('invoiceReceivable', served.id, { ...served, failureContext: problem });
  if (known) desk.know('invoiceReceivable', invoiceOf(desk));
}

test('a problem that the invoice had before is no answer to a payment; a new one is reported, and not as a refusal', async () => {
  for (const known of [true, false]) {
    const desk = createDesk();
    withProblem(desk, known);
    const id = desk.pay();
    desk.approve(id);
    await desk.begin(30_000);
    expect(desk.edit(id).state).toBe('applied');
    expect(reasonOf(desk.edit(id))?.kind).toBe(known ? 'clean' : 'appliedWithProblem');
    expect(desk.said(id)).not.toMatch(/refused/);
    if (!known) expect(desk.said(id)).toBe('The service applied it. The record shows a problem now: The bank file was rejected.');
  }
});

test('a problem in the answer to a new comment is reported, also if its record had it before', async () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  const served = desk.company.store.get('expense', recordId);
  desk.company.store.put('expense', recordId, { ...served, failureContext: problem } as never);
  desk.know('expense', recordId);
  desk.weather((request, server) => {
    if (request.method !== 'POST') return null;
    const { status, bodyText } = server.carryOut(request);
    const text = JSON.stringify({ ...(JSON.parse(bodyText) as object), failureContext: problem });
    return answer(status, { 'content-type': 'application/json' }, text);
  });
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))?.kind).toBe('appliedWithProblem');
});

test('later news after a payment counts: a problem, and the paid invoice', async () => {
  const problemDesk = createDesk();
  problemDesk.know('invoiceReceivable', invoiceOf(problemDesk));
  const id = problemDesk.pay();
  withProblem(problemDesk, true);
  problemDesk.approve(id);
  await problemDesk.begin(30_000);
  expect(reasonOf(problemDesk.edit(id))?.kind).toBe('clean');

  const paidDesk = createDesk();
  paidDesk.know('invoiceReceivable', invoiceOf(paidDesk));
  const again = paidDesk.pay();
  changeRecord(paidDesk.company.store, 'invoiceReceivable', invoiceOf(paidDesk), { state: 'PAID' }, Date.UTC(2030, 0, 1));
  paidDesk.know('invoiceReceivable', invoiceOf(paidDesk));
  changeRecord(paidDesk.company.store, 'invoiceReceivable', invoiceOf(paidDesk), { state: 'OPEN' }, Date.UTC(2030, 0, 1));
  paidDesk.approve(again);
  await paidDesk.begin(30_000);
  expect(reasonOf(paidDesk.edit(again))?.kind).toBe('duplicateAlarm');
});

test('“someone else changed the record” is not said for certain where our own lost request may have done it', async () => {
  for (const lost of [true, false]) {
    const desk = createDesk();
    desk.know('vendor', vendorOf(desk));
    const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body: { email: 'our@vendor.test' } });
    desk.approve(id);
    let writes = 0;
    desk.weather((request, server) => {
      if (request.method !== 'PUT' || (writes += 1) > 1) return null;
      if (lost) server.carryOut(request);
      else changeRecord(server.company.store, 'vendor', vendorOf(desk), { city: 'Faro' }, desk.world.now());
      return lost ? failure('reset', true) : null;
    });
    await desk.begin(300_000);
    expect(reasonOf(desk.edit(id))?.kind).toBe('versionJump');
    expect(desk.said(id)).toMatch(lost ? /request of yours whose answer got lost may have done that/ : /^Someone else changed the record/);
  }
});

test('“reading the record shows it” appears when it does; if it shows nothing applied, that is stated', async () => {
  for (const carriedOut of [true, false]) {
    const desk = createDesk();
    const expense = desk.company.expenses[0] ?? '';
    desk.know('expense', expense);
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
    let writes = 0;
    desk.weather((request, server) => {
      if (request.method !== 'PATCH' || (writes += 1) > 1) return null;
      if (carriedOut) server.carryOut(request);
      return failure('reset', true);
    });
    await desk.begin(300_000);
    const checked = auditOf(desk.store, null, null, 50).find(({ facts }) => facts['from'] === 'checking');
    const detail = checked ? wordsOfActivity(checked).detail : null;
    if (carriedOut) expect(detail).toBe('No clear answer came, but reading the record shows it.');
    else expect(detail).toBe('No clear answer came, and reading the record shows that it was not applied.');
  }
});

test('“not sent over it” appears for a conflict found by a read before, and not after a request', async () => {
  for (const left of [true, false]) {
    const desk = createDesk();
    const expense = desk.company.expenses[0] ?? '';
    desk.know('expense', expense);
    const theirs = () => changeRecord(desk.company.store, 'expense', expense, { performedDate: '2026-01-09' }, desk.world.now() + 60_000);
    if (!left) theirs();
    const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
    desk.weather((request) => {
      if (request.method !== 'PATCH') return null;
      theirs();
      return failure('reset', true);
    });
    await desk.begin(300_000);
    expect(desk.edit(id).state).toBe('conflict');
    if (left) expect(desk.said(id)).toMatch(/A request of yours left before and had no clear answer/);
    else expect(desk.said(id)).toMatch(/Choose which value to keep\.$/);
    expect(desk.requests.some(({ method }) => method === 'PATCH')).toBe(left);
  }
});

test('“the service could not be reached” is not said of a locked keychain', async () => {
  for (const locked of [true, false]) {
    const desk = createDesk();
    desk.know('invoiceReceivable', invoiceOf(desk));
    const id = desk.pay();
    desk.approve(id);
    await desk.engine.start();
    desk.keychain.refuses = locked;
    if (!locked) desk.weather((request) => (request.method === 'POST' ? failure('refused', false) : null));
    await desk.run(3_000);
    expect(desk.edit(id).state).toBe('waiting');
    expect(desk.said(id)).toBe(
      locked ? 'This laptop’s keychain is locked. Nothing left this time.' : 'The service could not be reached. Nothing left this time.',
    );
  }
});

test('without a read, no text says that it was not there', async () => {
  const desk = createDesk();
  const card = desk.company.cardTransactions[0] ?? '';
  desk.know('cardTransaction', card);
  desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: card, body: { description: 'Taxi' } });
  let writes = 0;
  desk.weather((request) => (request.method === 'PATCH' && (writes += 1) === 1 ? failure('reset', true) : null));
  await desk.begin(300_000);
  const again = auditOf(desk.store, null, null, 50).find(({ what }) => what === 'again');
  if (!again) throw new Error('not sent again');
  const words = wordsOfActivity(again);
  expect(`${words.message} ${words.detail ?? ''}`).not.toMatch(/not there|not applied/);
  expect(words.detail).toBe('No clear answer came, and the record cannot be read. The same values may be sent again.');
});

test('payments are sent after the edits approved with them; one record keeps the recorded order', async () => {
  const desk = createDesk();
  for (const n of [0, 1]) desk.know('invoiceReceivable', invoiceOf(desk, n));
  for (const id of desk.company.vendors) desk.know('vendor', id);
  const vendors = desk.company.vendors.map((recordId, n) =>
    desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { email: `a${n}@vendor.test` } }),
  );
  const first = desk.pay(0);
  const line = desk.record({
    kind: 'createInvoiceLine',
    recordKind: 'invoiceReceivable',
    recordId: invoiceOf(desk, 0),
    body: { productId: desk.company.productId, quantity: 1 },
  });
  // One vendor answers late: the payment waits for it though the connection has room.
  desk.weather(async (request) => {
    if (request.method === 'PUT' && request.url.includes(desk.company.vendors[1] ?? '?')) await desk.world.sleep(8_000);
    return null as never;
  });
  desk.approve(...vendors, first, line);
  await desk.begin(5_000);
  expect(desk.edit(vendors[0] ?? '').state).toBe('applied');
  expect(desk.edit(first).state).toBe('waiting');
  await desk.run(60_000);
  const sent = desk.requests.filter(({ method }) => method === 'PUT' || method === 'POST').map(({ url }) => url.split('/').at(-1));
  expect(sent.slice(0, 2).sort()).toEqual([...desk.company.vendors].sort());
  expect(sent.slice(2)).toEqual(['payments', 'lines']);
});

test('a record that cannot be read keeps no payment of the same approval back', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  desk.know('invoiceReceivable', invoiceOf(desk));
  const vendor = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body: { email: 'a@vendor.test' } });
  const paid = desk.pay();
  const body = new TextEncoder().encode('{"type":"INTERNAL_ERROR","errors":[]}');
  const trouble = {
    kind: 'answer' as const,
    status: 500,
    headers: [['content-type', 'application/json']] as [string, string][],
    body,
    afterMs: 5,
  };
  desk.weather((request) => (request.method === 'GET' && request.url.includes(vendorOf(desk)) ? trouble : null));
  desk.approve(vendor, paid);
  await desk.begin(900_000);
  expect(desk.edit(vendor).state).toBe('held');
  expect(desk.edit(paid).state).toBe('applied');
});

test('the old total of an invoice is not shown as today’s once our own line was added', async () => {
  const desk = createDesk();
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), {}, Date.UTC(2026, 0, 1));
  desk.know('invoiceReceivable', invoiceOf(desk));
  const ref = { kind: 'invoiceReceivable' as const, id: invoiceOf(desk) };
  expect(recordOf(desk.store, ref)?.value['amount']).toBeDefined();
  const body = { productId: desk.company.productId, quantity: 1 };
  const id = desk.record({ kind: 'createInvoiceLine', recordKind: 'invoiceReceivable', recordId: invoiceOf(desk), body });
  desk.approve(id);
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(recordOf(desk.store, ref)?.value['amount']).toBeUndefined();
  desk.know('invoiceReceivable', invoiceOf(desk));
  expect(String(recordOf(desk.store, ref)?.value['amount'])).toBe(
    String(desk.company.store.get('invoiceReceivable', invoiceOf(desk))?.amount),
  );
});

test('a user’s word that a line is recorded keeps the service’s invoice, marked as unsure until it is read', async () => {
  for (const [kind, word, isUnsure] of [
    ['createInvoiceLine', 'recorded', true],
    ['createInvoiceLine', 'sent again', false],
    ['createUserComment', 'recorded', false],
  ] as const) {
    const desk = createDesk();
    desk.know('invoiceReceivable', invoiceOf(desk));
    const ref = { kind: 'invoiceReceivable' as const, id: invoiceOf(desk) };
    const before = recordOf(desk.store, ref)?.text;
    const body = kind === 'createInvoiceLine' ? { productId: desk.company.productId, quantity: 1 } : { content: 'Seen' };
    const id = desk.record({ kind, recordKind: 'invoiceReceivable', recordId: invoiceOf(desk), body });
    desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
    if (desk.edit(id).state === 'draft') desk.approve(id);
    await desk.begin(150_000);
    expect(desk.edit(id).state).toBe('inDoubt');
    expect(word === 'recorded' ? confirm(desk.store, id) : sendAgain(desk.store, id, true)).toEqual({ ok: true });
    expect(recordOf(desk.store, ref), `${kind} ${word}`).toMatchObject({ text: before, unsure: isUnsure });
    desk.hear('invoiceReceivable', ref.id);
    expect(recordOf(desk.store, ref)?.unsure).toBe(false);
  }
});

test('an amount that is not more than zero is asked about and not forbidden', () => {
  const desk = createDesk();
  desk.know('invoiceReceivable', invoiceOf(desk));
  const [zero, negative, usual] = [desk.pay(0, 0n), desk.pay(0, -5n), desk.pay(0, 5n)];
  const warnings = reviewBatch(desk.store, null).groups.flatMap((group) => group.warnings);
  const asked = warnings.flatMap((warning) => (warning.kind === 'notPositive' ? [warning] : []));
  expect(asked.map(({ editId }) => editId)).toEqual([zero, negative]);
  expect(asked.map(({ editId }) => editId)).not.toContain(usual);
  expect(asked.map((warning) => sentenceOfWarning(warning, 'en').replaceAll(/\s/g, ' '))).toEqual([
    'This is not more than zero. Is it what you mean?',
    'This takes 0.05 USD back. Is it what you mean?',
  ]);
});
