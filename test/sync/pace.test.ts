import { expect, test } from 'vitest';
import { backoffMs, offlineCapMs, readAgainMs } from '#main/sync/pace/backoff.ts';
import { createFreshness } from '#main/sync/engine-parts.ts';
import { createConcurrency } from '#main/sync/pace/concurrency.ts';
import { fakeWorld } from '#test/world.ts';

const withChance = (chance: number) => ({ ...fakeWorld(), random: () => chance });
const longest = withChance(1);

test('after each failure in a row the longest wait doubles, up to five minutes, and never beyond', () => {
  expect([0, 1, 2, 3, 4, 9, 10, 50, 5_000].map((failures) => backoffMs(longest, failures))).toEqual([
    ...[1_000, 1_000, 2_000, 4_000, 8_000, 256_000],
    ...[300_000, 300_000, 300_000],
  ]);
  expect([1, 2, 3, 4, 5_000].map((failures) => backoffMs(longest, failures, offlineCapMs))).toEqual([1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('chance spreads a wait over all of its length; a record that cannot be read is asked for after half of it at least', () => {
  expect([0, 0.25, 1].map((chance) => backoffMs(withChance(chance), 3))).toEqual([0, 1_000, 4_000]);
  expect([0, 0.5, 1].map((chance) => readAgainMs(withChance(chance), 1))).toEqual([2_500, 3_750, 5_000]);
  expect([1, 2, 3, 7, 8, 9, 5_000].map((failures) => readAgainMs(longest, failures))).toEqual([
    ...[5_000, 10_000, 20_000, 320_000],
    ...[600_000, 600_000, 600_000],
  ]);
});

/** The concurrency after each round of answers with this duration. */
function widths(width: ReturnType<typeof createConcurrency>, rounds: readonly number[]): number[] {
  return rounds.map((ms) => {
    for (let left = width.now(); left > 0; left--) width.answered(ms);
    return width.now();
  });
}

test('quick answers widen by a half each round, to 64 or to what is allowed; slower ones hold, much slower ones narrow', () => {
  expect(createConcurrency().now()).toBe(6);
  expect(createConcurrency(3).now()).toBe(3);
  expect(widths(createConcurrency(), [100, 100, 100, 100, 100, 100, 100])).toEqual([9, 14, 21, 32, 48, 64, 64]);
  expect(widths(createConcurrency(10), [100, 100])).toEqual([9, 10]);
  expect(widths(createConcurrency(), [100, 150, 151, 300, 301, 301, 301, 301])).toEqual([9, 14, 14, 14, 11, 8, 6, 6]);
  // The best that was ever seen is the measure, not the last.
  expect(widths(createConcurrency(), [100, 40, 100, 60])).toEqual([9, 14, 14, 21]);
  // Under ten milliseconds nothing is slow.
  expect(widths(createConcurrency(), [1, 10, 11])).toEqual([9, 14, 11]);
});

test('a round counts when as many were answered as may be under way; overload halves, and starts a new round', () => {
  const width = createConcurrency();
  for (let n = 0; n < 5; n++) width.answered(10);
  expect(width.now()).toBe(6);
  width.tooMuch();
  expect(width.now()).toBe(3);
  width.answered(10);
  width.answered(10);
  expect(width.now()).toBe(3);
  width.answered(10);
  expect(width.now()).toBe(5);
  for (let n = 0; n < 9; n++) width.tooMuch();
  expect(width.now()).toBe(1);
  // A narrow width is not narrowed further by slowness alone.
  width.answered(9_000);
  expect(width.now()).toBe(1);
});

const ref = { kind: 'expense', id: '1' } as const;

test('a record is fresh for five seconds by both clocks', () => {
  const clock = { monotonic: 100_000, wall: 900_000 };
  const freshness = createFreshness({ ...fakeWorld(), monotonic: () => clock.monotonic, now: () => clock.wall });
  const isFreshAfter = (monotonic: number, wall: number) => {
    freshness.heard(ref);
    const then = { ...clock };
    Object.assign(clock, { monotonic: then.monotonic + monotonic, wall: then.wall + wall });
    const isFresh = freshness.isFresh(ref);
    Object.assign(clock, then);
    return isFresh;
  };
  expect(freshness.isFresh(ref)).toBe(false);
  expect(isFreshAfter(5_000, 5_000)).toBe(true);
  expect(isFreshAfter(5_001, 5_000)).toBe(false);
  // A computer that slept, a wall clock that was turned back.
  expect(isFreshAfter(10, 5_001)).toBe(false);
  expect(isFreshAfter(10, -5_001)).toBe(false);
  expect(isFreshAfter(10, -5_000)).toBe(true);
});

test('failed reads are counted until the record arrives', () => {
  const freshness = createFreshness(fakeWorld());
  expect([freshness.failedAgain(ref), freshness.failedAgain(ref)]).toEqual([1, 2]);
  freshness.failed(ref);
  expect([freshness.hasFailed(ref), freshness.hasFailed({ kind: 'vendor', id: '1' })]).toEqual([true, false]);
  freshness.heard(ref);
  expect(freshness.hasFailed(ref)).toBe(false);
  expect(freshness.failedAgain(ref)).toBe(1);
});

test('of many thousand records the newest ten thousand are remembered, including repeated ones', () => {
  const freshness = createFreshness(fakeWorld());
  const nth = (n: number) => ({ kind: 'expense', id: String(n) }) as const;
  for (let n = 0; n < 10_000; n++) {
    freshness.heard(nth(n));
    freshness.failed(nth(n));
  }
  freshness.heard(nth(0));
  expect([0, 1, 9_999].map((n) => freshness.isFresh(nth(n)))).toEqual([true, true, true]);
  freshness.heard(nth(10_000));
  expect([0, 1, 2, 10_000].map((n) => freshness.isFresh(nth(n)))).toEqual([true, false, true, true]);
  freshness.failed(nth(10_000));
  freshness.failed(nth(10_001));
  expect([9_999, 10_000, 10_001].map((n) => freshness.hasFailed(nth(n)))).toEqual([true, true, false]);
});
