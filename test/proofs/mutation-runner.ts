import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TestRunner, type RunnerTestCase, type SerializedConfig } from 'vitest';

/** What the mutation proof asks of one run: coverage of every test, or these mutants under these tests. Lines go to `out`. */
export interface MutationPlan {
  out: string;
  /** By test; absent when coverage is asked for. */
  judge?: Record<string, PlannedTest>;
}

/** A mutant, and how often it was met while nothing was wrong. */
export type PlannedMutant = [id: string, hits: number];

/** The mutants of one test, and how many steps it took while nothing was wrong. */
export interface PlannedTest {
  mutants: PlannedMutant[];
  steps: number;
}

/** What a run wrote down, a line of JSON each. */
export type MutationLine =
  | { kind: 'covered'; test: string; hits: PlannedMutant[]; ms: number; repeats: boolean }
  | { kind: 'static'; hits: string[] }
  /** What is begun and never ended took its process with it. */
  | { kind: 'begun'; test: string; mutant: string }
  | { kind: 'judged'; test: string; mutant: string; as: 'killed' | 'alive' | 'unreached' | 'unsure' }
  | { kind: 'unfit'; test: string };

interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const file = process.env['MUTATION_PLAN'];
if (file === undefined) throw new Error('MUTATION_PLAN names no plan');
const plan = JSON.parse(readFileSync(file, 'utf8')) as MutationPlan;
const world = globalThis as typeof globalThis & { __stryker__?: Switch };
const mutants: Switch = (world.__stryker__ ??= {});
const note = (line: MutationLine) => appendFileSync(plan.out, `${JSON.stringify(line)}\n`);
const killed = new Set<string>();
const unfitFiles = new Set<string>();

/** A loop that no longer ends asks for its mutant, or takes steps, for ever. */
const mostHits = (met: number) => 10 * met + 200;
const mostSteps = (taken: number) => 20 * taken + 100_000;

let steps = 0;
let stepsLeft = Number.POSITIVE_INFINITY;
const counting = new Proxy<Record<string, number>>(
  {},
  {
    set: () => {
      steps += 1;
      if (steps > stepsLeft) throw new Error('this does not come to an end');
      return true;
    },
  },
);
if (plan.judge) mutants.mutantCoverage = { static: counting, perTest: {} };

/**
 * Runs a test again and again in one process, with all its hooks: first as it is, then with one mutant after the other. A test that turned
 * red is run once more as it is: what it was run on is whole, or the verdict is not believed.
 */
export default class MutationRunner extends TestRunner {
  readonly #named = new Map<string, number>();
  readonly #keys = new WeakMap<RunnerTestCase, string>();
  #queue: PlannedMutant[] = [];
  #now: string | null = null;
  #met = 0;
  #began = 0;
  #control: 'first' | 'after' | null = null;
  #suspect: string | null = null;

  constructor(config: SerializedConfig) {
    super(config);
    mutants.activeMutant = undefined;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const key = this.#keyOf(test);
    this.#queue = plan.judge ? (plan.judge[key]?.mutants ?? []).filter(([id]) => !killed.has(id)) : [];
    if (plan.judge && (this.#queue.length === 0 || unfitFiles.has(test.file.filepath))) test.mode = 'skip';
    test.retry = 1_000_000;
    this.#now = null;
    this.#suspect = null;
    this.#control = 'first';
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(...[test, options]: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(test, options);
    const covers = !plan.judge && options.retry === 0;
    mutants.currentTestId = covers ? this.#keyOf(test as RunnerTestCase) : undefined;
    mutants.hitLimit = mostHits(this.#met);
    steps = 0;
    stepsLeft = this.#now === null ? Number.POSITIVE_INFINITY : mostSteps(plan.judge?.[this.#keyOf(test as RunnerTestCase)]?.steps ?? 0);
    mutants.hitCount = this.#now === null ? undefined : 0;
    mutants.activeMutant = this.#now ?? 'none';
    this.#began = performance.now();
  }

  override async onAfterRetryTask(...[test, options]: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    mutants.activeMutant = 'none';
    mutants.currentTestId = undefined;
    stepsLeft = Number.POSITIVE_INFINITY;
    await super.onAfterRetryTask(test, options);
    const { result } = test;
    if (!result) return;
    const goesOn = plan.judge ? this.#judge(test, result.state === 'pass') : this.#cover(test, options.retry, result.state === 'pass');
    result.state = goesOn ? 'fail' : 'pass';
    result.errors = goesOn ? [new Error('once more') as never] : [];
    (result as { attempts?: unknown[] }).attempts?.splice(0);
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files);
    if (!plan.judge) note({ kind: 'static', hits: Object.keys(mutants.mutantCoverage?.static ?? {}) });
  }

  /** Twice as it is: what cannot be repeated judges nothing. */
  #cover(test: RunnerTestCase, retry: number, passed: boolean): boolean {
    const ms = performance.now() - this.#began;
    if (retry === 0 && passed) return true;
    const key = this.#keyOf(test);
    note({ kind: 'covered', test: key, hits: Object.entries(mutants.mutantCoverage?.perTest[key] ?? {}), ms, repeats: passed });
    return false;
  }

  #judge(test: RunnerTestCase, passed: boolean): boolean {
    const key = this.#keyOf(test);
    if (this.#control !== null) {
      const first = this.#control === 'first';
      this.#control = null;
      if (this.#suspect !== null) note({ kind: 'judged', test: key, mutant: this.#suspect, as: passed ? 'killed' : 'unsure' });
      if (passed && this.#suspect !== null) killed.add(this.#suspect);
      this.#suspect = null;
      if (!passed) {
        unfitFiles.add(test.file.filepath);
        if (first) note({ kind: 'unfit', test: key });
        return false;
      }
    } else if (this.#now !== null) {
      if (!passed) {
        this.#suspect = this.#now;
        this.#now = null;
        this.#control = 'after';
        return true;
      }
      note({ kind: 'judged', test: key, mutant: this.#now, as: mutants.hitCount === 0 ? 'unreached' : 'alive' });
    }
    const [id = null, met = 0] = this.#queue.shift() ?? [];
    this.#now = id;
    this.#met = met;
    if (this.#now !== null) note({ kind: 'begun', test: key, mutant: this.#now });
    return this.#now !== null;
  }

  /** The file and the full name; of tests with one name, the place among them. */
  #keyOf(test: RunnerTestCase): string {
    const known = this.#keys.get(test);
    if (known !== undefined) return known;
    const names: string[] = [];
    for (let at: { name: string; suite?: unknown } | undefined = test; at; at = at.suite as typeof at) names.unshift(at.name);
    const name = `${path.relative(process.cwd(), test.file.filepath)} > ${names.join(' > ')}`;
    const place = this.#named.get(name) ?? 0;
    this.#named.set(name, place + 1);
    const key = `${name} #${place}`;
    this.#keys.set(test, key);
    return key;
  }
}
