import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { recordOf } from '#main/records/records.ts';
import { change } from '#main/edits/record/change.ts';
import { putBack } from '#main/edits/decide/put-back.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { recordMany } from '#main/edits/record/record-many.ts';
import { reverse } from '#main/edits/undo/reverse.ts';
import { changeRecord, type ChangeableKind } from '#service/domain/operations/change.ts';
import { writeJson } from '#service/domain/json.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { createDesk, type Desk } from './desk.ts';

/** A colleague's change that was heard of while a user had an older record before them is not overwritten unseen (law 15). */

const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const vendorOf = (desk: Desk) => desk.company.vendors[0] ?? '';
const cardOf = (desk: Desk) => desk.company.cardTransactions[0] ?? '';
const written = (desk: Desk) => desk.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH').length;
const shownOf = (desk: Desk, kind: RecordKind, id: string) => recordOf(desk.store, { kind, id })?.value ?? null;

const later = { performedDate: '2026-02-03' };

/** Somebody else changes it, and this laptop hears of that at once, whatever a user has open. */
function heardOf(desk: Desk, kind: ChangeableKind & RecordKind, id: string, fields: Record<string, unknown>): void {
  changeRecord(desk.company.store, kind, id, fields, desk.world.now());
  const text = writeJson(desk.company.store.get(kind, id));
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('unreadable');
  hearRecord(desk.store, { ref: { kind, id }, text, value: parsed.value, provenance: 'read', asOf: desk.world.now(), complete: true });
}

/** A form that was opened when the record said `seen`, and is recorded now. */
function record(
  desk: Desk,
  kind: string,
  recordKind: RecordKind,
  recordId: string,
  body: Record<string, unknown>,
  seen: ReturnType<typeof shownOf>,
) {
  const answer = recordEdit(desk.store, { kind, recordKind, recordId, body, seen }, {});
  if (!answer.ok) throw new Error('refused');
  return answer;
}

async function expenseDesk() {
  const desk = createDesk();
  const id = expenseOf(desk);
  heardOf(desk, 'expense', id, { performedDate: '2026-01-05', originalCurrency: 'EUR' });
  await desk.engine.start();
  const date = (performedDate: string) => record(desk, 'updateExpense', 'expense', id, { performedDate }, shownOf(desk, 'expense', id));
  return { desk, id, date };
}

test('a record received while a form was open conflicts with the typed value', async () => {
  const { desk, id } = await expenseDesk();
  const seen = shownOf(desk, 'expense', id);
  heardOf(desk, 'expense', id, { performedDate: '2026-01-09' });
  const answer = record(desk, 'updateExpense', 'expense', id, { performedDate: '2026-02-03' }, seen);
  expect(answer.state).toBe('conflict');
  expect(reasonOf(desk.edit(answer.id))).toMatchObject({
    kind: 'baseMoved',
    differences: [{ path: ['performedDate'], base: '2026-01-05', mine: '2026-02-03', theirs: '2026-01-09' }],
  });
  await desk.run(300_000);
  expect(written(desk)).toBe(0);
});

test('the same in an edit that takes in an earlier one of another field', async () => {
  const { desk, id } = await expenseDesk();
  desk.engine.workOffline(true);
  const first = record(desk, 'updateExpense', 'expense', id, { originalCurrency: 'USD' }, shownOf(desk, 'expense', id));
  const seen = shownOf(desk, 'expense', id);
  heardOf(desk, 'expense', id, { performedDate: '2026-01-09' });
  expect(desk.edit(first.id).state).toBe('waiting');
  const second = record(desk, 'updateExpense', 'expense', id, { performedDate: '2026-02-03' }, seen);
  expect(second).toMatchObject({ merged: true, state: 'conflict' });
});

test('another field of theirs is no conflict, nor is what our own edit set meanwhile', async () => {
  const { desk, id, date } = await expenseDesk();
  const seen = shownOf(desk, 'expense', id);
  date('2026-02-01');
  await desk.run(10_000);
  heardOf(desk, 'expense', id, { originalCurrency: 'USD' });
  const second = record(desk, 'updateExpense', 'expense', id, { performedDate: '2026-02-03' }, seen);
  expect(second.state).toBe('waiting');
  await desk.run(10_000);
  expect(desk.edit(second.id).state).toBe('applied');
});

test('a form for several records: theirs in the same field is a conflict, in another one it is not, and ours is nobody’s', async () => {
  const { desk, id, date } = await expenseDesk();
  const [, second = '', third = ''] = desk.company.expenses;
  const ids = [id, second, third];
  for (const one of [second, third]) heardOf(desk, 'expense', one, { performedDate: '2026-01-05', originalCurrency: 'EUR' });
  const seen = { performedDate: '2026-01-05', originalCurrency: 'EUR' };
  date('2026-02-01');
  await desk.run(10_000);
  heardOf(desk, 'expense', second, { performedDate: '2026-01-09' });
  heardOf(desk, 'expense', third, { originalCurrency: 'USD' });
  const inputs = ids.map((recordId) => ({ kind: 'updateExpense', recordKind: 'expense' as const, recordId, body: { ...later }, seen }));
  const answer = recordMany(desk.store, inputs, {});
  if (!answer.ok) throw new Error('refused');
  const [, conflict = ''] = answer.ids;
  expect(answer).toMatchObject({ now: 2, needYou: [{ id: conflict, why: 'conflict' }] });
  expect(reasonOf(desk.edit(conflict))).toMatchObject({ differences: [{ base: '2026-01-05', mine: '2026-02-03', theirs: '2026-01-09' }] });
  await desk.run(10_000);
  expect(answer.ids.map((edit) => desk.edit(edit).state)).toEqual(['applied', 'conflict', 'applied']);
});

