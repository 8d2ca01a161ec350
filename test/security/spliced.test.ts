import { expect, it } from 'vitest';
import { testSeal } from '#test/cache.ts';
import { makeCopies, playSplice } from './spliced.ts';

// A short share of the proof `splices`.

it.each([
  ['plain', null],
  ['encrypted', testSeal],
] as const)('40 splices of two copies of a database send nothing that was taken back, and are told: %s', async (_form, seal) => {
  const copies = makeCopies(7, seal);
  expect(copies.taken.size).toBeGreaterThan(5);
  const said = new Map<string, number>();
  for (let seed = 1; seed <= 40; seed += 1) {
    const spliced = await playSplice(copies, seal, seed);
    expect(spliced.violation, `seed ${seed}`).toBeNull();
    said.set(spliced.said, (said.get(spliced.said) ?? 0) + 1);
  }
  // Not all of them may be files that do not open: those prove nothing about a start.
  expect(said.get('restored') ?? 0).toBeGreaterThan(3);
  expect([...said].filter(([what]) => what !== 'damaged').reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(8);
});
