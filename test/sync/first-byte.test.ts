import { expect, test } from 'vitest';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { holdEverything } from '#main/recovery/bring-back.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { leavesWithinMs } from '#main/sync/pace/first-byte.ts';
import type { Ready } from '#main/sync/check/ready.ts';
import { createDesk, failure, type Desk } from './desk.ts';

// The conditions of the claim are checked again just before the first byte (laws 8 and 21).

const writes = (desk: Desk) => desk.requests.filter(({ method }) => method === 'POST' || method === 'PATCH');
const questions = (desk: Desk) => desk.requests.length - writes(desk).length;
const outcomes = (desk: Desk, id: string) => attemptsOf(desk.store, id).map(({ outcome }) => outcome);

function approvedPayment(desk: Desk, invoice = 0): string {
  const id = desk.pay(invoice);
  desk.approve(id);
  return id;
}

type Waits = (desk: Desk, ms: number) => void;
const keychain: Waits = (desk, ms) => (desk.keychain.takesMs = ms);
const signIn: Waits = (desk, ms) => (desk.signIn.takesMs = ms);

test.each([
  ['the keychain', keychain],
  ['the sign-in', signIn],
])('a payment that waited more than a minute for %s is sent on a new proof, with nothing spent', async (_what, waits) => {
  const desk = createDesk();
  const id = approvedPayment(desk);
  await desk.engine.start();
  waits(desk, 61_000);
  await desk.run(50);
  expect(desk.edit(id)).toMatchObject({ state: 'sending' });
  waits(desk, 0);
  await desk.run(60_000);
  const asked = questions(desk);
  expect(writes(desk)).toEqual([]);
  await desk.run(10_000);
  expect(questions(desk)).toBeGreaterThan(asked);
  expect(outcomes(desk, id)).toEqual(['notSent', 'applied']);
  expect(desk.edit(id)).toMatchObject({ state: 'applied', attempts: 1 });
});

test('a payment that waited for less is sent at once: its proof is still valid', async () => {
  const desk = createDesk();
  const id = approvedPayment(desk);
  await desk.engine.start();
  keychain(desk, 55_000);
  await desk.run(56_000);
  expect(outcomes(desk, id)).toEqual(['applied']);
});

test('a lid that closed in the wait is noticed by the clock on the wall, though the other one stood still', async () => {
  const desk = createDesk();
  const id = approvedPayment(desk);
  await desk.engine.start();
  keychain(desk, 1_000);
  await desk.run(500);
  desk.world.turnWallClock(30 * 60_000);
  keychain(desk, 0);
  await desk.run(530);
  expect(writes(desk)).toEqual([]);
  expect(outcomes(desk, id)).toEqual(['notSent']);
  await desk.run(10_000);
  expect(desk.edit(id).state).toBe('applied');
});

test.each([
  ['a trouble of the line', (desk: Desk) => desk.weather((request) => (request.method === 'GET' ? failure('refused', false) : null))],
  ['the switch to work offline', (desk: Desk) => desk.engine.workOffline(true)],
])('nothing is sent past %s that came in the wait, and it is sent later', async (_what, happens) => {
  const desk = createDesk();
  const [recordId = ''] = desk.company.expenses;
  const payment = approvedPayment(desk);
  const date = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  await desk.engine.start();
  keychain(desk, 2_000);
  await desk.run(100);
  expect([payment, date].map((id) => desk.edit(id).state)).toEqual(['sending', 'sending']);
  happens(desk);
  void desk.engine.preflight();
  // One after the other tells the keychain.
  await desk.run(4_500);
  expect(writes(desk)).toEqual([]);
  expect([payment, date].map((id) => [desk.edit(id).state, desk.edit(id).attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ]);
  keychain(desk, 0);
  desk.weather(null);
  desk.engine.workOffline(false);
  desk.engine.kick();
  await desk.run(30_000);
  expect([payment, date].map((id) => desk.edit(id).state)).toEqual(['applied', 'applied']);
});

test('an update that waited does not overwrite values received meanwhile, nor a record that was not read again', async () => {
  const desk = createDesk({ reads: true });
  const [heardId = '', unheardId = ''] = desk.company.expenses;
  for (const id of [heardId, unheardId]) desk.know('expense', id);
  const date = (recordId: string) =>
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  const [heard, unheard] = [date(heardId), date(unheardId)];
  await desk.engine.start();
  keychain(desk, 6_000);
  await desk.run(1_000);
  expect(writes(desk)).toEqual([]);
  for (const id of [heardId, unheardId]) {
    const changed = { ...desk.company.store.get('expense', id), performedDate: '2026-02-09', updatedAt: '2027-01-01T00:00:00Z' };
    desk.company.store.put('expense', id, changed as never);
  }
  desk.hear('expense', heardId);
  keychain(desk, 0);
  await desk.run(30_000);
  expect(writes(desk)).toEqual([]);
  expect([heard, unheard].map((id) => [desk.edit(id).state, reasonOf(desk.edit(id))?.kind])).toEqual([
    ['conflict', 'baseMoved'],
    ['conflict', 'baseMoved'],
  ]);
});

test('a keychain that opens and knows more requests than this database holds what waited for it, too', async () => {
  const desk = createDesk();
  const payment = approvedPayment(desk);
  const [recordId = ''] = desk.company.expenses;
  const date = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  await desk.engine.start();
  keychain(desk, 1_000);
  await desk.run(100);
  expect([payment, date].map((id) => desk.edit(id).state)).toEqual(['sending', 'sending']);
  holdEverything(desk.store);
  await desk.run(60_000);
  expect(writes(desk)).toEqual([]);
  expect([payment, date].map((id) => desk.edit(id).state)).toEqual(['held', 'held']);
});

test('a colleague’s write in the wait does not withdraw a valid claim', async () => {
  const desk = createDesk();
  const id = approvedPayment(desk);
  await desk.engine.start();
  keychain(desk, 1_000);
  await desk.run(100);
  const [recordId = ''] = desk.company.expenses;
  desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  await desk.run(5_000);
  expect(outcomes(desk, id)).toEqual(['applied']);
});

test('an engine that was stopped in the wait sends nothing any more', async () => {
  const desk = createDesk();
  const id = approvedPayment(desk);
  await desk.engine.start();
  keychain(desk, 1_000);
  await desk.run(500);
  desk.engine.stop();
  await desk.run(10_000);
  expect(writes(desk)).toEqual([]);
  // It may have left as far as the next start can tell.
  await desk.restart();
  expect(desk.edit(id).state).toBe('inDoubt');
});

test.each([
  ['a disk that is full lets nothing leave', 'SQLITE_FULL', 0],
  ['a bug in that look is none', '', null],
])('the claim is looked up again where others wrote meanwhile: %s', (_what, code, within) => {
  const trouble = Object.assign(new Error('no'), { code });
  const store = new Proxy({} as EngineParts['store'], {
    get: () => {
      throw trouble;
    },
  });
  const ready = { intent: { row: { id: 'a', repeat: 'creates' } } } as unknown as Ready;
  const look = () =>
    leavesWithinMs({ store } as EngineParts, { mayLeave: () => true, proofLeftMs: () => 5 }, { ready, claim: { n: 1 } }, true);
  if (within === null) expect(look).toThrow('no');
  else expect(look()).toBe(within);
});
