import { playSchedule } from './schedules.ts';
import { calm } from './scenario.ts';
import type { Violation } from './simulation.ts';

/** The result of a crash at every point of some workloads. */
export interface CrashPointsAnswer {
  workloads: number;
  points: number;
  violated: { seed: number; point: number; violations: Violation[] }[];
  /** The points that were passed and those of a crash. */
  tallies: Map<string, number>;
}

/**
 * Plays each workload once to count the points at which the process could die (around each commit, request and keychain call), then once
 * for every one of them, dying there. The network has its faults, so that the points after a fault are among them.
 */
export async function crashEverywhere(firstSeed: number, workloads: number): Promise<CrashPointsAnswer> {
  const answer: CrashPointsAnswer = { workloads: 0, points: 0, violated: [], tallies: new Map() };
  for (let seed = firstSeed; seed < firstSeed + workloads; seed++) {
    const scenario = { ...calm, reads: seed % 2 === 0, narrow: seed % 3 === 0, acts: 3 };
    const undisturbed = await playSchedule({ seed, scenario, crashAt: [] });
    answer.workloads += 1;
    for (let point = 1; point <= undisturbed.points; point++) {
      const { violations, tallies } = await playSchedule({ seed, scenario, crashAt: [point] });
      answer.points += 1;
      for (const [name, count] of tallies) answer.tallies.set(name, (answer.tallies.get(name) ?? 0) + count);
      if (violations.length > 0) answer.violated.push({ seed, point, violations });
    }
  }
  return answer;
}
