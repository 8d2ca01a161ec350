import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm } from '#main/edits/decide/doubt.ts';
import { hold, release } from '#main/edits/decide/hold.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { onTheWire } from '#test/laws/domain-server.ts';
import { createDesk, failure, losesAnswers, refusal, type Desk } from './desk.ts';

/** Ours is what the service answered to us last, with nothing else heard since (law 27). */

const vendorOf = (desk: Desk) => desk.company.vendors[0] ?? '';
const cardOf = (desk: Desk) => desk.company.cardTransactions[0] ?? '';
const shownNow = (desk: Desk, kind: RecordKind, id: string): JsonObject => recordOf(desk.store, { kind, id })?.value ?? {};

const bankEdit = (desk: Desk, bankAccountNumber: string, seen?: JsonObject): string =>
  desk.record({
    kind: 'updateVendor',
    recordKind: 'vendor',
    recordId: vendorOf(desk),
    body: { bankAccountNumber },
    ...(seen ? { seen } : {}),
  });

/** A colleague writes, and an export that shows it is taken in. */
function hearsColleague(desk: Desk, kind: 'vendor' | 'expense' | 'cardTransaction', id: string, fields: Record<string, unknown>): void {
  changeRecord(desk.company.store, kind, id, fields, desk.world.now());
  desk.hear(kind, id);
}

/** We set IBAN SE1 and the service says so. */
async function afterOurOwn(): Promise<Desk> {
  const desk = createDesk();
  desk.know('vendor', vendorOf(desk));
  const ours = bankEdit(desk, 'SE1');
  desk.approve(ours);
  await desk.begin(20_000);
  expect(desk.edit(ours).state).toBe('applied');
  return desk;
}

test('a colleague who puts our old bank account back is no echo of ours: the form that was open meets a hard stop', async () => {
  const desk = await afterOurOwn();
  const id = vendorOf(desk);
  hearsColleague(desk, 'vendor', id, { bankAccountNumber: 'SE2' });
  const seen = shownNow(desk, 'vendor', id);
  hearsColleague(desk, 'vendor', id, { bankAccountNumber: 'SE1' });
  const typed = bankEdit(desk, 'SE3', seen);
  expect(desk.edit(typed).state).toBe('conflict');
  expect(reasonOf(desk.edit(typed))).toMatchObject({ kind: 'baseMoved', hardStop: true });
});

test('a held edit that was corrected over a colleague’s value asks when the value of before is put back', async () => {
  const desk = await afterOurOwn();
  const id = vendorOf(desk);
  const typed = bankEdit(desk, 'SE3');
  expect(hold(desk.store, [typed])).toEqual({ ok: true });
  hearsColleague(desk, 'vendor', id, { bankAccountNumber: 'SE2' });
  const corrected = change(desk.store, typed, { bankAccountNumber: 'SE4' }, {}, shownNow(desk, 'vendor', id));
  const again = corrected.ok ? desk.edit(corrected.id) : null;
  expect([again?.state, again && reasonOf(again)?.kind]).toEqual(['held', 'heldByPerson']);
  hearsColleague(desk, 'vendor', id, { bankAccountNumber: 'SE1' });
  expect(release(desk.store, [again?.id ?? ''])).toEqual({ ok: true });
  expect(desk.edit(again?.id ?? '').state).toBe('conflict');
});

test('our own answer is no conflict for a form that was open meanwhile, whatever else a colleague changed since', async () => {
  const desk = createDesk();
  const id = vendorOf(desk);
  desk.know('vendor', id);
  const seen = shownNow(desk, 'vendor', id);
  desk.approve(bankEdit(desk, 'SE1'));
  await desk.begin(20_000);
  hearsColleague(desk, 'vendor', id, { zipcode: 'Z9' });
  expect(desk.edit(bankEdit(desk, 'SE3', seen)).state).toBe('draft');
});

test('a request without an answer explains its own value until another one is heard', async () => {
  const desk = createDesk();
  const id = cardOf(desk);
  // The seed's card is of a later day than this desk's clock.
  changeRecord(desk.company.store, 'cardTransaction', id, {}, 0);
  desk.know('cardTransaction', id);
  const seen = shownNow(desk, 'cardTransaction', id);
  const describe = (description: string, look?: JsonObject): string =>
    desk.record({
      kind: 'updateCardTransaction',
      recordKind: 'cardTransaction',
      recordId: id,
      body: { description },
      ...(look ? { seen: look } : {}),
    });
  desk.weather(losesAnswers('PATCH'));
  describe('One');
  await desk.begin(20_000);
  desk.hear('cardTransaction', id);
  expect(desk.edit(describe('Two', seen)).state).toBe('waiting');
  const look = shownNow(desk, 'cardTransaction', id);
  hearsColleague(desk, 'cardTransaction', id, { description: 'Theirs' });
  hearsColleague(desk, 'cardTransaction', id, { description: 'One' });
  expect(look['description']).toBe('One');
  expect(desk.edit(describe('Three', { ...look, description: 'Theirs' })).state).toBe('conflict');
});

