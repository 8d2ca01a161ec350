import { expect, test } from 'vitest';
import { stringifyJson } from '#shared/json/json.ts';
import type { Client } from '#main/api/client.ts';
import { failed, succeeded, type ApiResult } from '#main/api/result.ts';
import { attemptsOf, endAttempt, insertAttempt } from '#main/outbox/attempts.ts';
import { reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { change } from '#main/edits/record/change.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { judgeCheck, recordSentOn } from '#main/sync/check/check.ts';
import { createFreshness, type NamedRecord } from '#main/sync/engine-parts.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { intentOf } from '#main/sync/check/intent.ts';
import { theLaws } from '#main/sync/laws.ts';
import { canBeRead } from '#main/sync/check/next-sendable.ts';
import { read } from '#main/sync/step.ts';
import { answer, inItsShape } from './bad-answers.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { createDesk, failure, type Desk } from './desk.ts';

/** The request of an edit, its verdict, and the lessons of a read. */

const json = { 'content-type': 'application/json;charset=UTF-8' };
const isSigned = (headers: [string, string][]) => headers.some(([name]) => name === 'Authorization');

function date(desk: Desk, n = 0, performedDate = '2026-02-03'): string {
  const recordId = desk.company.expenses[n] ?? '';
  desk.know('expense', recordId);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate } });
}
const comment = (desk: Desk, n = 0) =>
  desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: desk.company.expenses[n] ?? '', body: { content: 'Taxi' } });
const vendor = (desk: Desk, body: Record<string, unknown>) =>
  desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: desk.company.vendors[0] ?? '', body });

function payment(desk: Desk): string {
  const id = desk.pay();
  desk.approve(id);
  return id;
}

/** The tag of each write in order; null where it went without one. */
const tags = (desk: Desk, method: string) =>
  desk.requests
    .filter((request) => request.method === method)
    .map(({ headers }) => headers.find(([name]) => name.toLowerCase() === 'if-match')?.[1] ?? null);

const partsOf = (desk: Desk, more: Partial<EngineParts> = {}) => {
  const { store, world } = desk;
  const parts: Partial<EngineParts> = { store, world, freshness: createFreshness(world), laws: theLaws, mayRead: () => false };
  return { ...parts, sendsWhole: () => false, learnedRead: () => undefined, learnedOmission: () => undefined, ...more } as EngineParts;
};

test('a received tag is sent with the first request of a vendor’s change, and with no repeat: the service may know better', async () => {
  const desk = createDesk({ switches: { etag: true } });
  desk.know('vendor', desk.company.vendors[0] ?? '');
  desk.store.sql.exec(`UPDATE record_body SET etag = '"7"'`);
  const id = vendor(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  let puts = 0;
  desk.weather((request) => (request.method === 'PUT' && (puts += 1) === 1 ? failure('reset', true) : null));
  await desk.begin(300_000);
  expect(tags(desk, 'PUT')).toEqual(['"7"', null]);
});

test('a corrected edit is sent without a tag', async () => {
  const desk = createDesk({ switches: { etag: true } });
  desk.know('vendor', desk.company.vendors[0] ?? '');
  desk.store.sql.exec(`UPDATE record_body SET etag = '"7"'`);
  const first = vendor(desk, { email: 'wrong@vendor.test' });
  const corrected = change(desk.store, first, { email: 'new@vendor.test' }, {});
  if (!corrected.ok) throw new Error(JSON.stringify(corrected));
  desk.approve(corrected.id);
  await desk.begin(5_000);
  expect(tags(desk, 'PUT')).toEqual([null]);
});

test('a card transaction is sent without a tag or version, also with all of its fields', async () => {
  const desk = createDesk({ switches: { replaces: true } });
  const [recordId = ''] = desk.company.cardTransactions;
  const card = desk.company.store.get('cardTransaction', recordId);
  desk.company.store.put('cardTransaction', recordId, { ...card, description: 'Taxi', version: 5 } as never);
  desk.know('cardTransaction', recordId);
  desk.store.sql.exec(`UPDATE record_body SET etag = '"7"'`);
  const row = desk.edit(
    desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body: { description: 'Train' } }),
  );
  const prepare: Client['prepare'] = () => ({ method: 'PATCH', url: 'https://x', bytes: new Uint8Array(), sha256: '0' }) as never;
  const ready = intentOf(partsOf(desk, { sendsWhole: () => true, mayRead: () => true, client: { prepare } as Client }), row);
  if (ready.kind !== 'ready') throw new Error('held');
  expect(ready.whole).toBe(true);
  expect(ready.intent.request).toMatchObject({ ifMatch: null, baseVersion: null });
  expect(ready.sending).not.toHaveProperty('ifMatch');
});

