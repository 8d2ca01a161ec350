import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { sendAgain } from '#main/edits/decide/doubt.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { release } from '#main/edits/decide/hold.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { settle } from '#main/edits/decide/settle.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { changeRecord, type ChangeableKind } from '#service/domain/operations/change.ts';
import type { CustomProperty } from '#service/domain/records/custom-property.ts';
import { createDesk, failure, refusal, type Desk } from './desk.ts';

const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const vendorOf = (desk: Desk) => desk.company.vendors[0] ?? '';
const cardOf = (desk: Desk) => desk.company.cardTransactions[0] ?? '';
const writes = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH').length;

function editExpense(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expenseOf(desk), body });
}

function editVendor(desk: Desk, body: Record<string, unknown>): string {
  return desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendorOf(desk), body });
}

function editCard(desk: Desk, groupId: string, valueId: string): string {
  const body = { customProperties: [{ groupId, valueIds: [valueId] }] };
  return desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: cardOf(desk), body });
}

/** At the service, seen here only when it is read. */
function colleague(desk: Desk, kind: ChangeableKind, id: string, fields: Record<string, unknown>): void {
  changeRecord(desk.company.store, kind, id, fields, desk.world.now());
}

async function preflight(desk: Desk): Promise<void> {
  const done = desk.engine.preflight();
  await desk.run(1_000);
  await done;
}

/** Two groups of the service's custom properties that take any of their values. */
function groupsOf(desk: Desk) {
  const [one, two] = [...desk.company.store.list('customPropertyGroup')].filter(
    ({ companyId, values }) => companyId === desk.company.caller.companyId && values.length > 1,
  );
  if (!one || !two) throw new Error('the seed has too few groups');
  const property = (group: typeof one, index: number): CustomProperty => ({
    groupId: group.id,
    groupInternalName: group.internalName,
    values: group.values.slice(index, index + 1),
  });
  const valueOf = (group: typeof one, index: number) => group.values[index]?.id ?? '';
  return { one, two, property, valueOf };
}

/** A is rejected, B waits behind it on the same field. */
async function rejectedBefore(): Promise<{ desk: Desk; first: string; second: string }> {
  const desk = createDesk();
  desk.know('expense', expenseOf(desk));
  const first = editExpense(desk, { performedDate: '2026-02-03' });
  desk.weather((request) => (request.method === 'PATCH' ? refusal : null));
  await desk.begin(5_000);
  expect(desk.edit(first).state).toBe('rejected');
  desk.weather(null);
  const second = editExpense(desk, { performedDate: '2026-02-05' });
  return { desk, first, second };
}

test('an edit of ours that was refused explains no change: what waits behind it is in conflict', async () => {
  const { desk, second } = await rejectedBefore();
  await desk.run(120_000);
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' });
  await preflight(desk);
  expect(reasonOf(desk.edit(second))).toMatchObject({
    kind: 'baseMoved',
    differences: [{ path: ['performedDate'], mine: '2026-02-05', theirs: '2026-01-09' }],
  });
  const before = writes(desk);
  await desk.run(300_000);
  expect(writes(desk)).toBe(before);
});

test('correcting a refused edit does not hide what a colleague did meanwhile', async () => {
  const { desk, first } = await rejectedBefore();
  await desk.run(120_000);
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' });
  desk.know('expense', expenseOf(desk));
  const changed = change(desk.store, first, { performedDate: '2026-02-04' }, {});
  if (!changed.ok) throw new Error('not changed');
  expect(reasonOf(desk.edit(changed.id))).toMatchObject({ kind: 'baseMoved', differences: [{ theirs: '2026-01-09' }] });
});

test('“theirs” on the first of two edits does not let the second go over theirs', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  const first = editVendor(desk, { bankAccountNumber: 'SE1' });
  const second = editVendor(desk, { bankAccountNumber: 'SE2' });
  colleague(desk, 'vendor', vendorOf(desk), { bankAccountNumber: 'SE999' });
  await desk.engine.start();
  await preflight(desk);
  expect(settle(desk.store, first, [{ path: ['bankAccountNumber'], take: 'theirs' }], {})).toEqual({ ok: true, id: null });
  expect(reasonOf(desk.edit(second))).toMatchObject({ kind: 'baseMoved', hardStop: true, differences: [{ mine: 'SE2', theirs: 'SE999' }] });
});

test('a bank name of theirs stops an account number of ours, whatever our other edits of the bank data say', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  const first = editVendor(desk, { bankName: 'Our bank' });
  const second = editVendor(desk, { bankAccountNumber: 'SE2' });
  colleague(desk, 'vendor', vendorOf(desk), { bankName: 'Their bank' });
  await desk.engine.start();
  await preflight(desk);
  for (const id of [first, second]) expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: true });
});

