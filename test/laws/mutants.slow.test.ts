import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { playSchedules } from './schedules.ts';

const atMost = 1_000;

test.each(mutants)('a simulator without "$name" would be blind', async ({ name, breaks, from: firstSeed = 1, ...mutant }) => {
  const { schedules, violated } = await playSchedules({ firstSeed, schedules: atMost, stopAt: breaks, ...mutant });
  console.log(`${name}: ${breaks} notices after ${schedules} schedules`);
  expect(violated.at(-1)?.violations.map(({ promise }) => promise)).toContain(breaks);
});