test('a form for several records: an empty field that somebody filled meanwhile is a conflict, what is empty still is none', () => {
  const desk = createDesk();
  const [card = '', other = ''] = desk.company.cardTransactions;
  for (const one of [card, other]) heardOf(desk, 'cardTransaction', one, { description: null });
  heardOf(desk, 'cardTransaction', card, { description: 'Theirs' });
  const describe = (recordId: string, seen: Record<string, unknown> | null) => {
    const answer = recordMany(
      desk.store,
      [{ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId, body: { description: 'Ours' }, seen }],
      {},
    );
    return answer.ok ? desk.edit(answer.ids[0] ?? '').state : null;
  };
  expect(describe(card, { description: null })).toBe('conflict');
  expect(describe(other, { description: null })).toBe('waiting');
  const stub = '00000000-0000-4000-8000-0000000000cc';
  expect(describe(stub, null)).toBe('waiting');
  expect(describe(stub, { description: null })).toBe('waiting');
});

test('bank data that moved while the form was open stops a bank field of ours', () => {
  const desk = createDesk();
  const id = vendorOf(desk);
  heardOf(desk, 'vendor', id, { bankName: 'A bank', bankAccountNumber: 'SE1' });
  const seen = shownOf(desk, 'vendor', id);
  heardOf(desk, 'vendor', id, { bankAccountNumber: 'SE999' });
  const { id: edit } = record(desk, 'updateVendor', 'vendor', id, { bankName: 'Our bank' }, seen);
  expect(reasonOf(desk.edit(edit))).toMatchObject({ kind: 'baseMoved', hardStop: true, differences: [{ theirs: 'SE999' }] });
});

test('an edit that is corrected in an old form does not go over what the service said since', async () => {
  const { desk, id, date } = await expenseDesk();
  desk.engine.workOffline(true);
  const first = date('2026-02-03');
  heardOf(desk, 'expense', id, { performedDate: '2026-01-09' });
  expect(desk.edit(first.id).state).toBe('conflict');
  const seen = shownOf(desk, 'expense', id);
  heardOf(desk, 'expense', id, { performedDate: '2026-01-10' });
  const changed = change(desk.store, first.id, { performedDate: '2026-02-04' }, {}, seen);
  if (!changed.ok) throw new Error('not changed');
  expect(reasonOf(desk.edit(changed.id))).toMatchObject({ differences: [{ base: '2026-01-09', theirs: '2026-01-10' }] });
});

test('the reverse of an edit does not overwrite a later value; without one it is sent', async () => {
  const { desk, id, date } = await expenseDesk();
  const { id: first } = date('2026-02-03');
  await desk.run(10_000);
  heardOf(desk, 'expense', id, { performedDate: '2026-01-09' });
  const reversed = reverse(desk.store, first, {});
  if (!reversed.ok) throw new Error('no reverse');
  expect(reasonOf(desk.edit(reversed.id))).toMatchObject({
    kind: 'baseMoved',
    differences: [{ base: '2026-02-03', mine: '2026-01-05', theirs: '2026-01-09' }],
  });

  const other = await expenseDesk();
  const { id: sent } = other.date('2026-02-03');
  await other.desk.run(10_000);
  const back = reverse(other.desk.store, sent, {});
  await other.desk.run(10_000);
  expect(back.ok && other.desk.edit(back.id).state).toBe('applied');
});

test('restoring a loss does not overwrite a field that somebody filled since', async () => {
  const desk = createDesk({ switches: { replaces: true } });
  const id = cardOf(desk);
  const [group] = [...desk.company.store.list('customPropertyGroup')].filter(
    ({ companyId, values }) => companyId === desk.company.caller.companyId && values.length > 1,
  );
  if (!group) throw new Error('the seed has no group');
  const property = (at: number) => [{ groupId: group.id, groupInternalName: group.internalName, values: group.values.slice(at, at + 1) }];
  heardOf(desk, 'cardTransaction', id, { description: 'was', customProperties: property(0) });
  const { id: sent } = record(
    desk,
    'updateCardTransaction',
    'cardTransaction',
    id,
    { description: 'now' },
    shownOf(desk, 'cardTransaction', id),
  );
  await desk.begin(10_000);
  expect(reasonOf(desk.edit(sent))).toMatchObject({ kind: 'fieldsLost' });
  heardOf(desk, 'cardTransaction', id, { customProperties: property(1) });
  const back = putBack(desk.store, sent, {});
  if (!back.ok) throw new Error('nothing lost');
  expect(reasonOf(desk.edit(back.id))).toMatchObject({ kind: 'baseMoved' });
});