test('a field that a colleague emptied is a change too, also a part of it', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  colleague(desk, 'vendor', vendorOf(desk), { phoneNumber: { countryCode: '+46', localNumber: '8' } });
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { phoneNumber: { localNumber: '555' } });
  colleague(desk, 'vendor', vendorOf(desk), { phoneNumber: null });
  await desk.engine.start();
  await preflight(desk);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', differences: [{ path: ['phoneNumber', 'localNumber'] }] });
});

test('a group of custom properties counts on its own: another group is no conflict, the same one is', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  const { one, two, property, valueOf } = groupsOf(desk);
  colleague(desk, 'cardTransaction', cardOf(desk), { customProperties: [property(one, 0), property(two, 0)] });
  desk.know('cardTransaction', cardOf(desk));
  await desk.engine.start();
  desk.engine.workOffline(true);
  const id = editCard(desk, one.id, valueOf(one, 1));
  colleague(desk, 'cardTransaction', cardOf(desk), { customProperties: [property(one, 0), property(two, 1)] });
  desk.know('cardTransaction', cardOf(desk));
  await preflight(desk);
  expect(desk.edit(id).state).toBe('waiting');
  colleague(desk, 'cardTransaction', cardOf(desk), { customProperties: [property(two, 1)] });
  await preflight(desk);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', differences: [{ path: ['customProperties'] }] });
});

test('our own applied group does not explain a colleague’s change of another group', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  const { one, two, property, valueOf } = groupsOf(desk);
  colleague(desk, 'cardTransaction', cardOf(desk), { customProperties: [property(one, 0), property(two, 0)] });
  desk.know('cardTransaction', cardOf(desk));
  const first = editCard(desk, one.id, valueOf(one, 1));
  let second = '';
  desk.weather((request, server) => {
    if (request.method !== 'PATCH' || second !== '') return null;
    // While the first is under way, the second is recorded and a colleague changes its group.
    second = editCard(desk, two.id, valueOf(two, 0));
    const served = server.company.store.get('cardTransaction', cardOf(desk));
    colleague(desk, 'cardTransaction', cardOf(desk), { customProperties: [...(served?.customProperties ?? []).slice(0, 1)] });
    return null;
  });
  await desk.begin(5_000);
  expect(desk.edit(first).state).toBe('applied');
  expect(desk.edit(second).state).toBe('conflict');
});

test('a request nobody knows the end of explains the very value it carried, and no other', async () => {
  for (const [theirs, state] of [
    ['2026-02-03', 'waiting'],
    ['2026-01-09', 'conflict'],
  ] as const) {
    const desk = createDesk();
    desk.know('expense', expenseOf(desk));
    const first = editExpense(desk, { performedDate: '2026-02-03' });
    desk.weather((request) => (request.method === 'PATCH' ? failure('reset', true) : null));
    await desk.begin(1_000);
    expect(desk.edit(first).state).toBe('checking');
    const second = editExpense(desk, { performedDate: '2026-02-05' });
    colleague(desk, 'expense', expenseOf(desk), { performedDate: theirs });
    await preflight(desk);
    expect(desk.edit(second).state).toBe(state);
  }
});

test('redo does not hide what a colleague did since, and our own writes since are no conflict', async () => {
  for (const byColleague of [true, false]) {
    const desk = createDesk();
    desk.know('expense', expenseOf(desk));
    await desk.engine.start();
    desk.engine.workOffline(true);
    const id = editExpense(desk, { performedDate: '2026-02-03' });
    expect(undo(desk.store, [id], {})).toMatchObject({ ok: true });
    if (byColleague) colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' });
    else {
      editExpense(desk, { performedDate: '2026-01-09' });
      desk.engine.workOffline(false);
      await desk.run(5_000);
      desk.engine.workOffline(true);
    }
    desk.know('expense', expenseOf(desk));
    const answer = redo(desk.store, [id], {});
    if (!answer.ok) throw new Error('not redone');
    expect(desk.edit(answer.redone[0] ?? '').state).toBe(byColleague ? 'conflict' : 'waiting');
  }
});

test('a conflict that bank fields joined while it waited is a hard stop', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon', bankName: 'Our bank' });
  colleague(desk, 'vendor', vendorOf(desk), { city: 'Faro' });
  await desk.engine.start();
  await preflight(desk);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: false });
  colleague(desk, 'vendor', vendorOf(desk), { bankAccountNumber: 'SE999' });
  desk.know('vendor', vendorOf(desk));
  const other = editVendor(desk, { email: 'a@vendor.test' });
  desk.approve(other);
  await preflight(desk);
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'baseMoved', hardStop: true });
});

