import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { confirm, giveUp, lookMyself, sendAgain } from '#main/edits/decide/doubt.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import { createDesk, failure, refusal, type Desk } from './desk.ts';

/** Loses the answer to the first write, carried out or not, and refuses every later one. */
function loseFirst(desk: Desk, { carriedOut }: { carriedOut: boolean }): void {
  let writes = 0;
  desk.weather((request, server) => {
    if (request.method === 'GET') return null;
    writes += 1;
    if (writes > 1) return refusal;
    if (carriedOut) server.carryOut(request);
    return failure('reset', true);
  });
}

function said(desk: Desk, id: string): string {
  const { state } = desk.edit(id);
  const reason = reasonOf(desk.edit(id));
  return `${wordsOfState(state, reason).meaning} ${reason ? sentenceOfReason(reason) : ''}`;
}

function editCard(desk: Desk): string {
  const id = desk.company.cardTransactions[0] ?? '';
  desk.know('cardTransaction', id);
  return desk.record({
    kind: 'updateCardTransaction',
    recordKind: 'cardTransaction',
    recordId: id,
    body: { description: 'Taxi to Lisbon' },
  });
}

test('a refused repeat of a write that nobody can read never says that nothing was changed', async () => {
  const desk = createDesk();
  const id = editCard(desk);
  loseFirst(desk, { carriedOut: true });
  await desk.begin(300_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(/may have been applied/);
  expect(said(desk, id)).not.toMatch(/changed nothing/);
});

test('a write that may have been applied still may when it is tried again and refused', async () => {
  const desk = createDesk();
  const id = editCard(desk);
  loseFirst(desk, { carriedOut: true });
  await desk.begin(300_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'rejected', lastAttempt: 3 });
  expect(said(desk, id)).toMatch(/may have been applied/);
});

test.each([
  ['it is recorded', confirm, 'confirmed'],
  ['it is not there', giveUp, 'discarded'],
] as const)('a user who looks after a refused repeat says that %s, whether they held it first or not', async (_said, decide, ends) => {
  for (const holdsFirst of [false, true]) {
    const desk = createDesk();
    const id = editCard(desk);
    loseFirst(desk, { carriedOut: ends === 'confirmed' });
    await desk.begin(300_000);
    if (holdsFirst) expect(hold(desk.store, [id])).toMatchObject({ ok: true });
    expect(lookMyself(desk.store, id)).toEqual({ ok: true });
    expect(said(desk, id)).toMatch(/may have been applied/);
    expect(lookMyself(desk.store, id)).toMatchObject({ ok: false, why: 'wrongState' });
    await desk.run(200_000);
    expect(decide(desk.store, id)).toEqual({ ok: true });
    expect(desk.edit(id).state).toBe(ends);
  }
});

test('a refused edit whose requests all had a clear answer is no doubt', async () => {
  const desk = createDesk();
  const id = editCard(desk);
  desk.weather(({ method }) => (method === 'GET' ? null : refusal));
  await desk.begin(300_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(lookMyself(desk.store, id)).toMatchObject({ ok: false, why: 'wrongState' });
});

test('a read settles what became of the first request', async () => {
  const desk = createDesk();
  const expense = desk.company.expenses[0] ?? '';
  desk.know('expense', expense);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
  let writes = 0;
  desk.weather((request, server) => {
    // While nobody may read it, a user says that the write is repeated; the first one had locked the record.
    if (request.method === 'GET') return writes === 1 ? refusal : null;
    writes += 1;
    if (writes > 1) return refusal;
    server.carryOut(request);
    return failure('reset', true);
  });
  await desk.begin(300_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'cannotRead' });
  release(desk.store, [id]);
  await desk.run(5_000);
  expect(writes).toBe(2);
  expect(desk.edit(id).state).toBe('applied');
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'checkedByReading' });
});

test('a record that a read shows untouched was not changed, and the verdict says so', async () => {
  const desk = createDesk({ reads: true });
  const expense = desk.company.expenses[0] ?? '';
  desk.know('expense', expense);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
  loseFirst(desk, { carriedOut: false });
  await desk.begin(300_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(/changed nothing/);
});

test.each([
  [false, false],
  [true, false],
  // "Partly paid" does not tell the payer.
  [true, true],
])(
  'a payment that was sent again and refused may be recorded by its first request; invoices read: %s, paid in part: %s',
  async (reads, isPaid) => {
    const desk = createDesk({ reads, switches: { reads } });
    const invoice = desk.company.invoices[0] ?? '';
    desk.know('invoiceReceivable', invoice);
    const id = desk.pay();
    desk.approve(id);
    loseFirst(desk, { carriedOut: false });
    await desk.begin(300_000);
    expect(desk.edit(id).state).toBe('inDoubt');
    if (isPaid) changeRecord(desk.company.store, 'invoiceReceivable', invoice, { state: 'PARTIALLY_PAID' }, Date.UTC(2030, 0, 1));
    expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
    await desk.run(300_000);
    expect(desk.edit(id).state).toBe(isPaid ? 'held' : 'rejected');
    if (isPaid) release(desk.store, [id]);
    await desk.run(300_000);
    expect(desk.edit(id).state).toBe('rejected');
    expect(said(desk, id)).toMatch(/may have been applied/);
  },
);

test('a first request that was refused, and refused again, changed nothing', async () => {
  const desk = createDesk();
  const id = editCard(desk);
  desk.weather((request) => (request.method === 'GET' ? null : refusal));
  await desk.begin(5_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'rejected', attempts: 2 });
  expect(said(desk, id)).toMatch(/changed nothing/);
});

