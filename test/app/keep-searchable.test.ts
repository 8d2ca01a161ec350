import { expect, test } from 'vitest';
import { keepSearchable } from '#main/account-life/jobs/keep-searchable.ts';
import { noteTyped } from '#main/projections/search/typing.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('edits get into the word index by themselves, however many there are, and none after the end', async () => {
  const world = fakeWorld();
  const store = openTestStore(world);
  const record = (n: number) =>
    recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: idOf(n), body: { performedDate: '2026-02-03' } }, {});
  const indexed = () => store.sql.prepare<unknown[], { n: number }>('SELECT count(*) AS n FROM edit_words').get()?.n;
  for (let n = 0; n < 700; n++) record(n);
  const keeping = keepSearchable(store);
  expect(indexed()).toBe(0);
  await world.advance(3_000);
  expect(indexed()).toBe(700);
  record(700);
  await world.advance(3_000);
  expect(indexed()).toBe(701);
  record(701);
  keeping.stop();
  await world.advance(10_000);
  expect(indexed()).toBe(701);
  store.close();
});

test('background work waits while the user types, and not while a list is read again', async () => {
  const world = fakeWorld();
  const store = openTestStore(world);
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: idOf(1), body: { performedDate: '2026-02-03' } }, {});
  const indexed = () => store.sql.prepare<unknown[], { n: number }>('SELECT count(*) AS n FROM edit_words').get()?.n;
  const keeping = keepSearchable(store);
  for (const text of ['h', 'ho', 'hot', 'hote', 'hotel'].flatMap((word) => [word, `${word} x`, `${word} y`])) {
    noteTyped(store, text);
    await world.advance(200);
  }
  expect(indexed()).toBe(0);
  for (let n = 0; n < 5; n++) {
    noteTyped(store, 'hotel y');
    await world.advance(200);
  }
  expect(indexed()).toBe(1);
  keeping.stop();
  store.close();
});
