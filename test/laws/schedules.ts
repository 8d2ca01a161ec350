import type { Deviations } from './deviations.ts';
import type { Laws } from '#main/sync/laws.ts';
import { checkPromises } from './promises.ts';
import type { Scenario } from './scenario.ts';
import { Simulation, type SimulationOptions, type Violation } from './simulation.ts';

export interface ScheduleAnswer {
  seed: number;
  violations: Violation[];
  tallies: ReadonlyMap<string, number>;
  /** Points at which the process could have died. */
  points: number;
  story: string[];
}

/** Plays one schedule and checks every promise. The same options give the same answer. */
export async function playSchedule(options: SimulationOptions): Promise<ScheduleAnswer> {
  const simulation = new Simulation(options);
  await simulation.run();
  checkPromises(simulation);
  simulation.sql.close();
  return {
    seed: options.seed,
    violations: simulation.violations,
    tallies: simulation.tallies,
    points: simulation.points,
    story: simulation.story,
  };
}

export interface ManyAnswer {
  schedules: number;
  violated: { seed: number; violations: Violation[] }[];
  tallies: Map<string, number>;
}

/** Plays schedules with consecutive seeds. */
export async function playSchedules(plan: {
  firstSeed: number;
  schedules: number;
  /** Ends with the first schedule that breaks this promise. */
  stopAt?: string;
  scenario?: Partial<Scenario>;
  laws?: Partial<Laws>;
  deviations?: Partial<Deviations>;
}): Promise<ManyAnswer> {
  const { firstSeed, schedules, stopAt, ...rest } = plan;
  const answer: ManyAnswer = { schedules: 0, violated: [], tallies: new Map() };
  for (let seed = firstSeed; seed < firstSeed + schedules; seed++) {
    const { violations, tallies } = await playSchedule({ seed, ...rest });
    answer.schedules += 1;
    for (const [name, count] of tallies) answer.tallies.set(name, (answer.tallies.get(name) ?? 0) + count);
    if (violations.length === 0) continue;
    answer.violated.push({ seed, violations });
    if (violations.some(({ promise }) => promise === stopAt)) break;
  }
  return answer;
}
