import { expect, test } from 'vitest';
import { crashEverywhere } from './crash-points.ts';

const firstSeed = Number(process.env['LAWS_SEED'] ?? 1);
/** The pushed share; `npm run proofs -- crash-points` dies in sixty. */
const workloads = 6;

test(`dying at every single point of ${workloads} workloads from seed ${firstSeed} breaks nothing`, async () => {
  const { points, violated } = await crashEverywhere(firstSeed, workloads);
  console.log(`seeds ${firstSeed} to ${firstSeed + workloads - 1}: died at ${points} points`);
  expect(violated).toEqual([]);
  expect(points).toBeGreaterThan(workloads * 20);
});
