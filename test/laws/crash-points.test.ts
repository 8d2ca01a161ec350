import { expect, test } from 'vitest';
import { crashEverywhere } from './crash-points.ts';

const firstSeed = Number(process.env['LAWS_SEED'] ?? 1);
/** The pushed share; `npm run proofs -- crash-points` dies in sixty. */
const workloads = 6;

test(`dying at every single point of ${workloads} workloads from seed ${firstSeed} breaks nothing`, async () => {
  const { points, violated, tallies } = await crashEverywhere(firstSeed, workloads);
  console.log(`seeds ${firstSeed} to ${firstSeed + workloads - 1}: died at ${points} points`);
  expect(violated).toEqual([]);
  // A portion on its way into an archive, at each of its steps.
  for (const step of [
    'before archiving',
    'archiving',
    'archived',
    'archive verified',
    'before archived',
    'committing archived',
    'after archived',
  ])
    expect.soft(tallies.get(`crash ${step}`) ?? 0, step).toBeGreaterThan(0);
  expect(points).toBeGreaterThan(workloads * 20);
});
