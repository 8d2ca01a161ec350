import { expect, test, vi } from 'vitest';
import { discard } from '#main/edits/decide/discard.ts';
import { release } from '#main/edits/decide/hold.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { markOf } from '#main/audit/verified.ts';
import { followOpenEdits } from '#main/audit/agreed.ts';
import { anchorOf } from '#main/audit/anchor.ts';
import { anchored } from '#test/anchors.ts';
import { createDesk, type Desk } from './desk.ts';

// The sent request is the approved one: the claim asks the audit log (law 31).

/** As somebody with the file in hand could: the triggers are no lock. */
function tamper({ store }: Desk, statement: string): void {
  for (const name of ['outbox_typed_fields', 'outbox_transition', 'audit_never_changed', 'audit_never_deleted'])
    store.sql.exec(`DROP TRIGGER IF EXISTS ${name}`);
  store.sql.exec(statement);
}

function approvedPayment(): { desk: Desk; id: string } {
  const desk = createDesk();
  const id = desk.pay();
  desk.approve(id);
  return { desk, id };
}

test.each([
  ['body', `UPDATE outbox SET body = replace(body, '100', '900000')`],
  ['approver', `UPDATE outbox SET approved_by = 'Somebody else'`],
  ['confirmation', 'UPDATE batches SET second_confirmation = 0'],
  ['body', `UPDATE outbox SET priority = 'write', review = 'automatic'`],
  ['body', `UPDATE outbox SET record_id = 'f' || substr(record_id, 2)`],
  ['body', `UPDATE outbox SET record_kind = 'invoicePayable'`],
  ['body', `UPDATE outbox SET kind = 'createUserComment'`],
] as const)('a claim holds an edit whose %s was changed while the engine ran: %s', async (what, statement) => {
  const { desk, id } = approvedPayment();
  desk.weather(() => ({ kind: 'failure', cause: 'dns', bytesWritten: false, status: null, detail: 'dns', afterMs: 5 }));
  await desk.begin(1_000);
  tamper(desk, statement);
  desk.weather(null);
  desk.engine.kick();
  await desk.run(30_000);
  expect(desk.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'notAsApproved', what });
  expect(release(desk.store, [id])).toEqual({ ok: true });
  expect(desk.edit(id).state).toBe('draft');
});

test('a claim holds an edit that its log says was discarded', async () => {
  const { desk, id } = approvedPayment();
  await desk.engine.start();
  expect(discard(desk.store, [id]).ok).toBe(true);
  tamper(desk, `UPDATE outbox SET state = 'waiting', reason = NULL`);
  desk.engine.kick();
  await desk.run(30_000);
  expect(desk.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'notAsApproved', what: 'state' });
});

test('an automatic edit with changed content needs a user’s approval, and is sent then', async () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  tamper(desk, `UPDATE outbox SET body = replace(body, 'Taxi', 'Limo')`);
  expect(await started(desk)).toMatchObject({ notAsApproved: 1 });
  expect(desk.edit(id).state).toBe('held');
  await desk.run(200_000);
  expect(release(desk.store, [id])).toEqual({ ok: true });
  expect(desk.edit(id).state).toBe('draft');
  desk.approve(id);
  await desk.run(30_000);
  expect(desk.edit(id).state).toBe('applied');
});

async function started(desk: Desk) {
  const starting = desk.engine.start();
  await desk.run(100);
  return starting;
}

test('a log that does not add up holds everything that is open, once: the keychain remembers that it was told', async () => {
  const { desk, id } = approvedPayment();
  tamper(desk, `UPDATE audit SET what = 'approvedx' WHERE what = 'approved'`);
  expect(await started(desk)).toMatchObject({ broken: { held: 1 }, notAsApproved: 0 });
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'notAsApproved', what: 'history' });
  const log = () => followOpenEdits(desk.store, markOf(desk.store), { ...anchorOf(desk.store), broken: 3 });
  expect((await log()).brokenAt).toBe(2);
  expect((await followOpenEdits(desk.store, markOf(desk.store), anchorOf(desk.store, 2))).brokenAt).toBeNull();
});

