import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { TestRunner, type RunnerTestCase } from 'vitest';

/** A run of the mutation proof: coverage of every test, or these mutants under these tests. Lines are written to `out`. */
export interface MutationPlan {
  out: string;
  /** By test; absent when coverage is asked for. */
  judge?: Record<string, PlannedTest>;
}

/** Mutants that are switched on together, and how often they were met while nothing was wrong. */
export interface PlannedGroup {
  ids: string[];
  met: number;
}

/** The mutants of one test, and how many steps and milliseconds it took while nothing was wrong. */
export interface PlannedTest {
  groups: PlannedGroup[];
  steps: number;
  ms: number;
}

/** One line of JSON per result. */
export type MutationLine =
  | { kind: 'covered'; test: string; hits: [id: string, met: number][]; ms: number; repeats: boolean }
  | { kind: 'static'; hits: string[] }
  /** A test that began and never ended killed its process. */
  | { kind: 'begun'; test: string; ids: string[] }
  /** `unsure`: the test stayed red after them, as it is. */
  | { kind: 'judged'; test: string; ids: string[]; as: 'killed' | 'alive' | 'unsure' }
  | { kind: 'unfit'; test: string };

const file = process.env['MUTATION_PLAN'];
if (file === undefined) throw new Error('MUTATION_PLAN names no plan');
const plan = JSON.parse(readFileSync(file, 'utf8')) as MutationPlan;
const note = (line: MutationLine) => appendFileSync(plan.out, `${JSON.stringify(line)}\n`);
/** A test may put another clock in its place. */
const later = setTimeout;
const killed = new Set<string>();
const unfitFiles = new Set<string>();

/** A loop that no longer ends asks for its mutants, or takes steps, for ever. */
const mostHits = (met: number) => 10 * met + 200;
const mostSteps = (taken: number) => 20 * taken + 100_000;
const longestMs = (ms: number) => 10 * ms + 1_500;
/** So many red ones in a row, and the test is tried as it is. */
const mostSuspects = 8;

/** The time of this process, computing and waiting, in milliseconds. */
function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + performance.eventLoopUtilization().idle;
}

let active: ReadonlySet<string> = new Set();
let hitsLeft = 0;
let stepsLeft = Number.POSITIVE_INFINITY;
/** By mutant; null while nothing is counted. */
let met: Map<string, number> | null = null;
const atLoad = new Set<string>();

function endless(): never {
  throw new Error('this does not come to an end');
}

(globalThis as { __mutants?: unknown }).__mutants = {
  isActive(id: string): boolean {
    if (!active.has(id)) return false;
    hitsLeft -= 1;
    return hitsLeft < 0 ? endless() : true;
  },
  meet(ids: readonly string[]): void {
    stepsLeft -= 1;
    if (stepsLeft < 0) endless();
    if (plan.judge) return;
    if (met === null) for (const id of ids) atLoad.add(id);
    else for (const id of ids) met.set(id, (met.get(id) ?? 0) + 1);
  },
};

/**
 * Runs a test again and again in one process, with all its hooks: as it is, or with one group of mutants after the other. A group that turns
 * it red is halved until the one is found that does. Red counts once the test is seen green after it: what it runs on is whole.
 */
export default class MutationRunner extends TestRunner {
  readonly #named = new Map<string, number>();
  readonly #keys = new WeakMap<RunnerTestCase, string>();
  #queue: PlannedGroup[] = [];
  #now: PlannedGroup | null = null;
  #suspects: string[] = [];
  #began = 0;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const planned = plan.judge?.[this.#keyOf(test)];
    this.#queue = [...(planned?.groups ?? [])];
    this.#suspects = [];
    this.#now = this.#next();
    if (plan.judge && (this.#now === null || unfitFiles.has(test.file.filepath))) test.mode = 'skip';
    test.retry = 1_000_000;
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(...[test, options]: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(test, options);
    const key = this.#keyOf(test as RunnerTestCase);
    if (!plan.judge && options.retry === 0) met = new Map();
    hitsLeft = mostHits(this.#now?.met ?? 0);
    stepsLeft = this.#now === null ? Number.POSITIVE_INFINITY : mostSteps(plan.judge?.[key]?.steps ?? 0);
    if (this.#now !== null) note({ kind: 'begun', test: key, ids: this.#now.ids });
    active = new Set(this.#now?.ids);
    this.#began = ownMs();
  }

  /** Gives up on tests that never end. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const done = TestRunner.getTestFn(test)();
    if (this.#now === null) return done;
    const until = this.#began + longestMs(plan.judge?.[this.#keyOf(test)]?.ms ?? 0);
    await Promise.race([
      done,
      new Promise((_, refuse) => {
        const look = () => {
          const leftMs = until - ownMs();
          if (leftMs <= 0) refuse(new Error('this does not come to an end'));
          else later(look, leftMs).unref();
        };
        look();
      }),
    ]);
  }

  override async onAfterRetryTask(...[test, options]: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    active = new Set();
    stepsLeft = Number.POSITIVE_INFINITY;
    await super.onAfterRetryTask(test, options);
    const { result } = test;
    if (!result) return;
    const passed = result.state === 'pass';
    const goesOn = plan.judge ? this.#judge(test, passed) : this.#cover(test, options.retry, passed);
    result.state = goesOn ? 'fail' : 'pass';
    result.errors = goesOn ? [new Error('once more') as never] : [];
    (result as { attempts?: unknown[] }).attempts?.splice(0);
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files);
    if (!plan.judge) note({ kind: 'static', hits: [...atLoad] });
    atLoad.clear();
  }

  /** Twice as it is: what cannot be repeated judges nothing. */
  #cover(test: RunnerTestCase, retry: number, passed: boolean): boolean {
    const ms = ownMs() - this.#began;
    const hits = [...(met ?? [])];
    if (retry === 0 && passed) return true;
    met = null;
    note({ kind: 'covered', test: this.#keyOf(test), hits, ms, repeats: passed });
    return false;
  }

  /** Answers whether the test runs once more. `#now` is null where it ran as it is. */
  #judge(test: RunnerTestCase, passed: boolean): boolean {
    const key = this.#keyOf(test);
    const now = this.#now;
    if (passed) {
      this.#settle(key, 'killed');
      if (now) note({ kind: 'judged', test: key, ids: now.ids, as: 'alive' });
    } else if (now === null) {
      this.#settle(key, 'unsure');
      note({ kind: 'unfit', test: key });
      unfitFiles.add(test.file.filepath);
      return false;
    } else if (now.ids.length > 1) {
      const middle = Math.ceil(now.ids.length / 2);
      const halves = [now.ids.slice(0, middle), now.ids.slice(middle)];
      this.#queue.unshift(...halves.map((ids) => ({ ids, met: now.met })));
    } else {
      this.#suspects.push(...now.ids);
    }
    this.#now = this.#suspects.length < mostSuspects ? this.#next() : null;
    return this.#now !== null || this.#suspects.length > 0;
  }

  #settle(test: string, as: 'killed' | 'unsure'): void {
    if (as === 'killed') for (const id of this.#suspects) killed.add(id);
    for (const id of this.#suspects) note({ kind: 'judged', test, ids: [id], as });
    this.#suspects = [];
  }

  #next(): PlannedGroup | null {
    for (let group = this.#queue.shift(); group; group = this.#queue.shift()) {
      const ids = group.ids.filter((id) => !killed.has(id));
      if (ids.length > 0) return { ...group, ids };
    }
    return null;
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
