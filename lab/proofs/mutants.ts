import { mutants, type Mutant } from '#test/laws/mutants.ts';
import { playSchedules, type ManyAnswer } from '#test/laws/schedules.ts';
import type { RunProof } from './proof.ts';

/** So often must the promise that must have noticed, and no schedule more is played: that it is noticed is known by then. */
const enough = 5;
const portion = 10;

/** Each deliberate bug against `size` schedules at most: how many turn red, and which promises noticed; the one that must is among them. */
export const run: RunProof = async ({ seed, size, report }) => {
  const rows: (string | number)[][] = [];
  const missed: string[] = [];
  let ran = 0;
  for (const mutant of mutants) {
    const { schedules, violated, noticed } = await play(mutant, seed, size);
    ran += schedules;
    const promises = [...new Set(violated.flatMap(({ violations }) => violations.map(({ promise }) => promise)))].sort();
    rows.push([mutant.name, violated.length, schedules, mutant.breaks, noticed, violated[0]?.seed ?? '–', promises.join(', ')]);
    report(`${mutant.name}: ${violated.length} of ${schedules} red, ${noticed} by ${mutant.breaks}`);
    if (noticed === 0) missed.push(`not caught by ${mutant.breaks}: ${mutant.name}`);
  }
  return {
    ran,
    violations: missed,
    violationCount: missed.length,
    facts: { mutants: mutants.length, 'schedules of each, at most': size, 'noticed so often is enough': enough },
    table: { columns: ['mutant', 'red', 'of', 'must be noticed by', 'was', 'first seed', 'noticed by'], rows },
  };
};

async function play({ from: _from, ...mutant }: Mutant, seed: number, size: number) {
  const played = { schedules: 0, noticed: 0, violated: [] as ManyAnswer['violated'] };
  while (played.schedules < size && played.noticed < enough) {
    const schedules = Math.min(portion, size - played.schedules);
    const { violated } = await playSchedules({ firstSeed: seed + played.schedules, schedules, ...mutant });
    played.schedules += schedules;
    played.violated.push(...violated);
    played.noticed += violated.filter(({ violations }) => violations.some(({ promise }) => promise === mutant.breaks)).length;
  }
  return played;
}
