import { expect, test } from 'vitest';
import { editsUnderReview } from '#main/outbox/reading/edit-lists.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { putExpenses, idOf } from '#test/cache/many-records.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

function put(at: Desk, n: number, kind: 'updateExpense' | 'createUserComment', body: Record<string, unknown>): void {
  const answer = recordEdit(at.store, { kind, recordKind: 'expense', recordId: idOf(n), body }, { [kind]: 'review' });
  if (!answer.ok) throw new Error(JSON.stringify(answer.issues));
}

const rowsOf = (at: Desk) => reviewBatch(at.store, null).groups.flatMap(({ rows }) => rows);

test('like edits are one row, however old their records are; a row says once what is not sure about it', () => {
  const at = createDesk();
  putExpenses(at.store, 8);
  for (let n = 0; n < 5; n += 1) put(at, n, 'updateExpense', { performedDate: '2026-03-12' });
  put(at, 5, 'updateExpense', { performedDate: '2026-03-13' });
  for (const n of [6, 7]) put(at, n, 'createUserComment', { content: 'Seen.' });
  expect(rowsOf(at).map(({ of, ids, first }) => [of, ids.length, first?.id === ids[0]])).toEqual([
    ['updateExpense', 5, true],
    ['updateExpense', 1, true],
    ['createUserComment', 2, true],
  ]);
  at.store.sql.exec('UPDATE record SET as_of = 1');
  const batch = reviewBatch(at.store, null);
  expect(batch.groups.flatMap(({ rows }) => rows).map(({ ids }) => ids.length)).toEqual([5, 1, 2]);
  expect(batch.groups.flatMap(({ warnings }) => warnings).map(({ kind }) => kind)).toEqual(['staleBase', 'staleBase']);
});

test('a row of like edits stays that row when its first one is removed', () => {
  const at = createDesk();
  putExpenses(at.store, 3);
  for (const n of [0, 1, 2]) put(at, n, 'createUserComment', { content: 'Seen.' });
  const [{ key, ids } = { key: '', ids: [] }] = rowsOf(at);
  discard(at.store, ids.slice(0, 1));
  expect(rowsOf(at)).toMatchObject([{ key, ids: ids.slice(1) }]);
});

test('edits behind one that needs the user are apart from those that look like it', () => {
  const at = createDesk();
  putExpenses(at.store, 3);
  put(at, 0, 'updateExpense', { performedDate: '2026-03-12' });
  hold(
    at.store,
    editsUnderReview(at.store).map(({ id }) => id),
  );
  for (const n of [0, 1, 2]) put(at, n, 'createUserComment', { content: 'Seen.' });
  expect(reviewBatch(at.store, null).groups.map(({ kind, rows }) => [kind, rows.map(({ ids }) => ids.length)])).toEqual([
    ['ready', [2]],
    ['blocked', [1]],
  ]);
});

test('of many edits that all differ a screen’s worth is read in full, the rest by name', () => {
  const at = createDesk();
  putExpenses(at.store, 300);
  at.store.commit('many', () => {
    for (let n = 0; n < 300; n += 1) put(at, n, 'createUserComment', { content: `Comment ${n}` });
  });
  const rows = rowsOf(at);
  expect(rows).toHaveLength(300);
  expect(rows.filter(({ first }) => first !== null)).toHaveLength(60);
});
