import { expect, test } from 'vitest';
import { asManyAsFit } from '#main/storage/one-commit.ts';
import { placeStaged, stageRecords } from '#main/records/staged-import.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { realWorld } from '#test/world.ts';

test('a commit takes few large records or many small ones, and never none', () => {
  expect(asManyAsFit([])).toBe(0);
  expect(asManyAsFit([900_000, 1])).toBe(1);
  expect(asManyAsFit([300_000, 200_000, 1])).toBe(2);
  expect(asManyAsFit(Array.from({ length: 200 }, () => 100))).toBe(200);
});

test('large records of an import come into their places one commit after the other', () => {
  const store = openTestStore(realWorld());
  const records = [1, 2, 3].map((n) => {
    const id = idOf(n);
    return { ref: { kind: 'expense' as const, id }, text: JSON.stringify({ id, note: 'x'.repeat(400_000) }), complete: true, asOf: 1 };
  });
  stageRecords(store, records, true);
  const commits = [placeStaged(store, 200), placeStaged(store, 200), placeStaged(store, 200)];
  expect(commits.map(({ more }) => more)).toEqual([true, true, false]);
  store.close();
});
