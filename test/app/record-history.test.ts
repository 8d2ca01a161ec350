import { expect, test } from 'vitest';
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
