import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Client } from '#main/api/client.ts';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { companyOf } from '#main/records/company.ts';
import { createCompanyPin } from '#main/accounts/trust/company-pin.ts';
import { recordOf } from '#main/records/records.ts';
import { search } from '#main/projections/search/search.ts';
import { indexRecords, wordsWait } from '#main/projections/search/word-index.ts';
import { openBefore, paymentsKnownHere } from '#main/edits/review/ledger.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { theLaws } from '#main/sync/laws.ts';
import { createCircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { settleTick } from '#main/sync/pace/settle-tick.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { JsonDecimal } from '#shared/json/json.ts';
import { fakeWorld } from '#test/world.ts';
import { answer } from './bad-answers.ts';
import { createDesk, failure, type Desk } from './desk.ts';

const json = { 'content-type': 'application/json;charset=UTF-8' };
const day = (desk: Desk, n: number) => {
  const recordId = desk.company.expenses[n] ?? '';
  desk.know('expense', recordId);
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
};

/** A bug at this point, each time. */
function breakAt(desk: Desk, at: string): void {
  const { passing } = desk.world;
  desk.world.passing = (point) => {
    passing(point);
    if (point === at) throw new Error('deliberate');
  };
}

test('an engine that stopped by a bug says so until it is restarted, whatever is pressed', () => {
  const line = createCircuitBreaker(fakeWorld(), () => undefined);
  line.died('engine');
  line.askAgain(false);
  line.workOffline(true);
  line.workOffline(false);
  line.hear({ kind: 'healthy' });
  expect(line.connection()).toEqual({ kind: 'broken', detail: 'engine' });
  expect(line.mayLeave()).toBe(false);
});

test.each(['10.5', '"ten"', '1e400', '{}', '[1]', 'true', '99999999999999999999.5'])(
  'a vendor whose version is %s is taken in, and nothing else stops',
  async (version) => {
    const desk = createDesk({ reads: true, switches: { reads: true } });
    const [vendorId = ''] = desk.company.vendors;
    desk.know('vendor', vendorId);
    const odd = (text: string) => text.replace(/"version":\d+/, `"version":${version}`);
    desk.weather((request, server) => {
      if (!request.url.includes(vendorId)) return null;
      const said = server.carryOut(request);
      return answer(said.status, json, odd(said.bodyText));
    });
    await desk.engine.start();
    for (const email of ['a@b.test', 'c@d.test']) {
      const edit = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorId, body: { email } });
      desk.approve(edit);
      await desk.run(400_000);
      expect(desk.edit(edit).state).toBe('applied');
    }
    const other = day(desk, 0);
    await desk.run(5_000);
    expect(desk.edit(other).state).toBe('applied');
  },
);

test('an amount that is no integer makes no review fail', () => {
  const desk = createDesk();
  const entry = { row: desk.edit(day(desk, 0)), body: {}, amountMinor: 1n };
  for (const amount of [125.5, '125', null, new JsonDecimal('125.5')])
    expect(openBefore(entry, paymentsKnownHere(desk.store, 'x'), { amount })).toBeNull();
  expect(openBefore(entry, [], { amount: 125 })).toBe(125n);
});

test('a full disk stops no answer: the company counts at once, and is written down with the next record', () => {
  const desk = createDesk();
  desk.store.account.companyId = null;
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  let isFull = true;
  const belongs = createCompanyPin({
    ...desk.store,
    commit: (label, work) => {
      if (isFull) throw full;
      return desk.store.commit(label, work);
    },
  });
  expect(belongs({ companyId: 'a', id: '1' })).toBe(true);
  expect(companyOf(desk.store)).toBeNull();
  isFull = false;
  expect(belongs({ companyId: 'b', id: '2' })).toBe(false);
  expect(belongs({ companyId: 'a', id: '1' })).toBe(true);
  expect(belongs({ companyId: 'a', id: '3' })).toBe(true);
  expect(companyOf(desk.store)).toBe('a');
});