test('a fresh record is no licence: a colleague’s change of the last minute is found before the write', async () => {
  const desk = createDesk();
  desk.know('expense', expenseOf(desk));
  await desk.engine.start();
  await preflight(desk);
  const first = editExpense(desk, { originalCurrency: 'USD' });
  await desk.run(5_000);
  expect(desk.edit(first).state).toBe('applied');
  await desk.run(10_000);
  colleague(desk, 'expense', expenseOf(desk), { performedDate: '2026-01-09' });
  await desk.run(10_000);
  // Recorded on what is known here, which is older than the colleague's change.
  const second = editExpense(desk, { performedDate: '2026-02-03' });
  await desk.run(10_000);
  expect(reasonOf(desk.edit(second))).toMatchObject({ kind: 'baseMoved', differences: [{ theirs: '2026-01-09' }] });
});

test('a conflict is settled only as it was shown: a newer word of the service asks again', async () => {
  const desk = createDesk({ reads: true, switches: { reads: true } });
  desk.know('vendor', vendorOf(desk));
  const id = editVendor(desk, { city: 'Lisbon', email: 'our@vendor.test' });
  colleague(desk, 'vendor', vendorOf(desk), { city: 'Faro' });
  await desk.engine.start();
  await preflight(desk);
  expect(desk.edit(id).state).toBe('conflict');
  const mine = (path: string[], shown: string) => ({ path, take: 'mine' as const, shown });
  colleague(desk, 'vendor', vendorOf(desk), { city: 'Braga' });
  await readAgain(desk);
  expect(settle(desk.store, id, [mine(['city'], 'Faro')], {})).toMatchObject({ ok: false, why: 'conflictMoved' });
  colleague(desk, 'vendor', vendorOf(desk), { email: 'their@vendor.test' });
  await readAgain(desk);
  expect(settle(desk.store, id, [mine(['city'], 'Braga')], {})).toMatchObject({ ok: false, why: 'conflictMoved' });
  expect(settle(desk.store, id, [mine(['city'], 'Braga'), mine(['email'], 'their@vendor.test')], {})).toMatchObject({ ok: true });
});

/** Something else than the edit in conflict reads its record: a second edit waits for approval behind it. */
async function readAgain(desk: Desk): Promise<void> {
  editVendor(desk, { zipcode: `Z${desk.requests.length}` });
  await preflight(desk);
}

test('a comment that may exist is sent once more only after a user confirmed twice: corrected, or refused and retried', async () => {
  for (const way of ['change', 'redo'] as const) {
    const desk = createDesk();
    const record = { recordKind: 'expense' as const, recordId: expenseOf(desk) };
    const id = desk.record({ kind: 'createUserComment', ...record, body: { content: 'Lunch' } });
    let posts = 0;
    desk.weather((request) => {
      if (request.method !== 'POST') return null;
      posts += 1;
      return posts === 1 ? failure('reset', true) : refusal;
    });
    await desk.begin(200_000);
    expect(desk.edit(id).state).toBe('inDoubt');
    expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
    await desk.run(60_000);
    expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'rejectedByService', mayBeApplied: true });
    desk.weather(null);
    const next = await sendOnceMore(desk, id, way);
    await desk.run(60_000);
    expect(desk.edit(next).state).toBe('draft');
    const warnings = reviewBatch(desk.store, null).groups.flatMap((group) => group.warnings);
    expect(warnings).toContainEqual({ kind: 'mayBeThere', editId: next });
    const approval = { ids: [next], fingerprint: fingerprintOf(desk.store) };
    expect(approve(desk.store, { ...approval, secondConfirmation: false })).toMatchObject({ ok: false, why: 'needsSecondConfirmation' });
    expect(approve(desk.store, { ...approval, secondConfirmation: true })).toMatchObject({ ok: true });
    await desk.run(60_000);
    expect(desk.edit(next).state).toBe('applied');
  }
});

async function sendOnceMore(desk: Desk, id: string, way: 'change' | 'redo'): Promise<string> {
  if (way === 'redo') {
    // A claimed edit returns refused: redo sends nothing.
    expect(discard(desk.store, [id])).toEqual({ ok: true });
    expect(redo(desk.store, [id], {})).toEqual({ ok: true, redone: [id] });
    expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'rejectedByService', mayBeApplied: true });
    expect(desk.edit(id).state).toBe('rejected');
    expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'needsCorrection' });
  }
  const changed = change(desk.store, id, { content: 'Lunch, two people' }, {});
  if (!changed.ok) throw new Error('not changed');
  return changed.id;
}

test('a comment that certainly does not exist follows the rules', async () => {
  const desk = createDesk();
  const record = { recordKind: 'expense' as const, recordId: expenseOf(desk) };
  const id = desk.record({ kind: 'createUserComment', ...record, body: { content: 'Lunch' } });
  desk.weather((request) => (request.method === 'POST' ? refusal : null));
  await desk.begin(60_000);
  expect(desk.edit(id).state).toBe('rejected');
  const changed = change(desk.store, id, { content: 'Lunch, two people' }, {});
  if (!changed.ok) throw new Error('not changed');
  expect(desk.edit(changed.id).state).toBe('waiting');
});
