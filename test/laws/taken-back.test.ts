import { expect, test } from 'vitest';
import { playSchedules } from './schedules.ts';
import { comesBack } from './taken-back.ts';

test('an edit withdrawn before an older copy, or single rows of it, came back is not sent', async () => {
  const answer = await playSchedules({ firstSeed: 4_001, schedules: 30, scenario: comesBack });
  expect(answer.violated.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
  for (const met of ['taken back', 'copy came back', 'rows came back', 'untrusted before a copy came back'])
    expect(answer.tallies.get(met), met).toBeGreaterThan(3);
});