test('a comment that was refused at once, and refused again, changed nothing', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  desk.weather((request) => (request.method === 'POST' ? refusal : null));
  await desk.begin(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'rejected', attempts: 1 });
  expect(said(desk, id)).toMatch(/changed nothing/);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'rejected', attempts: 2 });
  expect(said(desk, id)).toMatch(/changed nothing/);
});

test('a refused edit that a check had found untouched changed nothing, whatever may be read by then', async () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  let writes = 0;
  desk.weather((request) => {
    if (request.method === 'GET') return writes === 2 ? refusal : null;
    writes += 1;
    return writes === 1 ? failure('reset', true) : refusal;
  });
  await desk.begin(300_000);
  expect(writes).toBe(2);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(/changed nothing/);
});

test('a request that never left changed nothing: the first one that does is no repeat', async () => {
  const desk = createDesk();
  const id = editCard(desk);
  let writes = 0;
  desk.weather((request) => {
    if (request.method === 'GET') return null;
    writes += 1;
    return writes === 1 ? failure('dns', false) : refusal;
  });
  await desk.begin(300_000);
  expect(writes).toBe(2);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(/changed nothing/);
});

test.each([
  ['as it was', null, /changed nothing/],
  ['refused', refusal, /may have been applied/],
  ['changed by somebody else', 'theirs', /may have been applied/],
] as const)('a repeat that is refused, and a record that reads %s', async (_what, read, words) => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  let writes = 0;
  desk.weather((request) => {
    if (request.method === 'GET') return writes === 1 || (writes === 2 && read === refusal) ? refusal : null;
    writes += 1;
    if (writes === 1) return failure('reset', true);
    const served = desk.company.store.get('expense', recordId);
    const theirs = { ...served, performedDate: '2026-05-05', updatedAt: '2027-01-01T00:00:00Z' };
    if (read === 'theirs') desk.company.store.put('expense', recordId, theirs as never);
    return refusal;
  });
  await desk.begin(300_000);
  release(desk.store, [id]);
  await desk.run(5_000);
  expect(writes).toBe(2);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(words);
});

/** A proxy that answers every PATCH with a no of its own; the second one is carried out first, if at all. */
function deniedByAProxy(desk: Desk, { carriedOut, read }: { carriedOut: boolean; read: boolean }): string {
  const recordId = desk.company.expenses[0] ?? '';
  desk.know('expense', recordId);
  let writes = 0;
  desk.weather((request, server) => {
    if (request.method === 'GET') return writes > 1 && !read && request.url.includes(recordId) ? failure('reset', true) : null;
    writes += 1;
    if (carriedOut && writes > 1) server.carryOut(request);
    return { ...refusal, status: 403, body: new TextEncoder().encode('{"message":"Blocked"}') };
  });
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
}

test('a proxy that denies a write twice, the second time after the service carried it out: the record tells', async () => {
  const desk = createDesk();
  const id = deniedByAProxy(desk, { carriedOut: true, read: true });
  await desk.begin(3_600_000);
  expect([desk.edit(id).state, reasonOf(desk.edit(id))]).toEqual(['applied', { kind: 'checkedByReading' }]);
});

test.each([
  { carriedOut: false, read: true },
  { carriedOut: true, read: false },
])('a write that a proxy denies is never called refused by the service; carried out: $carriedOut, record read: $read', async (case_) => {
  const desk = createDesk();
  const id = deniedByAProxy(desk, case_);
  await desk.begin(4 * 3_600_000);
  expect(desk.edit(id).state).toBe(case_.read ? 'held' : 'checking');
  expect(said(desk, id)).not.toMatch(/refused/);
});

test('an update that was carried out in part, and refused when it was sent again, may have been applied', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  desk.know('expense', recordId);
  let writes = 0;
  desk.weather((request, server) => {
    if (request.method === 'GET') return null;
    writes += 1;
    if (writes > 1) return refusal;
    server.carryOut({ ...request, body: new TextEncoder().encode('{"performedDate":"2026-02-03"}') });
    return failure('reset', true);
  });
  const body = { performedDate: '2026-02-03', originalCurrency: 'CHF' };
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body });
  await desk.begin(300_000);
  expect(writes).toBe(2);
  expect(desk.edit(id).state).toBe('rejected');
  expect(said(desk, id)).toMatch(/may have been applied/);
});
