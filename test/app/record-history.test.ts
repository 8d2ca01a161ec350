import { expect, test } from 'vitest';
import { appendAudit } from '#main/audit/audit.ts';
import { recordView } from '#main/app/views/record-view.ts';
import { createDesk } from '#test/sync/desk.ts';

test('an applied comment is in the history of its record', async () => {
  const at = createDesk();
  const ref = { kind: 'expense' as const, id: at.company.expenses[0] ?? '' };
  at.know('expense', ref.id);
  const id = at.record({ kind: 'createUserComment', recordKind: 'expense', recordId: ref.id, body: { content: 'With Inês.' } });
  await at.begin(5_000);
  expect(at.edit(id).state).toBe('applied');
  const view = recordView(at.store, ref);
  expect(view?.edits).toEqual([]);
  const said = view?.history.find(({ what }) => what === 'recorded')?.said;
  expect(said).toMatchObject({ id, state: 'applied', body: { content: 'With Inês.' } });
});

test('requests and answers leave room for what the page shows; older lines are said to exist', () => {
  const at = createDesk();
  const record = { kind: 'expense' as const, id: at.company.expenses[0] ?? '' };
  at.know('expense', record.id);
  const body = { performedDate: '2026-03-12' };
  const editId = at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: record.id, body });
  const add = (...kinds: string[]) =>
    at.store.commit('lines', () => {
      for (let n = 0; n < 60; n += 1) for (const what of kinds) appendAudit(at.store, { what, editId, record, facts: {} });
    });
  add('left', 'answered');
  expect(recordView(at.store, record)?.history).toMatchObject([{ what: 'recorded', editId }]);
  expect(recordView(at.store, record)?.hasOlder).toBeUndefined();
  add('approved', 'held');
  expect(recordView(at.store, record)?.history).toHaveLength(100);
  expect(recordView(at.store, record)?.hasOlder).toBe(true);
});
