import { expect, test } from 'vitest';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { evidenceOf } from '#main/edits/decide/evidence.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { waitingWhy } from '#main/edits/waiting-why.ts';
import { createDesk, failure, type Desk } from './desk.ts';

const posts = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST');

test('a payment is never sent without a second confirmation of a user', async () => {
  const desk = createDesk();
  const id = desk.pay(0, 100n);
  await desk.begin(600_000);
  expect(desk.edit(id).state).toBe('draft');
  const once = approve(desk.store, { ids: [id], fingerprint: fingerprintOf(desk.store), secondConfirmation: false });
  expect(once).toMatchObject({ ok: false, why: 'needsSecondConfirmation' });
  expect(posts(desk)).toEqual([]);
  desk.approve(id);
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(desk.keychain.counter).toBe(1n);
});

test('a payment without an answer is in doubt: two minutes, twice confirmed, both attempts linked', async () => {
  const desk = createDesk();
  const id = desk.pay(0, 100n);
  desk.approve(id);
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  desk.weather(null);
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: false, why: 'tooEarly' });
  expect(evidenceOf(desk.store, id)).toMatchObject({ unlocksInMs: expect.any(Number) as number, request: { method: 'POST' } });
  await desk.run(3_600_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  expect(sendAgain(desk.store, id, false)).toMatchObject({ ok: false, why: 'needsSecondConfirmation' });
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('applied');
  expect(attemptsOf(desk.store, id).map(({ outcome }) => outcome)).toEqual(['doubt', 'applied']);
  const linked = auditOfEdit(desk.store, id).find(({ what }) => what === 'sendAgain');
  expect(linked?.facts['earlier']).toMatchObject([{ n: 1 }]);
  expect(posts(desk)).toHaveLength(2);
});

test.each([
  [['lost', 'lost'], 'waits'],
  [['lost', 'answered', 'lost'], 'leaves'],
  [['lost', 'never left', 'lost'], 'waits'],
  [['lost', 'a date is answered', 'lost'], 'waits'],
] as const)('after %j the next that creates something %s: two in a row that nobody knows of make it wait', async (ways, then) => {
  const desk = createDesk();
  const [dated = '', ...others] = desk.company.expenses;
  desk.know('expense', dated);
  const records = [...others, ...desk.company.vendors];
  const comment = () =>
    desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: records.pop() ?? '', body: { content: 'Taxi' } });
  await desk.engine.start();
  for (const way of ways) {
    desk.weather(({ method }) => (method === 'POST' && way !== 'answered' ? failure('reset', way === 'lost') : null));
    const id =
      way === 'a date is answered'
        ? desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: dated, body: { performedDate: '2026-02-03' } })
        : comment();
    await desk.run(10_000);
    if (way === 'never left') expect(hold(desk.store, [id])).toEqual({ ok: true });
    else expect(desk.edit(id).state).toBe(way === 'lost' ? 'inDoubt' : 'applied');
  }
  desk.weather(null);
  const next = comment();
  await desk.run(60_000);
  expect(desk.edit(next).state).toBe(then === 'waits' ? 'waiting' : 'applied');
});

test('the two minutes restart with every start of the app', async () => {
  const desk = createDesk();
  const id = desk.pay(0, 100n);
  desk.approve(id);
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(119_000);
  desk.store.sql.prepare(`UPDATE outbox SET wait_boot = 'another boot' WHERE id = ?`).run(id);
  await desk.restart();
  await desk.run(60_000);
  expect(sendAgain(desk.store, id, true)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(60_001);
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
});

test('payments go one at a time, and behind a doubt only after another request proved the path', async () => {
  const desk = createDesk();
  const ids = [0, 1, 2].map((invoice) => desk.pay(invoice, 100n));
  desk.approve(...ids);
  let lost = 0;
  desk.weather((request) => {
    if (request.method === 'GET') return lost > 0 && desk.world.monotonic() < 30_000 ? failure('refused', false) : null;
    lost += 1;
    return lost === 1 ? failure('timeout', true) : null;
  });
  await desk.begin(20_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['inDoubt', 'waiting', 'waiting']);
  expect(posts(desk)).toHaveLength(1);
  const why = (id = '') => waitingWhy(desk.store, [id], { connection: { kind: 'online' }, createsWait: desk.engine.createsWait() });
  expect(why(ids[1])).toMatchObject([{ why: { kind: 'paymentInDoubt', editId: ids[0] } }]);
  await desk.run(60_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['inDoubt', 'applied', 'applied']);
  const later = desk.pay(3, 100n);
  desk.approve(later);
  expect(why(later)).toMatchObject([{ why: { kind: 'next' } }]);
  expect(confirm(desk.store, ids[0] ?? '')).toEqual({ ok: true });
  expect(desk.edit(ids[0] ?? '').state).toBe('confirmed');
});

test('an invoice that was paid and reads partially paid after our payment raises the alarm', async () => {
  const desk = createDesk();
  const [invoiceId = ''] = desk.company.invoices;
  const invoice = desk.company.store.get('invoiceReceivable', invoiceId);
  if (!invoice) throw new Error('no invoice');
  desk.company.store.put('invoiceReceivable', invoiceId, { ...invoice, state: 'PAID' });
  desk.know('invoiceReceivable', invoiceId);
  const id = desk.pay(0, 5n);
  desk.approve(id);
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'duplicateAlarm' });
});

test('a keychain that does not take the counter keeps a payment back, unspent', async () => {
  const desk = createDesk();
  const id = desk.pay(0, 100n);
  desk.approve(id);
  desk.keychain.refuses = true;
  await desk.begin(60_000);
  expect(desk.edit(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(posts(desk)).toEqual([]);
  desk.keychain.refuses = false;
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('a refused payment is never sent again without a new approval', async () => {
  const desk = createDesk();
  const id = desk.pay(0, 100n);
  desk.approve(id);
  const body = new TextEncoder().encode('{"type":"CONFLICT","errors":[]}');
  const headers: [string, string][] = [['content-type', 'application/json']];
  desk.weather((request) => (request.method === 'POST' ? { kind: 'answer', status: 409, headers, body, afterMs: 5 } : null));
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'needsCorrection' });
  const corrected = change(desk.store, id, { paymentDate: '2026-02-03', amountInInvoiceCurrency: 100n }, {});
  expect(corrected.ok && desk.edit(corrected.id).state).toBe('draft');
});

test('a read from before the request is no evidence of what came after it, whatever the clock did', async () => {
  const desk = createDesk();
  const invoice = desk.company.invoices[0] ?? '';
  const served = desk.company.store.get('invoiceReceivable', invoice);
  const id = desk.pay(0, 100n);
  desk.world.turnWallClock(7_200_000);
  const value = { id: invoice, state: served?.state ?? '' };
  hearRecord(desk.store, {
    ref: { kind: 'invoiceReceivable', id: invoice },
    value,
    provenance: 'read',
    asOf: desk.world.now(),
    complete: true,
  });
  desk.world.turnWallClock(-7_200_000);
  desk.approve(id);
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  expect(evidenceOf(desk.store, id)?.readSince).toBeNull();
});
