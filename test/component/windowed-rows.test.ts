import { expect, test } from 'vitest';
import { WindowedRows } from '#renderer/state/data/windowed-rows.svelte.ts';
import type { Portion } from '#renderer/state/data/page-cursor.svelte.ts';
import { choicesFrom, type Choices } from '#service/seed/random.ts';
import { fewOf } from '#test/full-test.ts';

/** A keyset list over numbers, as the cache answers: the key is the last number read. */
function listOf(numbers: number[]) {
  let reads = 0;
  const page = (sorted: number[], after: string | null, { limit, skip }: Portion, beyond: (each: number, key: number) => boolean) => {
    reads += 1;
    const from = (after === null ? sorted : sorted.filter((each) => beyond(each, Number(after)))).slice(skip);
    const rows = from.slice(0, limit);
    return { rows, next: from.length > limit ? String(rows.at(-1)) : null, total: sorted.length };
  };
  return {
    reads: () => reads,
    forward: async (after: string | null, portion: Portion) =>
      page(
        numbers.toSorted((a, b) => a - b),
        after,
        portion,
        (each, key) => each > key,
      ),
    backward: async (after: string | null, portion: Portion) =>
      page(
        numbers.toSorted((a, b) => b - a),
        after,
        portion,
        (each, key) => each < key,
      ),
  };
}

/** Lets every read that is under way come to its end. */
async function settled(rows: WindowedRows<number>): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await rows.fill();
  }
}

test.each(fewOf([6, 1, 2, 3, 4, 5], 2))(
  'whatever is looked at and however the list changes, what is shown is what is there (seed %i)',
  async (seed) => {
    const choices = choicesFrom(seed);
    const numbers = Array.from({ length: choices.int(0, 3000) }, (_, place) => place * 3);
    const list = listOf(numbers);
    const rows = new WindowedRows(list.forward, { backward: seed % 2 === 0 ? list.backward : null, leaps: seed > 4 });
    await rows.restart();
    for (let step = 0; step < 30; step += 1) {
      if (step % 3 === 2) await changeUnderTheEyes(rows, numbers, choices);
      const first = choices.int(0, Math.max(0, numbers.length - 1));
      const last = Math.min(first + 40, numbers.length - 1);
      // A move to the same page keeps what is there: look elsewhere first.
      rows.show(Math.max(0, first > 300 ? 0 : numbers.length - 1), Math.max(0, first > 300 ? 0 : numbers.length - 1));
      rows.show(first, last);
      await settled(rows);
      const sorted = numbers.toSorted((a, b) => a - b);
      expect(rows.total).toBe(sorted.length);
      for (let index = first; index <= last; index += 1)
        expect(rows.at(index), `row ${index} of ${sorted.length}, step ${step}`).toBe(sorted[index]);
    }
  },
);

/** Takes out or adds a few rows anywhere; what stays on screen must be one run of the list as it is now. */
async function changeUnderTheEyes(rows: WindowedRows<number>, numbers: number[], choices: Choices): Promise<void> {
  const at = choices.int(0, numbers.length);
  if (choices.chance(0.5)) numbers.splice(at, 5);
  else numbers.push((numbers.at(at) ?? 0) + 1);
  const unique = [...new Set(numbers)];
  numbers.splice(0, numbers.length, ...unique);
  await rows.refresh();
  await settled(rows);
  const shown = Array.from({ length: rows.total }, (_, index) => rows.at(index)).filter((each) => each !== undefined);
  const sorted = numbers.toSorted((a, b) => a - b);
  expect(shown).toEqual(shown.length === 0 ? [] : sorted.slice(sorted.indexOf(shown[0] ?? -1)).filter((each) => shown.includes(each)));
  expect(shown.every((each) => sorted.includes(each))).toBe(true);
}

test('both ends of a long list are one read away', async () => {
  const list = listOf(Array.from({ length: 20_000 }, (_, place) => place));
  const rows = new WindowedRows(list.forward, { backward: list.backward });
  await rows.restart();
  rows.show(19_960, 19_999);
  await settled(rows);
  expect(rows.at(19_999)).toBe(19_999);
  expect(list.reads()).toBe(2);
});

test('a row in the middle of a long list is one read away if the list can skip rows, and so are its neighbours', async () => {
  const list = listOf(Array.from({ length: 90_000 }, (_, place) => place));
  const rows = new WindowedRows(list.forward, { backward: list.backward, leaps: true });
  await rows.restart();
  rows.show(41_210, 41_240);
  await settled(rows);
  expect([rows.at(41_210), rows.at(41_240)]).toEqual([41_210, 41_240]);
  expect(list.reads()).toBe(2);
  rows.show(41_190, 41_220);
  await settled(rows);
  expect(rows.at(41_190)).toBe(41_190);
  expect(list.reads()).toBe(3);
});

test('rows are read ahead of scrolling; after a jump, no others are', async () => {
  const list = listOf(Array.from({ length: 1000 }, (_, place) => place));
  const rows = new WindowedRows(list.forward);
  await rows.restart();
  rows.show(0, 25);
  await settled(rows);
  rows.show(50, 75);
  await settled(rows);
  expect([rows.at(100), list.reads()]).toEqual([100, 3]);
  rows.show(250, 275);
  await settled(rows);
  expect([rows.at(250), rows.at(300)]).toEqual([250, undefined]);
  rows.show(210, 235);
  await settled(rows);
  expect([rows.at(199), rows.at(300)]).toEqual([199, undefined]);
});