test('a value that the user said to be recorded explains itself when it is heard', async () => {
  const desk = createDesk();
  const id = vendorOf(desk);
  desk.know('vendor', id);
  const seen = shownNow(desk, 'vendor', id);
  desk.weather(losesAnswers('PUT'));
  const first = bankEdit(desk, 'SE1');
  desk.approve(first);
  await desk.begin(200_000);
  expect(confirm(desk.store, first)).toEqual({ ok: true });
  desk.hear('vendor', id);
  expect(desk.edit(bankEdit(desk, 'SE3', seen)).state).toBe('draft');
});

test('our own later answer ends what an earlier request without an answer explains', async () => {
  const desk = createDesk();
  const id = vendorOf(desk);
  desk.know('vendor', id);
  desk.weather(losesAnswers('PUT'));
  const lost = bankEdit(desk, 'SE1');
  desk.approve(lost);
  await desk.begin(200_000);
  expect(confirm(desk.store, lost)).toEqual({ ok: true });
  desk.weather(null);
  desk.hear('vendor', id);
  const answered = bankEdit(desk, 'SE2');
  desk.approve(answered);
  await desk.run(20_000);
  expect(desk.edit(answered).state).toBe('applied');
  const seen = shownNow(desk, 'vendor', id);
  hearsColleague(desk, 'vendor', id, { bankAccountNumber: 'SE1' });
  expect(desk.edit(bankEdit(desk, 'SE3', seen)).state).toBe('conflict');
});

test('a read that does not show what an earlier request without an answer set ends what that request explains', async () => {
  const desk = createDesk();
  const id = desk.company.expenses[0] ?? '';
  desk.know('expense', id);
  const date = (performedDate: string, seen?: JsonObject) =>
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate }, ...(seen ? { seen } : {}) });
  const patches = () => desk.requests.filter(({ method }) => method === 'PATCH').length;
  // The first request is lost on its way, the second is refused.
  desk.weather(({ method }) => (method === 'PATCH' ? (patches() === 1 ? failure('reset', true) : refusal) : null));
  const lost = date('2026-02-05');
  await desk.begin(300_000);
  expect([desk.edit(lost).state, patches()]).toEqual(['rejected', 2]);
  expect(discard(desk.store, [lost])).toEqual({ ok: true });
  desk.weather(null);
  const seen = shownNow(desk, 'expense', id);
  hearsColleague(desk, 'expense', id, { performedDate: '2026-02-05' });
  expect(desk.edit(date('2026-02-07', seen)).state).toBe('conflict');
});

test('a read that was asked before our request left does not make our own value somebody else’s', async () => {
  const desk = createDesk();
  const id = desk.company.expenses[0] ?? '';
  desk.know('expense', id);
  const date = (performedDate: string) =>
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate } });
  let reads = 0;
  let left = () => {};
  const hasLeft = new Promise<void>((resolve) => (left = resolve));
  let later = '';
  desk.weather((request, server) => {
    if (request.method === 'PATCH' && later === '') {
      later = date('2026-02-07');
      hold(desk.store, [later]);
      const answer = onTheWire(server.carryOut(request), 50);
      left();
      return desk.world.sleep(50).then(() => answer);
    }
    if (request.method !== 'GET' || !request.url.includes(id)) return null;
    reads += 1;
    // One of the two looks comes back at once; the other one saw the expense before our request, and is slow.
    const before = onTheWire(server.carryOut(request), 10);
    return reads === 1 ? hasLeft.then(() => before) : before;
  });
  const ours = date('2026-02-05');
  const beginning = desk.begin(2_000);
  const preflight = desk.engine.preflight();
  await beginning;
  await preflight;
  expect([desk.edit(ours).state, reads]).toEqual(['applied', 2]);
  desk.weather(null);
  expect(release(desk.store, [later])).toEqual({ ok: true });
  expect(desk.edit(later).state).toBe('waiting');
});

/**
 * While our first text of a card travels, a second one is recorded and held; a colleague changes the text after the service took ours, and that is heard
 * first. Nothing is read before a card is written.
 */
