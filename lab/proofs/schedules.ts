import { neverMet, playSchedule, playSchedules } from '#test/laws/schedules.ts';
import type { RunProof } from './proof.ts';

const atATime = 100;
/** A run of this many schedules must meet every fault and transition. */
const meetsAll = 1_000;

/**
 * P2 to P10 and P33: random schedules against the real engine; red, too, when a fault or a transition was never met in a long run. A single schedule
 * tells its story.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  if (size === 1) (await playSchedule({ seed, trace: true })).story.forEach(report);
  const tallies = new Map<string, number>();
  const violations: string[] = [];
  let ran = 0;
  while (ran < size) {
    const schedules = Math.min(atATime, size - ran);
    const answer = await playSchedules({ firstSeed: seed + ran, schedules });
    for (const [name, count] of answer.tallies) tallies.set(name, (tallies.get(name) ?? 0) + count);
    const red = answer.violated.map(({ seed: of, violations: what }) => `seed ${of}: ${JSON.stringify(what)}`);
    violations.push(...red);
    red.forEach(report);
    for (const { seed: of } of answer.violated)
      if ((await playSchedule({ seed: of })).violations.length === 0)
        report(`seed ${of} holds when it is played again: more than the seed decides`);
    ran += schedules;
    report(`${ran} schedules, ${violations.length} violated`);
  }
  for (const name of size < meetsAll ? [] : neverMet(tallies)) violations.push(`never met: ${name}`);
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ran,
    violations: violations.slice(0, 10),
    violationCount: violations.length,
    facts: { 'events in all': tallies.get('events') ?? 0, boots: tallies.get('boots') ?? 0 },
    table: { columns: ['transition, fault or point', 'count'], rows },
  };
};