test('a vendor’s partial body is sent only after a user saw that the full record is unknown', async () => {
  const desk = createDesk();
  const id = vendor(desk, { email: 'new@vendor.test' });
  desk.approve(id);
  hold(desk.store, [id]);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'incompleteBase' });
  expect(desk.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  const accepting = stringifyJson({ kind: 'incompleteBase', accepted: [] });
  const untold: OutboxRow = { ...desk.edit(id), state: 'waiting', reason: accepting, settledBy: null };
  expect(intentOf(partsOf(desk), untold)).toEqual({ kind: 'hold', reason: { kind: 'incompleteBase' } });
});

const seeOther = (location: string) => answer(303, { ...json, location }, '{}');

test.each([
  ['shows what was sent', true, 'applied'],
  ['shows something else', false, 'checking'],
] as const)('a date that is answered with a way to a record, which %s', async (_what, isCarriedOut, state) => {
  const desk = createDesk();
  const id = date(desk);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    if (isCarriedOut) server.carryOut(request);
    return seeOther(request.url);
  });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe(state);
});

test('a payment that is answered with a way to its invoice is a doubt, whatever that shows', async () => {
  const desk = createDesk();
  const id = payment(desk);
  desk.weather((request, server) => {
    if (request.method === 'GET' && isSigned(request.headers)) {
      const invoice = desk.company.store.get('invoiceReceivable', desk.company.invoices[0] ?? '');
      return answer(
        200,
        json,
        JSON.stringify({ ...invoice, amount: Number(invoice?.amount), state: 'PARTIALLY_PAID' }, (_key, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value,
        ),
      );
    }
    if (request.method !== 'POST') return null;
    server.carryOut(request);
    return seeOther(`https://service.test/v1/invoices-receivable/${desk.company.invoices[0] ?? ''}`);
  });
  await desk.begin(10_000);
  expect(desk.edit(id).state).toBe('inDoubt');
});

test('a date is read once before it is sent and not after, and its verdict has duration and content', async () => {
  const desk = createDesk();
  const id = date(desk);
  await desk.begin(60_000);
  expect(desk.requests.filter(({ method, headers }) => method === 'GET' && isSigned(headers))).toHaveLength(1);
  const [attempt] = attemptsOf(desk.store, id);
  expect(attempt?.afterMs).toBe(20);
  const [report] = listReports(desk.store, 1);
  expect(reportLines(desk.store, report?.id ?? '')).toMatchObject([{ editId: id, sha256: attempt?.sha256 }]);
});

test('after a CONFLICT the record is read: the user sees the present value', async () => {
  const desk = createDesk();
  const id = date(desk);
  const { recordId } = desk.edit(id);
  desk.weather((request) => {
    if (request.method !== 'PATCH') return null;
    const served = desk.company.store.get('expense', recordId);
    desk.company.store.put('expense', recordId, { ...served, performedDate: '2026-05-05', updatedAt: '2027-01-01T00:00:00Z' } as never);
    return inItsShape(409, 'CONFLICT');
  });
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('conflict');
  expect(recordOf(desk.store, { kind: 'expense', id: recordId })?.value).toMatchObject({ performedDate: '2026-05-05' });
});

test('after CONFLICT over another field alone the edit is sent again on the record as it is now, and nobody is asked', async () => {
  const desk = createDesk();
  const id = date(desk);
  const { recordId } = desk.edit(id);
  let times = 0;
  desk.weather((request) => {
    if (request.method !== 'PATCH' || (times += 1) > 2) return null;
    const served = desk.company.store.get('expense', recordId);
    const moved = { originalCurrency: times === 1 ? 'SEK' : 'NOK', updatedAt: `2027-01-0${times}T00:00:00Z` };
    desk.company.store.put('expense', recordId, { ...served, ...moved } as never);
    return inItsShape(409, 'CONFLICT');
  });
  await desk.begin(60_000);
  expect([desk.edit(id).state, times]).toEqual(['applied', 3]);
  expect(desk.company.store.get('expense', recordId)?.originalCurrency).toBe('NOK');
  expect(attemptsOf(desk.store, id).map(({ outcome, status }) => `${String(outcome)} ${String(status)}`)).toEqual([
    'rejected 409',
    'rejected 409',
    'applied 200',
  ]);
});

test('after CONFLICT and a read that failed the edit waits until the record is looked at again', async () => {
  const desk = createDesk();
  const id = date(desk);
  let reads = 0;
  let writes = 0;
  desk.weather((request) => {
    if (request.url.endsWith(desk.edit(id).recordId) && request.method === 'GET') return (reads += 1) === 2 ? failure('reset', true) : null;
    return request.method === 'PATCH' && (writes += 1) === 1 ? inItsShape(409, 'CONFLICT') : null;
  });
  await desk.begin(2_000);
  expect([desk.edit(id).state, reasonOf(desk.edit(id))]).toEqual(['waiting', { kind: 'changedMeanwhile' }]);
  await desk.run(60_000);
  expect([desk.edit(id).state, reads, writes]).toEqual(['applied', 3, 2]);
});

test.each([
  { field: 'bankAccountNumber', value: 'DE99', state: 'conflict' },
  { field: 'zipcode', value: 'Z9', state: 'applied' },
])('a new bank name meets a stale tag because a colleague changed $field: $state', async ({ field, value, state }) => {
  const desk = createDesk({ reads: true, switches: { reads: true, etag: true } });
  const recordId = desk.company.vendors[0] ?? '';
  desk.know('vendor', recordId);
  const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId, body: { bankName: 'New bank' } });
  desk.approve(id);
  let isFirst = true;
  desk.weather((request) => {
    if (request.method === 'PUT' && isFirst) {
      isFirst = false;
      changeRecord(desk.company.store, 'vendor', recordId, { [field]: value }, desk.world.now());
    }
    return null;
  });
  await desk.begin(60_000);
  expect(desk.edit(id).state).toBe(state);
  if (state === 'conflict') expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: true });
  expect(desk.company.store.get('vendor', recordId)).toMatchObject({ [field]: value });
});

