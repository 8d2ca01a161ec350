import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlannedAct } from './person.ts';
import { calm } from './scenario.ts';
import { playSchedule } from './schedules.ts';

const share = fc.integer({ min: 0, max: 999 }).map((n) => n / 1000);
const planned: fc.Arbitrary<PlannedAct> = fc.record({ atMs: fc.integer({ min: 0, max: 300_000 }), act: share, what: share });
const workload = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  script: fc.array(planned, { minLength: 1, maxLength: 14 }),
  twoDevices: fc.boolean(),
  restore: fc.boolean(),
  reads: fc.boolean(),
  crashShare: fc.constantFrom(0, 0.01, 0.04),
});

test('any workload keeps the promises; a failing one is shrunk to its few acts', async () => {
  const seed = Number(process.env['LAWS_SEED'] ?? 20261120);
  console.log(`fast-check seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(workload, async ({ seed: network, script, ...trouble }) => {
      const { violations } = await playSchedule({ seed: network, script, scenario: { ...calm, ...trouble } });
      expect(violations).toEqual([]);
    }),
    { seed, numRuns: 60 },
  );
});
