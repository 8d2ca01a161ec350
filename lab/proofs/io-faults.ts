import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyAudit } from '#main/audit/audit.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdits } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import { underFaults, type Injection } from './under-faults.ts';
import type { ProofRequest, ProofResult } from './proof.ts';

const before = 24;
const recorded = 24;

/** Errors of a disk by system call, with the number of such calls in an undisturbed run. */
const faults = [
  { call: 'pwrite64', error: 'ENOSPC', calls: 430 },
  { call: 'pwrite64', error: 'EIO', calls: 430 },
  { call: 'pwrite64', error: 'EDQUOT', calls: 430 },
  { call: 'fsync', error: 'EIO', calls: 34 },
  { call: 'fsync', error: 'ENOSPC', calls: 34 },
  { call: 'openat', error: 'EMFILE', calls: 3 },
  { call: 'openat', error: 'EACCES', calls: 3 },
  { call: 'pread64', error: 'EIO', calls: 70 },
  { call: 'ftruncate', error: 'EIO', calls: 3 },
  { call: 'unlink', error: 'EROFS', calls: 1 },
] as const;

/** One run: a fault, the form of the file, and whether a process before ended without closing it, so that its log holds every edit. */
interface Run extends Injection {
  seal: Seal | null;
  live: boolean;
}

const read = (nth: number, lasting: boolean) => ({ call: 'pread64', error: 'EIO', nth, lasting });

/**
 * Runs that once broke the promise, repeated first: a disk without free pages was taken for a damaged file; a checkpoint wrote unreadable pages over
 * others; one failed read ended the log of a killed process; an unread header was written again.
 */
const found: readonly Run[] = [
  { ...read(14, true), seal: null, live: false },
  { ...read(48, true), seal: null, live: false },
  { ...read(53, true), seal: null, live: false },
  { ...read(41, false), seal: null, live: false },
  { ...read(5, false), seal: null, live: true },
  { ...read(4, false), seal: testSeal, live: true },
  { ...read(5, false), seal: testSeal, live: true },
  { ...read(6, true), seal: testSeal, live: true },
  { ...read(9, false), seal: testSeal, live: true },
];

/** The writer's output while its disk fails. */
interface Said {
  acked: number[];
  errors: string[];
  answer: string | null;
  crashed: string | null;
}

/**
 * P13: system calls on the database fail, one kind at a time, at every place. Each edit is either acknowledged and there afterwards, or
 * refused with SQLite's own code; nothing crashes, and the next start finds a whole database. Each fault meets an encrypted database every other time,
 * and every other pair of times one that nobody closed.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-faults-'));
  const violations: string[] = [];
  const counts = new Map<string, { runs: number; refused: number; notOpened: number; unreached: number }>();
  try {
    makeTemplate(folder);
    for (const [index, each] of runs(seed, size).entries()) {
      const said = await injected(folder, each);
      const problem = problemOf(folder, said, each.seal);
      const { seal, live, ...injection } = each;
      if (problem) violations.push(`${JSON.stringify(injection)}${seal ? ', encrypted' : ''}${live ? ', not closed' : ''}: ${problem}`);
      tally(counts, each, said);
      if (index % 50 === 49) report(`${index + 1} injections, ${violations.length} violations`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const rows = [...counts].map(([fault, count]) => [fault, count.runs, count.refused, count.notOpened, count.unreached]);
  const reached = rows.filter((row) => Number(row[2]) + Number(row[3]) > 0).length;
  if (reached < 4) violations.push('hardly any fault was ever felt: the proof is blind');
  return {
    ran: size,
    violations: violations.slice(0, 5),
    violationCount: violations.length,
    facts: { 'kinds of fault felt': reached, 'edits a run': recorded },
    table: { columns: ['fault', 'runs', 'edits refused', 'not opened', 'never felt'], rows },
  };
}

function runs(seed: number, size: number): Run[] {
  const random = seededRandom(seed);
  return Array.from({ length: size }, (_, index) => {
    const again = found[index];
    if (again) return again;
    const fault = faults[index % faults.length] ?? faults[0];
    const round = Math.floor(index / faults.length);
    const nth = 1 + Math.floor(random() * fault.calls);
    const lasting = random() < 0.5;
    return { call: fault.call, error: fault.error, nth, lasting, seal: round % 2 === 1 ? testSeal : null, live: round % 4 > 1 };
  });
}

const template = (folder: string, seal: Seal | null, live: boolean): string =>
  path.join(folder, `template-${seal ? 'sealed' : 'plain'}${live ? '-live' : ''}.db`);
const tested = (folder: string): string => path.join(folder, 'account.db');

function makeTemplate(folder: string): void {
  for (const seal of [null, testSeal]) {
    const closed = template(folder, seal, false);
    const store = openTestStore(realWorld(), closed, testAccount, seal);
    putEdits(store, before);
    copyWithLog(closed, template(folder, seal, true));
    store.close();
  }
}

function copyWithLog(from: string, to: string): void {
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

async function injected(folder: string, { seal, live, ...injection }: Run): Promise<Said> {
  const file = tested(folder);
  for (const suffix of ['', '-wal', '-shm', '-journal', '.damaged-1', '.damaged-1-wal']) rmSync(file + suffix, { force: true });
  copyWithLog(template(folder, seal, live), file);
  const writer = path.join(import.meta.dirname, 'edit-writer.ts');
  const args = [writer, file, String(before), String(recorded), 'FULL', seal ? 'sealed' : 'plain'];
  const { lines, ended } = await underFaults(injection, [file, `${file}-wal`], args);
  const after = (word: string) => lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  return { acked: after('ACK').map(Number), errors: after('ERR'), answer: after('ANSWER')[0] ?? null, crashed: ended };
}

function problemOf(folder: string, said: Said, seal: Seal | null): string | null {
  if (said.crashed !== null) return `the process ended with ${said.crashed}`;
  const bug = said.errors.find((error) => !error.startsWith('SQLITE_'));
  if (bug !== undefined) return `not refused as a failed save: ${bug}`;
  if (said.answer === null && said.acked.length + said.errors.length < 1) return 'nothing was said';
  const file = tested(folder);
  // Damage is only true when the bytes are damaged: a call that failed damages nothing.
  if (!existsSync(file)) return `the database is gone (${said.answer ?? 'open'})`;
  const answer = openStore({ file, world: realWorld(), account: testAccount, expected: true, seal });
  if (answer.kind !== 'open') return `the next start finds it ${answer.kind}`;
  const { store } = answer;
  try {
    const whole: unknown = store.sql.pragma('integrity_check', { simple: true });
    if (whole !== 'ok') return String(whole);
    const there = new Set(store.sql.prepare<[], string>(`SELECT id FROM outbox`).pluck().all());
    const lost = [...Array(before).keys(), ...said.acked].find((n) => !there.has(idOf(n, 'ed')));
    if (lost !== undefined) return `edit ${lost} was acknowledged and is lost`;
    return verifyAudit(store).whole ? null : 'the audit chain is broken';
  } finally {
    store.close();
  }
}

function tally(
  counts: Map<string, { runs: number; refused: number; notOpened: number; unreached: number }>,
  injection: Injection,
  said: Said,
): void {
  const key = `${injection.call} ${injection.error}`;
  const count = counts.get(key) ?? { runs: 0, refused: 0, notOpened: 0, unreached: 0 };
  count.runs += 1;
  count.refused += said.errors.length;
  if (said.answer !== null) count.notOpened += 1;
  if (said.errors.length === 0 && said.answer === null) count.unreached += 1;
  counts.set(key, count);
}