async function afterLateAnswer(): Promise<{ desk: Desk; held: string }> {
  const desk = createDesk();
  const id = cardOf(desk);
  desk.know('cardTransaction', id);
  const describe = (description: string) =>
    desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: id, body: { description } });
  describe('First');
  let held = '';
  desk.weather((request, server) => {
    if (request.method !== 'PATCH' || held !== '') return null;
    held = describe('Second');
    hold(desk.store, [held]);
    const answer = onTheWire(server.carryOut(request), 20);
    changeRecord(desk.company.store, 'cardTransaction', id, { description: 'Theirs' }, Date.UTC(2027, 0, 1));
    desk.hear('cardTransaction', id);
    return answer;
  });
  await desk.begin(30_000);
  return { desk, held };
}

test('an answer of ours that comes after a newer word of a colleague does not explain it', async () => {
  const { desk, held } = await afterLateAnswer();
  // A colleague's later write, by the service's time, stays known.
  expect(shownNow(desk, 'cardTransaction', cardOf(desk))['description']).toBe('Theirs');
  expect(release(desk.store, [held])).toEqual({ ok: true });
  await desk.run(60_000);
  expect(desk.edit(held).state).toBe('conflict');
  expect(desk.company.store.get('cardTransaction', cardOf(desk))?.description).toBe('Theirs');
});

/**
 * Our text of a card travels to a service that writes no times. Before the answer comes an export is taken in: `asOf` the card before our write or after it, and
 * after a colleague changed the custom properties.
 */
async function crossedByExport(asOf: 'before' | 'after'): Promise<Desk> {
  const desk = createDesk();
  const id = cardOf(desk);
  const withoutTime = (fields: Record<string, unknown>) => {
    const card = desk.company.store.get('cardTransaction', id);
    if (card) desk.company.store.put('cardTransaction', id, { ...card, ...fields, updatedAt: null } as unknown as typeof card);
  };
  withoutTime({});
  desk.know('cardTransaction', id);
  desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: id, body: { description: 'Ours' } });
  let isFirst = true;
  desk.weather((request, server) => {
    if (request.method !== 'PATCH' || !isFirst) return null;
    isFirst = false;
    if (asOf === 'before') desk.hear('cardTransaction', id);
    const answer = server.carryOut(request);
    if (asOf === 'after') {
      withoutTime({ customProperties: [] });
      desk.hear('cardTransaction', id);
    }
    return onTheWire({ ...answer, bodyText: answer.bodyText.replace(/"updatedAt":"[^"]*"/, '"updatedAt":null') }, 20);
  });
  await desk.begin(30_000);
  return desk;
}

test('an export of before our write, taken in while it travelled, does not take back what the service answered', async () => {
  const desk = await crossedByExport('before');
  expect(shownNow(desk, 'cardTransaction', cardOf(desk))['description']).toBe('Ours');
});

test('an answer of ours does not take away what an export told of another field while it travelled', async () => {
  const desk = await crossedByExport('after');
  const { description, customProperties } = shownNow(desk, 'cardTransaction', cardOf(desk));
  expect([description, customProperties]).toEqual(['Ours', []]);
});

/** Our email waits, over a colleague's that was shown; the colleague then writes the very same. Answers what a form that was open showed. */
function afterAgreement(): { desk: Desk; waiting: string; seen: JsonObject } {
  const desk = createDesk();
  const id = vendorOf(desk);
  desk.know('vendor', id);
  const first = desk.record(emailOf(desk, 'ours@vendor.test'));
  hearsColleague(desk, 'vendor', id, { email: 'theirs@vendor.test' });
  const seen = shownNow(desk, 'vendor', id);
  const settled = settle(desk.store, first, [{ path: ['email'], take: 'mine' }], {});
  hearsColleague(desk, 'vendor', id, { email: 'ours@vendor.test' });
  return { desk, waiting: settled.ok ? (settled.id ?? '') : '', seen };
}

const emailOf = (desk: Desk, email: string) => ({
  kind: 'updateVendor',
  recordKind: 'vendor' as const,
  recordId: vendorOf(desk),
  body: { email },
});

test('an edit that agrees with a colleague explains nothing to a later one, which a form that was open before takes it into', () => {
  const { desk, waiting, seen } = afterAgreement();
  const newest = desk.record({ ...emailOf(desk, 'newest@vendor.test'), seen });
  expect(desk.edit(waiting).state).toBe('superseded');
  expect(desk.edit(newest).state).toBe('conflict');
});

test('an edit that agrees with a colleague explains nothing to its correction in a form that was open before', () => {
  const { desk, waiting, seen } = afterAgreement();
  const corrected = change(desk.store, waiting, { email: 'newest@vendor.test' }, {}, seen);
  expect(corrected.ok && desk.edit(corrected.id).state).toBe('conflict');
});
