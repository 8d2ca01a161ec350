import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MutationLine, MutationPlan, PlannedMutant } from './mutation-runner.ts';
import { outFolder } from './mutation-sandbox.ts';

/** Tests without windows. What begins processes, or takes long over what is not judged here, is left out by vitest.mutation.config.ts. */
const folders = ['sync', 'edits', 'api', 'cache', 'accounts', 'wire', 'app', 'integration'];
const longestTestMs = 1_500;
/** Each mutant meets the tests that know it best first: so many of them, then more. */
const rounds = [2, 6, 15, 40, Number.POSITIVE_INFINITY];
/** A process that writes nothing for so long never comes back; its start may take longer. */
const silentForMs = 20_000;
const silentAtFirstMs = 180_000;

interface Covered {
  ms: number;
  /** How often each mutant is met while nothing is wrong. */
  hits: Map<string, number>;
}

export interface Coverage {
  tests: Map<string, Covered>;
  /** Met while files are loaded: made once, and no longer there to be changed. */
  atLoad: Set<string>;
}

export type Fate = 'killed' | 'alive';

/** Which of these mutants each test meets. What cannot be run twice in one process judges nothing. */
export async function coverageOf(sandbox: string, wanted: ReadonlySet<string>): Promise<Coverage> {
  const found: Coverage = { tests: new Map(), atLoad: new Set() };
  for (const folder of folders) {
    for (const line of await runTests(sandbox, {}, [`test/${folder}/**/*.test.ts`])) {
      if (line.kind === 'static') for (const id of line.hits) found.atLoad.add(id);
      if (line.kind !== 'covered' || !line.repeats || line.ms > longestTestMs) continue;
      found.tests.set(line.test, { ms: line.ms, hits: new Map(line.hits.filter(([id]) => wanted.has(id))) });
    }
  }
  return found;
}

/** What is quick, and meets little else, is asked first. */
const cost = ({ ms, hits }: Covered): number => (ms + 2) * Math.sqrt(hits.size + 1);

/** What became of each mutant that a test meets while it runs. */
export async function judgeAll(sandbox: string, { tests }: Coverage, report: (line: string) => void): Promise<Map<string, Fate>> {
  const best = new Map<string, string[]>();
  for (const [test, { hits }] of [...tests].toSorted(([, a], [, b]) => cost(a) - cost(b)))
    for (const id of hits.keys()) best.set(id, [...(best.get(id) ?? []), test]);
  const fates = new Map<string, Fate>();
  let from = 0;
  for (const to of rounds) {
    const pairs = new Map<string, Set<string>>();
    for (const [id, known] of best) {
      if (fates.get(id) === 'killed') continue;
      for (const test of known.slice(from, to)) pairs.set(test, (pairs.get(test) ?? new Set()).add(id));
    }
    await judgePairs(sandbox, tests, pairs, fates);
    const dead = [...fates.values()].filter((fate) => fate === 'killed').length;
    report(`up to ${to} tests each: ${dead} of ${best.size} noticed`);
    from = to;
  }
  return fates;
}

/** Begins again where a mutant took the process with it, or left a file's tests unfit for more. */
async function judgePairs(
  sandbox: string,
  tests: ReadonlyMap<string, Covered>,
  pairs: Map<string, Set<string>>,
  fates: Map<string, Fate>,
): Promise<void> {
  for (let last = -1; pairs.size > 0;) {
    const files = [...new Set([...pairs.keys()].map((test) => test.slice(0, test.indexOf(' > '))))];
    const lines = await runTests(sandbox, planned(tests, pairs), files);
    const done = take(lines, pairs, fates, last === 0);
    for (const [test, ids] of pairs) for (const id of ids) if (fates.get(id) === 'killed') drop(pairs, test, id);
    if (done === 0 && last === 0) return;
    last = done;
  }
}

function drop(pairs: Map<string, Set<string>>, test: string, id: string): void {
  const left = pairs.get(test);
  left?.delete(id);
  if (left?.size === 0) pairs.delete(test);
}

/** Takes over what a run found; answers how many pairs it ended. */
function take(lines: readonly MutationLine[], pairs: Map<string, Set<string>>, fates: Map<string, Fate>, takeUnsure: boolean): number {
  let begun: { test: string; mutant: string } | null = null;
  let done = 0;
  const end = (test: string, id: string, fate: Fate | null) => {
    if (fate === 'killed' || (fate === 'alive' && !fates.has(id))) fates.set(id, fate);
    drop(pairs, test, id);
    done += 1;
  };
  for (const line of lines) {
    if (line.kind === 'unfit') pairs.delete(line.test);
    if (line.kind === 'begun') begun = line;
    if (line.kind !== 'judged') continue;
    begun = null;
    if (line.as !== 'unsure' || takeUnsure) end(line.test, line.mutant, line.as === 'killed' || line.as === 'alive' ? line.as : null);
  }
  // The process went with it: it ended, or never came back.
  if (begun) end(begun.test, begun.mutant, 'killed');
  return done;
}

function planned(tests: ReadonlyMap<string, Covered>, pairs: ReadonlyMap<string, ReadonlySet<string>>): Pick<MutationPlan, 'judge'> {
  const plan = [...pairs].map(([test, ids]) => {
    const hits = tests.get(test)?.hits ?? new Map<string, number>();
    const steps = [...hits.values()].reduce((sum, one) => sum + one, 0);
    return [test, { mutants: [...ids].map((id): PlannedMutant => [id, hits.get(id) ?? 0]), steps }];
  });
  return { judge: Object.fromEntries(plan) as NonNullable<MutationPlan['judge']> };
}

async function runTests(sandbox: string, plan: Pick<MutationPlan, 'judge'>, files: readonly string[]): Promise<MutationLine[]> {
  const at = (name: string) => path.join(outFolder, name);
  const out = at('lines.jsonl');
  rmSync(out, { force: true });
  writeFileSync(at('plan.json'), JSON.stringify({ out, ...plan }));
  const log = openSync(at('vitest.log'), 'w');
  const args = [path.join(sandbox, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.mutation.config.ts'];
  const env = { ...process.env, MUTATION_PLAN: at('plan.json'), MUTATION_TESTS: files.join(',') };
  const child = spawn(process.execPath, args, { cwd: sandbox, env, stdio: ['ignore', log, log], detached: true });
  let heard = Date.now();
  let size = 0;
  const watch = setInterval(() => {
    const now = existsSync(out) ? statSync(out).size : 0;
    if (now !== size) heard = Date.now();
    size = now;
    const isSilent = Date.now() - heard > (size === 0 ? silentAtFirstMs : silentForMs);
    if (isSilent && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, 1_000);
  await once(child, 'close');
  clearInterval(watch);
  closeSync(log);
  if (!existsSync(out)) return [];
  // The last line may be cut.
  const whole = readFileSync(out, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as MutationLine);
}
