import { expect, test } from 'vitest';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { recordOf } from '#main/records/records.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold, release, releaseForHost } from '#main/edits/decide/hold.ts';
import { changeRecord, type ChangeableKind } from '#service/domain/operations/change.ts';
import { inItsShape } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';

/** A look before a write is a read that brought this record; what else comes back is none (laws 25, 26 and 28). */

const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const [bank, theirBank] = ['SE-ours', 'SE-theirs'];

function readingDesk(): Desk {
  const desk = createDesk({ capable: true, switches: { reads: true } });
  for (const name of ['readVendor', 'readCardTransaction'] as const) desk.capabilities.change({ name, allowed: true });
  for (const id of desk.company.vendors) desk.know('vendor', id);
  desk.know('expense', expenseOf(desk));
  return desk;
}

const dateOf = (desk: Desk, performedDate: string) =>
  desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expenseOf(desk), body: { performedDate } });

function nameBankOf(desk: Desk, vendor: number): string {
  const recordId = desk.company.vendors[vendor] ?? '';
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { bankName: bank } });
  desk.approve(id);
  return id;
}

/** Somebody else changes a record; the service's clock says `at`. */
function colleague(desk: Desk, kind: ChangeableKind, id: string, fields: Record<string, unknown>, at = desk.world.now()): void {
  changeRecord(desk.company.store, kind, id, fields, at);
}

const writes = (desk: Desk) => desk.requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS');
const elsewhere: WireAnswer = {
  kind: 'answer',
  status: 307,
  headers: [['location', 'https://stranger.test/x']],
  body: new Uint8Array(),
  afterMs: 5,
};

test('a deleted record says nothing of the others: their colleague’s IBAN is found, and nothing is put over it', async () => {
  const desk = readingDesk();
  const [first = '', second = ''] = desk.company.vendors;
  desk.weather((request) => (request.url.includes(first) ? inItsShape(404, 'NOT_FOUND') : null));
  const gone = nameBankOf(desk, 0);
  await desk.begin(5_000);
  expect(desk.edit(gone)).toMatchObject({ state: 'held', attempts: 0 });
  expect(reasonOf(desk.edit(gone))).toEqual({ kind: 'cannotRead', status: 404, why: 'gone' });
  colleague(desk, 'vendor', second, { bankAccountNumber: theirBank });
  const other = nameBankOf(desk, 1);
  await desk.run(5_000);
  expect(reasonOf(desk.edit(other))).toMatchObject({ kind: 'baseMoved', hardStop: true });
  expect(writes(desk)).toEqual([]);
  expect(desk.company.store.get('vendor', second)?.bankAccountNumber).toBe(theirBank);
  expect(discard(desk.store, [gone])).toMatchObject({ ok: true });
});

test.each([
  ['leads to a stranger', () => elsewhere, { status: 307, why: 'elsewhere', host: 'stranger.test' }],
  ['is forbidden', () => inItsShape(403, 'FORBIDDEN'), { status: 403 }],
  ['is refused for another reason', () => inItsShape(422, 'UNPROCESSABLE_CONTENT'), { status: 422 }],
] as const)('a look that %s does not count: the edit is held at once, and a user may send it without', async (_what, answered, told) => {
  const desk = readingDesk();
  desk.weather((request) => (request.method === 'GET' && request.url.includes(expenseOf(desk)) ? answered() : null));
  const id = dateOf(desk, '2026-02-03');
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'cannotRead', ...told });
  expect(writes(desk)).toEqual([]);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(5_000);
  expect(desk.edit(id)).toMatchObject({ state: 'applied', attempts: 1 });
});

test('a no that is not in the service’s words is asked for again, and holds nothing at once', async () => {
  const desk = readingDesk();
  let asked = 0;
  desk.weather((request) => {
    if (request.method !== 'GET' || !request.url.includes(expenseOf(desk))) return null;
    asked += 1;
    return asked > 2 ? null : { ...elsewhere, status: 403, headers: [['content-type', 'application/json']], body: Buffer.from('{"no":1}') };
  });
  const id = dateOf(desk, '2026-02-03');
  await desk.begin(4_000);
  expect(desk.edit(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  await desk.run(120_000);
  expect(desk.edit(id).state).toBe('applied');
});

test('an earlier release by a user does not cover a record that became unreadable since', async () => {
  const desk = readingDesk();
  const id = dateOf(desk, '2026-02-03');
  hold(desk.store, [id]);
  release(desk.store, [id]);
  desk.weather((request) => (request.method === 'GET' && request.url.includes(expenseOf(desk)) ? failure('reset', true) : null));
  await desk.begin(200_000);
  expect(writes(desk)).toEqual([]);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'cannotRead' });
});

test('trust in the host that a look leads to frees the edit, and its record is looked at there', async () => {
  const desk = readingDesk();
  const id = dateOf(desk, '2026-02-03');
  desk.weather((request) => (request.method === 'GET' && request.url.includes(expenseOf(desk)) ? elsewhere : null));
  await desk.begin(5_000);
  desk.weather(null);
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' });
  expect(releaseForHost(desk.store, 'other.test')).toEqual([]);
  expect(releaseForHost(desk.store, 'stranger.test')).toEqual([id]);
  await desk.run(5_000);
  expect(desk.edit(id).state).toBe('conflict');
});

