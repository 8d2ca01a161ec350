import { expect, test } from 'vitest';
import { neverMet, playSchedules } from './schedules.ts';

/** Begins behind the pushed share (schedules.test.ts) and ends as soon as nothing is left to be met. */
const firstSeed = 1062;
const atMost = 3_000;

test(`schedules from seed ${firstSeed} hold and meet every fault, outage and transition of the world, in at most ${atMost}`, async () => {
  const answer = await playSchedules({ firstSeed, schedules: 300, orAtMost: atMost });
  console.log(`seeds ${firstSeed} to ${firstSeed + answer.schedules - 1}`);
  expect(answer.violated.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
  // A run that never met a fault, or never took a transition, proved nothing about it.
  expect(neverMet(answer.tallies)).toEqual([]);
});