test('a damaged word index blocks nothing, is noticed and rebuilt', async () => {
  const desk = createDesk();
  const edit = day(desk, 0);
  desk.store.sql.unsafeMode(true).exec(`UPDATE record_words_data SET block = zeroblob(40)`);
  await desk.begin(5_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(wordsWait(desk.store)).toBe(true);
  while (!indexRecords(desk.store));
  expect(wordsWait(desk.store)).toBe(false);
  const ref = { kind: 'expense' as const, id: desk.edit(edit).recordId };
  const word = String(recordOf(desk.store, ref)?.value['status']);
  expect(search(desk.store, word, 5).map((hit) => hit.record?.id)).toContain(ref.id);
});

test('answers that cannot be settled together are settled at once, each alone; an unacceptable record is dropped from its own', async () => {
  const desk = createDesk();
  for (const id of desk.company.expenses) changeRecord(desk.company.store, 'expense', id, {}, 0);
  const ids = [0, 1, 2, 3].map((n) => day(desk, n));
  const [lost = '', , broken, whole] = ids.map((id) => desk.edit(id).recordId);
  // An edit without a record comes first.
  desk.weather((request) => (request.method === 'PATCH' && request.url.includes(lost) ? failure('reset', true) : null));
  // The first error is taken for a damaged word index, which is emptied once.
  const when = `NEW.provenance = 'writeResponse' AND NEW.record_id <> '${whole}'`;
  desk.store.sql.exec(`CREATE TRIGGER broken BEFORE UPDATE ON record WHEN ${when} BEGIN SELECT RAISE(ABORT, 'deliberate'); END`);
  await desk.engine.start();
  await expect(desk.run(1_000)).rejects.toThrow(/answersSetApart.*deliberate/);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['checking', 'applied', 'applied', 'applied']);
  const dateOf = (id = '') => recordOf(desk.store, { kind: 'expense', id })?.value['performedDate'];
  expect([broken, whole].map((id) => dateOf(id) === '2026-02-03')).toEqual([false, true]);
});

test('an unforeseen error in one edit’s request holds that edit and releases the others; a disk error ends the tick, and nothing is claimed', () => {
  const desk = createDesk();
  const [odd, other] = [day(desk, 0), day(desk, 1)];
  const turnWith = (error: Error) => {
    const prepare: Client['prepare'] = ({ method, path }) => {
      if (path.includes(desk.edit(odd).recordId)) throw error;
      return { method, url: path, bytes: null, sha256: '0' } as never;
    };
    const parts = { store: desk.store, world: desk.world, laws: theLaws, sendsWhole: () => false, client: { prepare } };
    const tasks = [odd, other].map((id) => ({ kind: 'send' as const, row: desk.edit(id) }));
    const { claimed } = settleTick(
      parts as unknown as EngineParts,
      [],
      () => undefined,
      () => ({ tasks, needsProof: false }),
    );
    return claimed.map(({ claim }) => claim.intent.row.id);
  };
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  expect(() => turnWith(full)).toThrow(full);
  expect([odd, other].map((id) => desk.edit(id).state)).toEqual(['waiting', 'waiting']);
  expect(turnWith(new Error('deliberate'))).toEqual([other]);
  expect(desk.edit(odd).state).toBe('held');
  expect(reasonOf(desk.edit(odd))).toEqual({ kind: 'damagedRow', detail: 'request' });
});

test('an answer that cannot be settled even without its record is a bug: the engine stops, and says so', async () => {
  const desk = createDesk();
  const id = day(desk, 0);
  desk.store.sql.exec(
    `CREATE TRIGGER broken BEFORE UPDATE ON outbox WHEN NEW.state = 'applied' BEGIN SELECT RAISE(ABORT, 'deliberate'); END`,
  );
  await desk.engine.start();
  await expect(desk.run(5_000)).rejects.toThrow(/engineBroken.*deliberate/);
  expect(desk.engine.connection()).toEqual({ kind: 'broken', detail: 'engine' });
  expect(desk.edit(id).state).toBe('sending');
});

test.each([
  ['updateExpense', { performedDate: '2026-02-03' }, 'checking', 'check'],
  ['createUserComment', { content: 'Taxi' }, 'inDoubt', 'doubt'],
] as const)(
  'a bug while a request of %s is under way: nobody knows what it did, and the others go on',
  async (kind, body, state, outcome) => {
    const desk = createDesk();
    const [recordId = ''] = desk.company.expenses;
    desk.know('expense', recordId);
    const id = desk.record({ kind, recordKind: 'expense', recordId, body });
    const other = day(desk, 1);
    breakAt(desk, `after request ${id}`);
    await desk.engine.start();
    await expect(desk.run(5_000)).rejects.toThrow(/editParked/);
    expect(desk.edit(id).state).toBe(state);
    expect(attemptsOf(desk.store, id)).toMatchObject([{ outcome }]);
    expect(desk.edit(other).state).toBe('applied');
  },
);

test('a bug while a record is read: its edit is left alone for a minute at least, and the others go on', async () => {
  const desk = createDesk();
  const [id, other] = [day(desk, 0), day(desk, 1)];
  breakAt(desk, `after read ${id}`);
  await desk.engine.start();
  await expect(desk.run(5_000)).rejects.toThrow(/editParked/);
  expect(desk.edit(id).state).toBe('waiting');
  expect(desk.edit(id).waitMs).toBeGreaterThanOrEqual(60_000);
  expect(desk.edit(other).state).toBe('applied');
});
