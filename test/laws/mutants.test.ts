import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { playSchedules } from './schedules.ts';

const atMost = 1_000;

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('a simulator without "%s" would be blind', async (name, mutant) => {
  const { schedules, violated } = await playSchedules({ firstSeed: 1, schedules: atMost, stopAtFirst: true, ...mutant });
  console.log(`${name}: caught after ${schedules} schedules by ${violated[0]?.violations[0]?.promise ?? 'nothing'}`);
  expect(violated).toHaveLength(1);
});
