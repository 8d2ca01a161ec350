import type { Coverage, Covered } from './mutation-coverage.ts';
import { isTimeUp, runTests } from './mutation-process.ts';
import type { KnownMutants } from './mutation-known.ts';
import type { PlannedGroup, PlannedTest } from './mutation-runner.ts';
import type { Mutant } from './mutation-sandbox.ts';

/** Each mutant meets the tests that know it best first: up to so many of them, so many mutants together. */
const rounds: [tests: number, together: number][] = [
  [2, 1],
  [5, 2],
  [12, 4],
  [40, 12],
  [Number.POSITIVE_INFINITY, 24],
];

/** Cheapest first: quick tests that meet few mutants. */
const cost = ({ ms, hits }: Covered): number => (ms + 2) * Math.sqrt(hits.size + 1);

/** Tries each of these under the tests that meet it, as far as that is not known, and notes what became of it. */
export async function judgeAll(
  sandbox: string,
  { tests }: Coverage,
  mutants: readonly Mutant[],
  known: KnownMutants,
  report: (line: string) => void,
): Promise<void> {
  const byCost = [...tests].toSorted(([, a], [, b]) => cost(a) - cost(b)).map(([test]) => test);
  const meeting = new Map(mutants.map((one) => [one.id, byCost.filter((test) => tests.get(test)?.hits.has(one.id))]));
  const byId = new Map(mutants.map((one) => [one.id, one]));
  const isOpen = (one: Mutant) => !known.isKilled(one);
  let from = 0;
  for (const [to, together] of rounds) {
    const pairs = new Map<string, Set<string>>();
    const promising = promiseOf(tests, mutants, known);
    for (const one of mutants.filter(isOpen)) {
      const meet = meeting.get(one.id) ?? [];
      meet.push(...meet.splice(from).toSorted((a, b) => promising(one, b) - promising(one, a)));
      for (const test of meet.slice(from, to)) {
        if (!known.survived(one, test)) pairs.set(test, (pairs.get(test) ?? new Set()).add(one.id));
      }
    }
    await judgePairs({ sandbox, tests, byId, known }, pairs, together);
    report(`   up to ${to} tests each: ${mutants.filter((one) => !isOpen(one)).length} of ${mutants.length} noticed`);
    from = to;
  }
}

/** True when every test that meets it, as it is now, stayed green; a survivor that was not tried everywhere is not judged yet. */
export function isJudged(one: Mutant, { tests }: Coverage, known: KnownMutants): boolean {
  return [...tests].every(([test, { hits }]) => !hits.has(one.id) || known.survived(one, test));
}

/**
 * The expected value of a test per millisecond: the test that noticed this mutant before is first, then tests by their success with other mutants of
 * the file.
 */
function promiseOf(tests: Coverage['tests'], mutants: readonly Mutant[], known: KnownMutants): (one: Mutant, test: string) => number {
  const noticed = new Map<string, number>();
  for (const one of mutants) {
    const at = known.isKilled(one) ? `${one.file} ${known.noticedBy(one)}` : '';
    noticed.set(at, (noticed.get(at) ?? 0) + 1);
  }
  return (one, test) => {
    if (known.noticedBy(one) === test) return Number.POSITIVE_INFINITY;
    const others = noticed.get(`${one.file} ${test}`) ?? 0;
    return others === 0 ? 0 : others / ((tests.get(test)?.ms ?? 0) + 20);
  };
}

interface Judging {
  sandbox: string;
  tests: ReadonlyMap<string, Covered>;
  byId: ReadonlyMap<string, Mutant>;
  known: KnownMutants;
}

/** Begins again where a mutant took the process with it, or left a file's tests unfit for more. */
async function judgePairs(judging: Judging, pairs: Map<string, Set<string>>, together: number): Promise<void> {
  const { byId, known } = judging;
  const fatal = new Set<string>();
  for (let idle = 0; pairs.size > 0 && idle < 2 && !isTimeUp();) {
    const files = [...new Set([...pairs.keys()].map((test) => test.slice(0, test.indexOf(' > '))))];
    let begun: { test: string; ids: string[] } | null = null;
    let done = 0;
    const end = (test: string, id: string, isKilled: boolean | null) => {
      const one = byId.get(id);
      if (one && isKilled !== null) known.note(one, test, isKilled);
      drop(pairs, test, id);
      done += 1;
    };
    await runTests(
      judging.sandbox,
      { judge: planned(judging, pairs, together, fatal) },
      files,
      (line) => {
        if (line.kind === 'unfit' && idle > 0) pairs.delete(line.test);
        if (line.kind === 'begun') begun = line;
        if (line.kind !== 'judged') return;
        begun = null;
        if (line.as === 'unsure' && idle === 0) return;
        for (const id of line.ids) end(line.test, id, line.as === 'unsure' ? null : line.as === 'killed');
      },
      () => known.save(),
    );
    if (isTimeUp()) return;
    // The process went with them: it ended, or never came back.
    const last = begun as { test: string; ids: string[] } | null;
    if (last?.ids.length === 1) end(last.test, last.ids[0] ?? '', true);
    else for (const id of last?.ids ?? []) fatal.add(id);
    for (const [test, ids] of pairs) {
      for (const id of ids) {
        const one = byId.get(id);
        if (one && known.isKilled(one)) drop(pairs, test, id);
      }
    }
    idle = done === 0 && last === null ? idle + 1 : 0;
  }
}

function drop(pairs: Map<string, Set<string>>, test: string, id: string): void {
  const left = pairs.get(test);
  left?.delete(id);
  if (left?.size === 0) pairs.delete(test);
}

/** One mutant hides another of the same place: they are not tried together. */
function groupsOf(ids: readonly string[], byId: ReadonlyMap<string, Mutant>, together: number): string[][] {
  const groups: string[][] = [];
  for (const id of ids) {
    const free = groups.find((group) => group.length < together && !group.some((other) => hides(byId.get(other), byId.get(id))));
    if (free) free.push(id);
    else groups.push([id]);
  }
  return groups;
}

const nearLines = 3;

function hides(a: Mutant | undefined, b: Mutant | undefined): boolean {
  if (!a || !b || a.file !== b.file) return false;
  return a.start.line <= b.end.line + nearLines && b.start.line <= a.end.line + nearLines;
}

function planned(
  { tests, byId }: Judging,
  pairs: ReadonlyMap<string, ReadonlySet<string>>,
  together: number,
  fatal: ReadonlySet<string>,
): Record<string, PlannedTest> {
  return Object.fromEntries(
    [...pairs].map(([test, ids]): [string, PlannedTest] => {
      const { hits, ms } = tests.get(test) ?? { hits: new Map<string, number>(), ms: 0 };
      const groupOf = (group: readonly string[]): PlannedGroup => ({
        ids: [...group],
        met: group.reduce((sum, id) => sum + (hits.get(id) ?? 0), 0),
      });
      const mild = [...ids].filter((id) => !fatal.has(id));
      const groups = groupsOf(mild, byId, together);
      const steps = [...hits.values()].reduce((sum, one) => sum + one, 0);
      return [test, { groups: [...groups, ...[...ids].filter((id) => fatal.has(id)).map((id) => [id])].map(groupOf), steps, ms }];
    }),
  );
}
