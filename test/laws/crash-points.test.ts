import { expect, test } from 'vitest';
import { crashEverywhere } from './crash-points.ts';
import { calm } from './scenario.ts';
import { playSchedule } from './schedules.ts';

const firstSeed = Number(process.env['LAWS_SEED'] ?? 1);
/** The pushed share; `npm run proofs -- crash-points` dies in sixty. */
const workloads = 3;

/** Each step of the queue that is looked through behind the first page; of what is claimed ahead. */
const steps = [
  ...['before looking through outbox', 'before looking through audit'],
  ...['committing turn', 'after turn', 'before keychain', 'after keychain', 'before request', 'after request'],
].map((point) => `crash ${point}`);
steps.push('left behind by a crash, unsent', 'given back unsent');

test(`dying at every single point of ${workloads} workloads from seed ${firstSeed} breaks nothing`, async () => {
  const { points, violated, tallies } = await crashEverywhere(firstSeed, workloads);
  console.log(`seeds ${firstSeed} to ${firstSeed + workloads - 1}: died at ${points} points`);
  expect(violated).toEqual([]);
  for (const step of steps) expect.soft(tallies.get(step) ?? 0, step).toBeGreaterThan(0);
  expect(points).toBeGreaterThan(workloads * 20);
});

test('dying around the commit of verdicts that gathered breaks nothing', async () => {
  // Answers that come within a few milliseconds are no matter of course: here two do.
  const workload = { seed: 16, scenario: { ...calm, reads: true, acts: 14 } };
  const { gathered } = await playSchedule({ ...workload, crashAt: [] });
  expect(gathered.length).toBeGreaterThan(0);
  for (const point of gathered.flatMap((at) => [at - 1, at, at + 1])) {
    const { violations, tallies } = await playSchedule({ ...workload, crashAt: [point] });
    expect(violations).toEqual([]);
    expect([...tallies.keys()].filter((name) => name.startsWith('crash '))).toEqual([expect.stringMatching(/ turn$/)]);
  }
});
