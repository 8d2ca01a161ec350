import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyAudit } from '#main/audit/audit.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { putEdits } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import type { ProofRequest, ProofResult } from './proof.ts';
import { readTrace, straceArguments, type Part, type TraceStep } from './write-trace.ts';

/** Edits that are there before the recorded run, and edits recorded in it. */
const before = 40;
const recorded = 160;
const sector = 512;

type Image = Record<Part, Buffer | null>;
type DiskStep = Exclude<TraceStep, { kind: 'ack' } | { kind: 'sync' }>;

/**
 * P1: writes of a real run are recorded, then the power is cut at random steps: what was synced is on the disk, of the rest nothing, some
 * writes, or some sectors of some writes. Every acknowledged edit must be there, and the audit chain whole. A control run with
 * `synchronous=NORMAL` must lose edits, or the proof sees nothing.
 */
export async function run({ seed, size, report }: ProofRequest): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'layover-power-'));
  try {
    const full = cutMany(record(folder, 'FULL'), folder, seed, size, report);
    const sealed = cutMany(record(folder, 'FULL', testSeal), folder, seed + 1, Math.ceil(size / 4), () => undefined);
    const control = cutMany(record(folder, 'NORMAL'), folder, seed, Math.min(1000, size), () => undefined);
    const violations = [...full.violations, ...sealed.violations.map((problem) => `encrypted: ${problem}`)];
    if (control.violations.length === 0) violations.push('the control with synchronous=NORMAL lost nothing: the proof is blind');
    const facts = {
      ...full.facts,
      'cuts of an encrypted database': sealed.ran,
      'control cuts that lost edits (synchronous=NORMAL)': control.violations.length,
    };
    return { ran: full.ran, violations: violations.slice(0, 5), violationCount: violations.length, facts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Recording {
  seal: Seal | null;
  start: Image;
  steps: TraceStep[];
}

function record(folder: string, level: 'FULL' | 'NORMAL', seal: Seal | null = null): Recording {
  const file = path.join(folder, `${level}-${seal ? 'sealed' : 'plain'}.db`);
  const store = openTestStore(realWorld(), file, testAccount, seal);
  putEdits(store, before);
  store.close();
  const start: Image = { db: readFileSync(file), wal: null };
  const trace = path.join(folder, 'trace');
  const writer = path.join(import.meta.dirname, 'edit-writer.ts');
  const child = spawnSync(
    'strace',
    [...straceArguments(trace), process.execPath, writer, file, String(before), String(recorded), level, seal ? 'sealed' : 'plain'],
    {
      encoding: 'utf8',
    },
  );
  if (child.error || child.status !== 0) throw new Error(`the recording failed: ${child.error?.message ?? child.stderr}`);
  const steps = readTrace(trace, file);
  rmSync(trace);
  const acks = steps.filter((step) => step.kind === 'ack').length;
  if (acks !== recorded) throw new Error(`${acks} of ${recorded} edits were acknowledged in the recording`);
  return { start, steps, seal };
}

interface Cuts {
  ran: number;
  violations: string[];
  facts: Record<string, number>;
}

function cutMany({ start, steps, seal }: Recording, folder: string, seed: number, size: number, report: (line: string) => void): Cuts {
  const random = seededRandom(seed);
  const points = Array.from({ length: size }, () => 1 + Math.floor(random() * steps.length)).sort((a, b) => a - b);
  const disk: Image = { ...start };
  let pending: DiskStep[] = [];
  let acked = before;
  let at = 0;
  let torn = 0;
  const violations: string[] = [];
  for (const [done, point] of points.entries()) {
    for (; at < point; at += 1) {
      const step = steps[at];
      if (!step) break;
      if (step.kind === 'ack') acked = step.n + 1;
      else if (step.kind === 'sync') pending = settle(disk, pending, step.part);
      else pending.push(step);
    }
    const mode = Math.floor(random() * 3);
    const cut = cutImage(disk, pending, mode, random);
    if (mode === 2) torn += 1;
    const problem = problemAfter(cut, folder, acked, seal);
    if (problem) violations.push(`seed ${seed}, cut ${done} after step ${at}, ${acked} acknowledged: ${problem}`);
    if (done % 2000 === 1999) report(`${done + 1} cuts, ${violations.length} violations`);
  }
  return {
    ran: points.length,
    violations,
    facts: { 'recorded steps': steps.length, 'recorded edits': recorded, 'cuts with torn sectors': torn },
  };
}

/** A sync makes every earlier step on its file sure; those on the other file stay in the air. */
function settle(disk: Image, pending: DiskStep[], part: Part): DiskStep[] {
  for (const step of pending) if (step.part === part) apply(disk, step);
  return pending.filter((step) => step.part !== part);
}

function apply(image: Image, step: DiskStep): void {
  const bytes = image[step.part] ?? Buffer.alloc(0);
  if (step.kind === 'remove') image[step.part] = null;
  else if (step.kind === 'truncate') image[step.part] = resized(bytes, step.length);
  else {
    const grown = Buffer.from(resized(bytes, Math.max(bytes.length, step.at + step.bytes.length)));
    step.bytes.copy(grown, step.at);
    image[step.part] = grown;
  }
}

function resized(bytes: Buffer, length: number): Buffer {
  if (bytes.length === length) return bytes;
  const next = Buffer.alloc(length);
  bytes.copy(next, 0, 0, Math.min(length, bytes.length));
  return next;
}

/** 0: nothing unsynced arrived; 1: some writes did; 2: some sectors of some writes did. */
function cutImage(disk: Image, pending: DiskStep[], mode: number, random: () => number): Image {
  const image: Image = { ...disk };
  for (const step of mode === 0 ? [] : pending) {
    if (random() < 0.5) continue;
    if (mode === 1 || step.kind !== 'write') {
      apply(image, step);
      continue;
    }
    for (let from = 0; from < step.bytes.length; from += sector)
      if (random() < 0.5) apply(image, { ...step, at: step.at + from, bytes: step.bytes.subarray(from, from + sector) });
  }
  return image;
}

/** Starts Layover's own way on what the disk holds after the cut. */
function problemAfter(image: Image, folder: string, acked: number, seal: Seal | null): string | null {
  const file = path.join(folder, 'cut.db');
  for (const suffix of ['', '-wal', '-shm', '-journal', '.damaged-1', '.damaged-1-wal']) rmSync(file + suffix, { force: true });
  if (image.db) writeFileSync(file, image.db);
  if (image.wal) writeFileSync(`${file}-wal`, image.wal);
  const answer = openStore({ file, world: realWorld(), account: testAccount, expected: true, seal });
  if (answer.kind !== 'open') return `the database is ${answer.kind}`;
  const { store } = answer;
  try {
    const there = new Set(store.sql.prepare<[], string>(`SELECT id FROM outbox`).pluck().all());
    for (let n = 0; n < acked; n++) if (!there.has(idOf(n, 'ed'))) return `edit ${n} is lost`;
    const chain = verifyAudit(store);
    return chain.whole ? null : `the audit chain breaks at ${chain.brokenAt}`;
  } finally {
    store.close();
  }
}
