import { afterEach, beforeEach, expect, it } from 'vitest';
import { editPage, editsUnderReview, underReviewAsSeen } from '#main/outbox/reading/edit-lists.ts';
import { indexEdits, editsWithWords } from '#main/projections/search/edit-words.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import type { Store } from '#main/storage/store.ts';
import { outboxFilterInput, type OutboxFilter } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit, walkEdit } from '#test/cache/many-edits.ts';
import { expense, idOf } from '#test/cache/many-records.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';

let world: StillWorld;
let store: Store;
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
});
afterEach(() => store.close());

const editOf = (n: number) => idOf(n, 'ed');
/** The numbers of the edits that a filter finds, newest first. */
const found = (filter: Partial<OutboxFilter>) => {
  const { rows, total } = editPage(store, outboxFilterInput.parse(filter));
  expect(total).toBe(rows.length);
  return rows.map(({ id }) => Number(id.slice(-12)));
};

it('a list of edits shows the requested states, open and closed together, and by default the open ones', () => {
  putEdit(store, 1, 'draft');
  putEdit(store, 2, 'discarded');
  putEdit(store, 3, 'held');
  putEdit(store, 4, 'applied');
  expect(found({})).toEqual([3, 1]);
  expect(found({ states: ['held', 'discarded'] })).toEqual([3, 2]);
  expect(found({ states: ['applied'] })).toEqual([4]);
  expect(found({ states: [] })).toEqual([]);
});

it('a record’s edits, and those approved together, are shown without anybody else’s', () => {
  for (const [n, state] of [
    [1, 'applied'],
    [2, 'applied'],
    [3, 'draft'],
    [4, 'draft'],
  ] as const)
    putEdit(store, n, state);
  expect(found({ record: { kind: 'expense', id: idOf(3) } })).toEqual([3]);
  expect(found({ record: { kind: 'expense', id: idOf(2) }, states: ['applied', 'draft'] })).toEqual([2]);
  expect(found({ record: { kind: 'vendor', id: idOf(3) } })).toEqual([]);
  store.sql.prepare(`UPDATE outbox SET batch_id = 'b1' WHERE id IN (?, ?)`).run(editOf(1), editOf(4));
  expect(found({ batchId: 'b1', states: ['applied', 'draft'] })).toEqual([4, 1]);
  expect(found({ batchId: 'b2', states: ['applied', 'draft'] })).toEqual([]);
});

it('every word that is asked for is in what was typed, in the kind of edit or in what the record is called, however it is spaced', () => {
  for (const n of [1, 2]) putEdit(store, n, 'draft');
  const heard = { ref: { kind: 'expense', id: idOf(2) } as const, value: expense(2), provenance: 'read', asOf: 1, complete: true } as const;
  hearRecord(store, heard);
  const [{ title = '' } = {}] = store.sql.prepare<[], { title: string }>(`SELECT title FROM record`).all();
  const [ofTitle = ''] = title.split(' ');
  expect(ofTitle.length).toBeGreaterThan(2);
  expect(found({ text: ofTitle })).toEqual([2]);
  expect(found({ text: `  typed   ${ofTitle} ` })).toEqual([2]);
  expect(found({ text: 'updateExpense' })).toEqual([2, 1]);
  expect(found({ text: 'depyt' })).toEqual([]);
  expect(found({ text: 'typed depyt' })).toEqual([]);
  expect(found({ text: '  ' })).toEqual([2, 1]);
});

it('review knows of each draft and conflict whether it left before and what it corrects', () => {
  putEdit(store, 1, 'conflict');
  putEdit(store, 2, 'draft');
  putEdit(store, 3, 'waiting');
  store.sql.prepare(`UPDATE outbox SET supersedes = ? WHERE id = ?`).run(editOf(1), editOf(2));
  expect(editsUnderReview(store)).toMatchObject([
    { id: editOf(1), state: 'conflict', lastAttempt: 1, supersedes: null, blockedBy: null, asOf: null },
    { id: editOf(2), state: 'draft', lastAttempt: 0, supersedes: editOf(1) },
  ]);
});

it('a page changes with each of its edits, and with the records under them', () => {
  putEdit(store, 1, 'draft');
  const nothing = { asOf: 0, updatedAt: '', status: '' };
  expect(underReviewAsSeen(store)).toMatchObject([{ id: editOf(1), state: 'draft', changedAt: world.now(), ...nothing }]);
  world.advance(5);
  walkEdit(store, editOf(1), 'held');
  expect(underReviewAsSeen(store)).toEqual([]);
  putEdit(store, 2, 'draft');
  const value = { id: idOf(2), status: 'CREATED', updatedAt: '2026-03-01T00:00:00Z' };
  hearRecord(store, { ref: { kind: 'expense', id: idOf(2) }, value, provenance: 'read', asOf: 7, complete: true });
  expect(underReviewAsSeen(store)).toMatchObject([{ id: editOf(2), asOf: 7, updatedAt: '2026-03-01T00:00:00Z', status: 'CREATED' }]);
});

it('edits are found by their words whether they are indexed or not, the newest first and no more than asked for', () => {
  expect(indexEdits(store)).toBe(true);
  expect(world.points).not.toContain('before edit words');
  for (const n of [1, 2, 3]) putEdit(store, n, 'draft');
  expect(indexEdits(store)).toBe(true);
  for (const n of [4, 5]) putEdit(store, n, 'draft');
  expect(editsWithWords(store, 'typed depyt', 10)).toEqual([]);
  expect(editsWithWords(store, ' \ttyped   2026 ', 10)).toEqual([5, 4, 3, 2, 1]);
  expect(editsWithWords(store, 'typed', 3)).toEqual([5, 4, 3]);
  expect(indexEdits(store)).toBe(true);
  const commits = world.points.filter((point) => point === 'before edit words').length;
  expect(indexEdits(store)).toBe(true);
  expect(world.points.filter((point) => point === 'before edit words')).toHaveLength(commits);
});