test('a clock set back hides no colleague: the read that shows them is asked for again, and then believed', async () => {
  const desk = readingDesk();
  await desk.begin(1_000);
  const first = dateOf(desk, '2026-02-03');
  await desk.run(10_000);
  expect(desk.edit(first).state).toBe('applied');
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' }, desk.world.now() - 120_000);
  const second = dateOf(desk, '2026-02-05');
  const before = writes(desk).length;
  await desk.run(4_000);
  expect(desk.edit(second)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(reasonOf(desk.edit(second))).toEqual({ kind: 'cannotRead', status: 200, why: 'older' });
  await desk.run(60_000);
  expect(reasonOf(desk.edit(second))).toMatchObject({ kind: 'baseMoved', differences: [{ theirs: '2026-01-09' }] });
  expect(writes(desk)).toHaveLength(before);
});

test('one older copy is not believed: the edit waits for a newer one and overwrites nothing', async () => {
  const desk = readingDesk();
  await desk.begin(1_000);
  const stale = desk.server.carryOut({
    ...desk.requests[0],
    method: 'GET',
    url: `https://service.test/v1/expenses/${expenseOf(desk)}`,
    headers: [['authorization', 'x']],
    body: null,
  } as never);
  const first = dateOf(desk, '2026-02-03');
  await desk.run(10_000);
  let copies = 1;
  desk.weather((request) => {
    if (request.method !== 'GET' || !request.url.includes(expenseOf(desk)) || copies === 0) return null;
    copies -= 1;
    return { kind: 'answer', status: 200, headers: Object.entries(stale.headers), body: Buffer.from(stale.bodyText), afterMs: 5 };
  });
  const second = dateOf(desk, '2026-02-05');
  await desk.run(30_000);
  expect(copies).toBe(0);
  expect([first, second].map((id) => desk.edit(id).state)).toEqual(['applied', 'applied']);
  expect(recordOf(desk.store, { kind: 'expense', id: expenseOf(desk) })?.value['performedDate']).toBe('2026-02-05');
});

test('after CONFLICT an edit of a record that nobody knew leaves again once the record can be read', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  const seen = { reads: 0, writes: 0 };
  desk.weather((request) => {
    if (request.method === 'GET' && request.url.endsWith(recordId)) return (seen.reads += 1) === 1 ? inItsShape(403, 'FORBIDDEN') : null;
    return request.method === 'PATCH' && (seen.writes += 1) === 1 ? inItsShape(409, 'CONFLICT') : null;
  });
  await desk.begin(5_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(60_000);
  expect([desk.edit(id).state, seen]).toEqual(['applied', { reads: 3, writes: 2 }]);
});

test('a look that something newer overtook before it was stored is asked for again', async () => {
  const desk = readingDesk();
  const id = dateOf(desk, '2026-02-03');
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-09-09' });
  let reads = 0;
  const { passing } = desk.world;
  desk.world.passing = (point) => {
    passing(point);
    if (point !== `after read ${id}` || (reads += 1) > 1) return;
    const ref = { kind: 'expense' as const, id: expenseOf(desk) };
    const known = recordOf(desk.store, ref)?.value ?? {};
    // An export from before the colleague's change is placed between the answer and its commit.
    const value = { ...known, updatedAt: '2031-01-01T00:00:00Z' };
    queueMicrotask(() => hearRecord(desk.store, { ref, value, provenance: 'import', asOf: desk.world.now(), complete: true }));
  };
  await desk.begin(60_000);
  expect(reads).toBeGreaterThan(1);
  expect(writes(desk)).toEqual([]);
});

test('an edit that is refused with CONFLICT while a field moves by itself ends as refused', async () => {
  const desk = readingDesk();
  const id = dateOf(desk, '2026-02-03');
  let asked = 0;
  desk.weather((request) => {
    if (request.method === 'PATCH') return inItsShape(409, 'CONFLICT');
    if (request.url.endsWith(expenseOf(desk)))
      colleague(desk, 'expense', expenseOf(desk), { billingCurrency: (asked += 1) % 2 ? 'SEK' : 'NOK' });
    return null;
  });
  await desk.begin(600_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(writes(desk).length).toBeLessThan(10);
});

test('a release without a look holds though the request was not taken', async () => {
  const desk = readingDesk();
  const id = dateOf(desk, '2026-02-03');
  let writesSeen = 0;
  desk.weather((request) => {
    if (request.method === 'GET' && request.url.endsWith(expenseOf(desk))) return inItsShape(403, 'FORBIDDEN');
    return request.method === 'PATCH' && (writesSeen += 1) === 1 ? failure('refused', false) : null;
  });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('held');
  release(desk.store, [id]);
  await desk.run(60_000);
  expect([desk.edit(id).state, writesSeen]).toEqual(['applied', 2]);
});