test('after CONFLICT an edit that a user let go without a look is rejected where the record still cannot be read', async () => {
  const desk = createDesk();
  const id = date(desk);
  const { recordId } = desk.edit(id);
  desk.weather((request) => {
    if (request.method === 'GET' && request.url.endsWith(recordId)) return inItsShape(403, 'FORBIDDEN');
    return request.method === 'PATCH' ? inItsShape(409, 'CONFLICT') : null;
  });
  await desk.begin(5_000);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'cannotRead', status: 403 });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  await desk.run(60_000);
  expect([desk.edit(id).state, attemptsOf(desk.store, id)]).toMatchObject(['rejected', [{ status: 409 }]]);
});

test('a cancelled expense rejects an edit and says so, where a value that it sets moved too', async () => {
  for (const moved of [{}, { performedDate: '2026-05-05' }]) {
    const desk = createDesk();
    const id = date(desk);
    const { recordId } = desk.edit(id);
    desk.weather((request) => {
      if (request.method !== 'PATCH') return null;
      const served = desk.company.store.get('expense', recordId);
      const changed = { ...served, ...moved, status: 'CANCELLED', updatedAt: '2027-01-01T00:00:00Z' };
      desk.company.store.put('expense', recordId, changed as never);
      return inItsShape(409, 'CONFLICT');
    });
    await desk.begin(5_000);
    expect(desk.edit(id).state).toBe('rejected');
    expect(reasonOf(desk.edit(id))).toMatchObject({ status: 409, closed: { of: 'expense', state: 'CANCELLED' } });
  }
});

test('CONFLICT on a record that nobody moved is a rejection: there is nothing to choose', async () => {
  const desk = createDesk();
  const id = date(desk);
  desk.weather((request) => (request.method === 'PATCH' ? inItsShape(409, 'CONFLICT') : null));
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(reasonOf(desk.edit(id))).not.toHaveProperty('closed');
});

