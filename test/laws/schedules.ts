import type { Deviations } from './deviations.ts';
import { transitions } from '#main/outbox/transitions.ts';
import type { Laws } from '#main/sync/laws.ts';
import { faultKinds } from './faults.ts';
import { outageShapes } from './outages.ts';
import { checkPromises } from './promises.ts';
import type { Scenario } from './scenario.ts';
import { serviceClocks } from './service-clock.ts';
import { Simulation, type SimulationOptions, type Violation } from './simulation.ts';

export interface ScheduleAnswer {
  seed: number;
  violations: Violation[];
  tallies: ReadonlyMap<string, number>;
  /** Points at which the process could have died. */
  points: number;
  /** Points at which gathered verdicts were about to be committed. */
  gathered: readonly number[];
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
    gathered: simulation.gathering.points,
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
  /** Goes on until every fault and transition was met, so many schedules at most. */
  orAtMost?: number;
  /** Ends with the first schedule that breaks this promise. */
  stopAt?: string;
  scenario?: Partial<Scenario>;
  laws?: Partial<Laws>;
  deviations?: Partial<Deviations>;
}): Promise<ManyAnswer> {
  const { firstSeed, schedules, orAtMost = schedules, stopAt, ...rest } = plan;
  const answer: ManyAnswer = { schedules: 0, violated: [], tallies: new Map() };
  for (let seed = firstSeed; seed < firstSeed + orAtMost; seed++) {
    if (answer.schedules >= schedules && neverMet(answer.tallies).length === 0) break;
    const { violations, tallies } = await playSchedule({ seed, ...rest });
    answer.schedules += 1;
    for (const [name, count] of tallies) answer.tallies.set(name, (answer.tallies.get(name) ?? 0) + count);
    if (violations.length === 0) continue;
    answer.violated.push({ seed, violations });
    if (violations.some(({ promise }) => promise === stopAt)) break;
  }
  return answer;
}

/** The wider world's troubles, and the required effect of each. */
const alsoMet = [
  ...[
    'illTyped',
    'wordDamage',
    'fullDisk',
    'neverReads',
    'dies',
    'otherSubject',
    'otherUser',
    'masked',
    'in part',
    'moved tag',
    'foreignFirst',
    'readsVanish',
    'sleep',
    'slowKeychain',
    ...[
      'slow answer',
      'denied by a proxy',
      'lagging read',
      'look elsewhere',
      'look forbidden',
      'look otherCompany',
      ...serviceClocks.map((clock) => `clock ${clock}`),
    ],
  ].map((kind) => `fault ${kind}`),
  ...['disk refused a person', 'disk refused the engine', 'kicked when dead', 'looked by themselves', 'brought back', 'backup restored'],
  ...[
    'form was open',
    'bulk form was open',
    'settled together',
    'full record sent again',
    'imported meanwhile',
    'left behind by a crash, unsent',
    'given back unsent',
    'full record imported',
    'emptied knowingly',
    'told more after an acceptance',
    ...['given up by a person', 'deleted by a colleague', 'emptied by a colleague', 'sent without a look', 'all fields sent'],
    'put back by a colleague',
    'spoken between',
    'wrongly confirmed',
    'currency stop',
    'paid by a colleague',
    'held as its invoice moved',
    'collided with a colleague',
    'sent again beside a colleague',
  ],
  ...['refreshed', 'signed in again', 'loss told', 'put back', 'lost update reported', 'overwritten knowingly', 'clock jump', 'redone'],
];

/** Faults and transitions that a run never met: it proved nothing about them. */
export function neverMet(tallies: ReadonlyMap<string, number>): string[] {
  const faults = Object.keys(faultKinds).map((kind) => `fault ${kind}`);
  const outages = outageShapes.map((shape) => `outage ${shape}`);
  const moves = Object.entries(transitions).flatMap(([from, tos]) => tos.map((to) => `move ${from} > ${to}`));
  return [...faults, ...outages, ...moves, ...alsoMet].filter((name) => !tallies.has(name));
}
