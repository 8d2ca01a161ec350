import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDesk, untilState, type TestDesk } from './desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startDesk();
});
afterEach(async () => {
  await desk.close();
});

async function someExpense(): Promise<string> {
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 1 });
  return rows[0]?.id ?? '';
}

/** A change by a colleague. */
function changeBySomebody(id: string, fields: Record<string, unknown>): void {
  const before = desk.service.store.get('expense', id);
  if (!before) throw new Error('there is no such expense');
  desk.service.store.put('expense', id, { ...before, ...fields, updatedAt: new Date().toISOString() });
}

test('another field changed meanwhile: the two merge, and both changes are on the service', async () => {
  const id = await someExpense();
  await desk.cable.pull();
  const { id: edit } = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: id,
    body: { performedDate: '2026-01-15' },
  });
  changeBySomebody(id, { originalCurrency: 'SEK' });
  await desk.cable.plug();
  await untilState(desk, edit, 'applied');
  expect(desk.service.store.get('expense', id)).toMatchObject({ performedDate: '2026-01-15', originalCurrency: 'SEK' });
});

test('the same field changed meanwhile: a conflict that the user settles; typing is never lost', async () => {
  const id = await someExpense();
  await desk.cable.pull();
  const { id: edit } = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: id,
    body: { performedDate: '2026-01-15', originalCurrency: 'JPY' },
  });
  changeBySomebody(id, { performedDate: '2026-01-20' });
  await desk.cable.plug();
  const conflict = await untilState(desk, edit, 'conflict');
  expect(conflict.changes).toContainEqual(expect.objectContaining({ path: ['performedDate'], mine: '2026-01-15', theirs: '2026-01-20' }));
  expect(desk.service.store.get('expense', id)?.performedDate).toBe('2026-01-20');

  const settled = await desk.api.edits.settle({
    id: edit,
    fields: [
      { path: ['performedDate'], take: 'edited', value: '2026-01-18' },
      { path: ['originalCurrency'], take: 'mine' },
    ],
  });
  await untilState(desk, settled.id ?? '', 'applied');
  expect(desk.service.store.get('expense', id)).toMatchObject({ performedDate: '2026-01-18', originalCurrency: 'JPY' });
  const before = await desk.api.edits.get({ id: edit });
  expect(before).toMatchObject({ state: 'superseded', body: { performedDate: '2026-01-15', originalCurrency: 'JPY' } });
});

test('a form for several records: changes received while it was open are compared, the others are sent', async () => {
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 3 });
  const ids = rows.map((row) => row.id);
  const shown = await desk.api.records.fields({ kind: 'expense', ids, names: ['performedDate', 'originalCurrency'] });
  const [first = '', second = ''] = ids;
  changeBySomebody(first, { performedDate: '2026-01-20' });
  changeBySomebody(second, { originalCurrency: 'SEK' });
  for (const id of [first, second]) await desk.api.records.refresh({ kind: 'expense', id });
  const body = { performedDate: '2026-01-15' };
  const edits = shown.map(({ id, fields }) => ({
    ...{ kind: 'updateExpense', recordKind: 'expense' as const, recordId: id },
    ...{ body, seen: fields },
  }));
  const many = await desk.api.edits.recordMany({ edits });
  expect(many).toMatchObject({ now: 2, needYou: [{ id: many.ids[0], why: 'conflict' }] });
  const conflict = await desk.api.edits.get({ id: many.ids[0] ?? '' });
  expect(conflict.changes).toEqual([expect.objectContaining({ path: ['performedDate'], mine: '2026-01-15', theirs: '2026-01-20' })]);
  for (const id of many.ids.slice(1)) await untilState(desk, id, 'applied');
  expect(desk.service.store.get('expense', first)?.performedDate).toBe('2026-01-20');
  expect(desk.service.store.get('expense', second)).toMatchObject({ performedDate: '2026-01-15', originalCurrency: 'SEK' });
});

test('equal values are no conflict', async () => {
  const id = await someExpense();
  await desk.cable.pull();
  const { id: edit } = await desk.api.edits.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: id,
    body: { performedDate: '2026-01-15' },
  });
  changeBySomebody(id, { performedDate: '2026-01-15' });
  await desk.cable.plug();
  expect(await untilState(desk, edit, 'applied', 'conflict')).toMatchObject({ state: 'applied' });
});

test('a window undoes its acts one by one, many as one, and redoes them; nothing undone is sent', async () => {
  await desk.cable.pull();
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 4 });
  const body = { performedDate: '2026-02-02' };
  const edits = rows.map((row) => ({ kind: 'updateExpense', recordKind: 'expense' as const, recordId: row.id, body }));
  await desk.api.edits.record(edits[0] ?? { kind: '', recordKind: 'expense', recordId: '', body });
  const many = await desk.api.edits.recordMany({ edits: edits.slice(1) });
  expect(many).toMatchObject({ now: 3, needYou: [] });
  expect((await desk.api.edits.undo({})).undone.toSorted()).toEqual(many.ids.toSorted());
  expect(desk.app.counters().waiting).toBe(1);
  expect((await desk.api.edits.redo()).redone).toHaveLength(3);
  expect(desk.app.counters().waiting).toBe(4);
  await desk.api.edits.undo({});
  await desk.api.edits.undo({});
  expect(desk.app.counters().waiting).toBe(0);
  await expect(desk.api.edits.undo({})).rejects.toMatchObject({ code: 'NOT_NOW', data: { why: 'nothingToUndo' } });
  await desk.cable.plug();
  await desk.restart();
  expect(desk.service.store.journal(0)).toEqual([]);
});