test('a refused payment names the invoice’s state, unless the service names a field', async () => {
  for (const [path, closed] of [
    [null, { of: 'invoiceReceivable', state: 'ARCHIVED' }],
    [['body', 'paymentDate'], undefined],
  ] as const) {
    const desk = createDesk();
    for (const recordId of desk.company.invoices) {
      const served = desk.company.store.get('invoiceReceivable', recordId);
      desk.company.store.put('invoiceReceivable', recordId, { ...served, state: 'ARCHIVED' } as never);
      desk.know('invoiceReceivable', recordId);
    }
    const id = payment(desk);
    const words = { name: 'E', type: 'UNPROCESSABLE_CONTENT', errors: [{ type: 'X', message: 'no', path, context: null }] };
    desk.weather((request) => (request.method === 'POST' ? answer(422, json, JSON.stringify(words)) : null));
    await desk.begin(60_000);
    expect(desk.edit(id).state).toBe('rejected');
    expect((reasonOf(desk.edit(id)) as { closed?: unknown }).closed).toEqual(closed);
  }
});

test('an answer that shows another record is nothing that is known of either, and proves no path: what creates something waits for a proof', async () => {
  const desk = createDesk();
  const id = date(desk);
  const [, other = ''] = desk.company.expenses;
  desk.know('expense', other);
  const known = [desk.edit(id).recordId, other].map((of) => recordOf(desk.store, { kind: 'expense', id: of })?.value);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    const said = server.carryOut({ ...request, method: 'GET', url: `https://service.test/v1/expenses/${other}`, body: null });
    return answer(200, json, said.bodyText.replace(/"performedDate":"[^"]*"/, '"performedDate":"1999-01-01"'));
  });
  await desk.engine.start();
  while (desk.edit(id).state !== 'checking') await desk.run(1);
  expect([desk.edit(id).recordId, other].map((of) => recordOf(desk.store, { kind: 'expense', id: of })?.value)).toEqual(known);
  comment(desk, 2);
  await desk.run(20_000);
  const all = desk.requests.map(({ method, headers }) => (isSigned(headers) ? method : 'question'));
  const order = all.slice(all.indexOf('PATCH'));
  expect(order.indexOf('question')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('question')).toBeLessThan(order.indexOf('POST'));
});

test('a payment in doubt pauses sending for as long as the service asked', async () => {
  const desk = createDesk();
  const id = payment(desk);
  desk.weather((request) => (request.method === 'POST' ? inItsShape(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' }) : null));
  await desk.engine.start();
  while (desk.edit(id).state !== 'inDoubt') await desk.run(1);
  expect(desk.engine.connection()).toMatchObject({ kind: 'serviceDown', status: 503 });
  const { length } = desk.requests;
  await desk.run(55_000);
  expect(desk.requests).toHaveLength(length);
});

test('a value that a check found applied is ours: the next edit of the same field is no conflict', async () => {
  const desk = createDesk();
  const first = date(desk);
  desk.weather((request, server) => {
    if (request.method !== 'PATCH') return null;
    server.carryOut(request);
    return failure('reset', true);
  });
  await desk.begin(5_000);
  expect(desk.edit(first).state).toBe('checking');
  const { recordId } = desk.edit(first);
  const second = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-04' } });
  desk.weather(null);
  await desk.run(200_000);
  expect(desk.edit(first)).toMatchObject({ state: 'applied', maybeSent: 0 });
  expect(desk.edit(second).state).toBe('applied');
});

/** The effects of one read of an edit's record. */
async function readFor(desk: Desk, id: string, result: ApiResult<unknown>, learnedRead: EngineParts['learnedRead'] = () => undefined) {
  const client = {
    read: async () => {
      await desk.world.sleep(20);
      return result;
    },
  };
  const parts = partsOf(desk, { client: client as unknown as Client, mayRead: () => true, learnedRead });
  const outcome = read(parts, desk.edit(id), 'reread');
  const ended = outcome.catch((error: unknown) => error as Error);
  await desk.world.advance(30);
  return { outcome: await ended, parts };
}

function card(desk: Desk): string {
  const [recordId = ''] = desk.company.cardTransactions;
  desk.know('cardTransaction', recordId);
  return desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body: { description: 'Train' } });
}
const refused = failed({ kind: 'serviceTrouble', status: 500, retryAfterMs: null });

test('a read says how long it took, and a record that could not be read is known to have failed', async () => {
  const desk = createDesk();
  await desk.world.advance(1_000);
  const id = date(desk);
  const ref = { kind: 'expense' as const, id: desk.edit(id).recordId };
  const value = recordOf(desk.store, ref)?.value ?? {};
  const ok = await readFor(desk, id, succeeded({ status: 200, value, text: '', etag: null }));
  expect(ok.outcome).toMatchObject({ afterMs: 20, settlement: { heard: { provenance: 'read' } } });
  expect(ok.parts.freshness.hasFailed(ref)).toBe(false);
  expect((await readFor(desk, id, refused)).parts.freshness.hasFailed(ref)).toBe(true);
});

test('a read teaches its capability to undocumented kinds; a full disk there loses no answer', async () => {
  const desk = createDesk();
  const told: string[] = [];
  const tell = ({ kind }: NamedRecord) => void told.push(kind);
  const [expense, transaction] = [date(desk), card(desk)];
  await readFor(desk, expense, refused, tell);
  await readFor(desk, transaction, refused, tell);
  expect(told).toEqual(['updateCardTransaction']);
  const failing = (error: Error) => () => {
    throw error;
  };
  const full = await readFor(desk, transaction, refused, failing(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })));
  expect(full.outcome).toMatchObject({ sign: { kind: 'serviceTrouble' } });
  expect((await readFor(desk, transaction, refused, failing(new Error('deliberate')))).outcome).toEqual(new Error('deliberate'));
});