test('an approval that the keychain does not know is asked for again, a known one is not', async () => {
  const { desk, id } = approvedPayment();
  const known = anchorOf(desk.store);
  const early = { ...known, line: { seq: known.line.seq - 1, hash: known.line.hash } };
  expect((await followOpenEdits(desk.store, markOf(desk.store), known)).differ.size).toBe(0);
  expect([...(await followOpenEdits(desk.store, markOf(desk.store), early)).differ]).toEqual([[id, 'approval']]);
  expect((await followOpenEdits(desk.store, markOf(desk.store), null)).differ.size).toBe(0);
});

test('a long queue is compared in portions: what moves meanwhile is as its newest line has it', async () => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  const comments = Array.from({ length: 1_000 }, (_, n) =>
    desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: `Taxi ${n}` } }),
  );
  const last = desk.pay();
  tamper(desk, `UPDATE outbox SET body = replace(body, 'Taxi 7', 'Limo 7') WHERE body LIKE '%Taxi 7"%'`);
  // Two between the portions of lines, one between those of rows.
  const sleep = vi.spyOn(desk.world, 'sleep');
  sleep.mockImplementation(async () => void (sleep.mock.calls.length === 3 && desk.approve(last)));
  const { differ } = await followOpenEdits(desk.store, markOf(desk.store), null);
  expect([sleep.mock.calls.length, desk.edit(last).state]).toEqual([3, 'waiting']);
  expect([...differ]).toEqual([[comments[7], 'body']]);
});

test('the keychain learns at once of an approval or its withdrawal, and not of a save', async () => {
  const { desk, id } = approvedPayment();
  desk.engine.workOffline(true);
  await started(desk);
  const lines = () => desk.keychain.line?.seq ?? 0;
  const before = lines();
  const [recordId = ''] = desk.company.expenses;
  desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Taxi' } });
  await desk.run(1_000);
  expect(lines()).toBe(before);
  discard(desk.store, [id]);
  await desk.run(1_000);
  expect(lines()).toBe(anchorOf(desk.store).line.seq);
  // The close of the account anchors later saves.
  desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Train' } });
  const known = desk.engine.known();
  await desk.run(1_000);
  await known;
  expect(lines()).toBe(anchorOf(desk.store).line.seq);
});

test('tells the keychain of a discard that follows a rolled-back transaction', async () => {
  const { desk, id } = approvedPayment();
  desk.engine.workOffline(true);
  await started(desk);
  const refused = () =>
    desk.store.commit('refused', () => {
      for (let line = 0; line < 5; line++) discard(desk.store, [desk.pay(line)]);
      throw new Error('full');
    });
  expect(refused).toThrow('full');
  desk.pay(6);
  await desk.run(1_000);
  discard(desk.store, [id]);
  await desk.run(1_000);
  expect(desk.keychain.line).toEqual(anchorOf(desk.store).line);
});

test.each(['a word of the user', 'a claim'])('an older copy is found although the keychain opened just before %s', async (what) => {
  const desk = createDesk({ anchor: anchored(0, { line: { seq: 50, hash: 'a'.repeat(64) } }) });
  const [recordId = ''] = desk.company.expenses;
  desk.know('expense', recordId);
  const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-28' } });
  const other = desk.pay();
  desk.keychain.locked = true;
  desk.engine.workOffline(true);
  await desk.begin(1_000);
  desk.keychain.locked = false;
  if (what === 'a claim') desk.engine.workOffline(false);
  else discard(desk.store, [other]);
  await desk.run(3_000);
  desk.engine.workOffline(false);
  await desk.run(30_000);
  expect(desk.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(reasonOf(desk.edit(id))?.kind).toBe('restoredBackup');
});

test('an approval from outside is found when the keychain opens, one of this process is not asked for again', async () => {
  const { desk, id } = approvedPayment();
  const known = anchorOf(desk.store);
  desk.keychain.counter = 0n;
  desk.keychain.line = {
    seq: known.line.seq - 1,
    hash: desk.store.sql
      .prepare('SELECT hash FROM audit WHERE seq = ?')
      .pluck()
      .get(known.line.seq - 1) as string,
  };
  desk.keychain.locked = true;
  desk.engine.workOffline(true);
  await desk.begin(1_000);
  const here = desk.pay(1);
  desk.approve(here);
  await desk.run(1_000);
  desk.keychain.locked = false;
  await desk.run(10_000);
  expect(reasonOf(desk.edit(id))).toEqual({ kind: 'notAsApproved', what: 'approval' });
  expect(desk.edit(here).state).toBe('waiting');
  expect(desk.keychain.line).toEqual(anchorOf(desk.store).line);
});
