import { crashEverywhere } from '#test/laws/crash-points.ts';
import type { RunProof } from './proof.ts';

/** P2, P4, P8: a crash at every single point of each workload. */
export const run: RunProof = async ({ seed, size, report }) => {
  const violations: string[] = [];
  const met = new Map<string, number>();
  let points = 0;
  for (let ran = 0; ran < size; ran++) {
    const answer = await crashEverywhere(seed + ran, 1);
    points += answer.points;
    for (const [name, count] of answer.tallies) if (isCrash(name)) met.set(name, (met.get(name) ?? 0) + count);
    for (const violated of answer.violated)
      violations.push(`seed ${violated.seed}, point ${violated.point}: ${JSON.stringify(violated.violations)}`);
    if (ran % 10 === 9) report(`${ran + 1} workloads, died at ${points} points`);
  }
  const rows = [...met].sort(([a], [b]) => a.localeCompare(b));
  return {
    ran: size,
    violations: violations.slice(0, 10),
    violationCount: violations.length,
    facts: { 'points died at': points },
    table: { columns: ['point', 'count'], rows },
  };
};

const isCrash = (name: string): boolean => name.startsWith('crash ') || name === 'left behind by a crash, unsent';
