import { mutants } from '#test/laws/mutants.ts';
import { playSchedules } from '#test/laws/schedules.ts';
import type { RunProof } from './proof.ts';

/** Each deliberate bug against `size` schedules: how many turn red, and which promises noticed; the one that must is among them. */
export const run: RunProof = async ({ seed, size, report }) => {
  const rows: (string | number)[][] = [];
  const missed: string[] = [];
  for (const { from: _from, ...mutant } of mutants) {
    const { violated } = await playSchedules({ firstSeed: seed, schedules: size, ...mutant });
    const promises = [...new Set(violated.flatMap(({ violations }) => violations.map(({ promise }) => promise)))].sort();
    rows.push([mutant.name, violated.length, violated[0]?.seed ?? '–', promises.join(', ')]);
    report(`${mutant.name}: ${violated.length} of ${size} red`);
    if (!promises.includes(mutant.breaks)) missed.push(`not caught by ${mutant.breaks}: ${mutant.name}`);
  }
  return {
    ran: size,
    violations: missed,
    violationCount: missed.length,
    facts: { mutants: mutants.length },
    table: { columns: ['mutant', `red of ${size}`, 'first seed', 'noticed by'], rows },
  };
};