test('a comment has no record to be read, whatever the service offers', () => {
  expect(canBeRead({ kind: 'createUserComment', recordId: '1' }, () => true)).toBe(false);
  expect(canBeRead({ kind: 'unknown', recordId: '1' }, () => true)).toBe(false);
  expect(canBeRead({ kind: 'updateVendor', recordId: '1' }, () => true)).toBe(true);
});

test('a change was sent on the base that its claim left; what creates something is compared with what is known', () => {
  const desk = createDesk();
  const [dated, commented] = [desk.edit(date(desk)), desk.edit(comment(desk))];
  const ref = { kind: 'expense' as const, id: dated.recordId };
  const known = recordOf(desk.store, ref)?.value ?? {};
  const newer = { ...known, performedDate: '2026-07-07' };
  putRecord(desk.store, { ref, value: newer, provenance: 'import', asOf: desk.world.now(), complete: true });
  expect(recordSentOn(partsOf(desk), dated)).toMatchObject({ performedDate: known['performedDate'] });
  expect(recordSentOn(partsOf(desk), { ...commented, base: JSON.stringify({ old: true }) })).toMatchObject({ performedDate: '2026-07-07' });
});

test('a value replaced by the first of two unanswered requests is reported, though the second was built on its effect', () => {
  const desk = createDesk({ reads: true });
  const [recordId = ''] = desk.company.vendors;
  desk.know('vendor', recordId);
  const id = vendor(desk, { email: 'new@vendor.test' });
  const known = recordOf(desk.store, { kind: 'vendor', id: recordId })?.value ?? {};
  const request = { method: 'PUT', url: 'https://x', sha256: '0', body: new Uint8Array(), ifMatch: null, idempotencyKey: id };
  const checkAfter = (first: string, second: string, version: number) => {
    const n = attemptsOf(desk.store, id).length;
    for (const [at, baseVersion] of [first, second].entries()) {
      insertAttempt(desk.store, id, n + at + 1, { ...request, baseVersion });
      endAttempt(desk.store, id, n + at + 1, { outcome: 'check', status: null, afterMs: 5 });
    }
    const value = { ...known, email: 'new@vendor.test', version };
    const row = { ...desk.edit(id), attempts: 2, lastAttempt: n + 2 };
    return judgeCheck(partsOf(desk), row, succeeded({ status: 200, value, text: '', etag: null } as never))?.reason;
  };
  // From 500, ours are two steps: the third is somebody's.
  expect(checkAfter('500', '502', 503)).toMatchObject({ kind: 'versionJump', expected: '501', returned: '503' });
});
