import { expect, test } from 'vitest';
import { drawNext, type DrawnRow } from '#renderer/parts/list/drawn-rows.ts';

const rowsOf = (...pairs: [element: number, place: number][]): DrawnRow[] => pairs.map(([element, place]) => ({ element, place }));

test('a row that stays keeps its element, one that comes takes that of one that left', () => {
  const before = drawNext([], 0, 3, -1);
  expect(before).toEqual(rowsOf([0, 0], [1, 1], [2, 2], [3, 3]));
  const after = drawNext(before, 2, 5, -1);
  expect(after).toEqual(rowsOf([2, 2], [3, 3], [0, 4], [1, 5]));
  expect(after[0]).toBe(before[2]);
});

test('a row that stays is drawn once, in its order, wherever the list is scrolled', () => {
  const before = drawNext([], 0, 2, 1);
  expect(before).toEqual(rowsOf([0, 0], [1, 1], [2, 2]));
  expect(drawNext(before, 10, 12, 1)).toEqual(rowsOf([1, 1], [0, 10], [2, 11], [3, 12]));
  expect(drawNext(before, 0, 2, 90)).toEqual(rowsOf([0, 0], [1, 1], [2, 2], [3, 90]));
});

test('no two rows ever share an element', () => {
  let rows: DrawnRow[] = [];
  for (const [first, last, kept] of [
    [0, 9, 4],
    [5, 9, 4],
    [40, 55, 4],
    [50, 49, 4],
    [3, 12, -1],
    [0, 30, 60],
  ] as const) {
    rows = drawNext(rows, first, last, kept);
    expect(new Set(rows.map(({ element }) => element)).size).toBe(rows.length);
    expect(rows.map(({ place }) => place)).toEqual(rows.map(({ place }) => place).toSorted((a, b) => a - b));
  }
});
