import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { RunProof } from './proof.ts';

// Each line that a user's money or secrets depend on, broken one at a time: the tests beside it must notice.

const root = path.resolve(import.meta.dirname, '../..');
interface Line {
  file: string;
  find: string;
  put: string;
  /** The number of occurrences in the file; one when absent. */
  times?: number;
  tests: string[];
}
const lines = JSON.parse(readFileSync(path.join(import.meta.dirname, 'security-lines.json'), 'utf8')) as Line[];

/** A test that waits for what a broken line never does is ended after so many times what all tests take unbroken, and after a minute at the earliest. */
const patience = 5;
const leastMs = 60_000;

/** Copies the sources: a proof that is killed leaves no broken line in the tree. */
function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'layover-lines-'));
  const left = new Set(['node_modules', 'out', '.git', '.cache'].map((name) => path.join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) });
  for (const name of ['node_modules', 'out']) symlinkSync(path.join(root, name), path.join(copy, name));
  return copy;
}

/** True when a test fails with the line broken. */
function isNoticed(copy: string, { file, find, put, times = 1, tests }: Line, timeoutMs: number): boolean {
  const at = path.join(copy, file);
  const whole = readFileSync(at, 'utf8');
  if (whole.split(find).length !== times + 1) throw new Error(`${file} does not have ${times} of: ${find}`);
  writeFileSync(
    at,
    whole.replaceAll(find, () => put),
  );
  try {
    return !pass(copy, tests, timeoutMs);
  } finally {
    writeFileSync(at, whole);
  }
}

function pass(copy: string, tests: readonly string[], timeoutMs?: number): boolean {
  const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'node', '--bail', '1', ...tests];
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: timeoutMs }).status === 0;
}

/** Breaks `size` lines, the first of them number `seed`, and goes on from the beginning. One may stay unnoticed. */
export const run: RunProof = async ({ seed, size, report }) => {
  const numbered = lines.map((line, place) => ({ ...line, number: place + 1 }));
  const first = (seed - 1) % lines.length;
  const some = [...numbered.slice(first), ...numbered.slice(0, first)].slice(0, size);
  const copy = copySources();
  const unnoticed: string[] = [];
  try {
    const files = [...new Set(some.flatMap(({ tests }) => tests))];
    const started = performance.now();
    if (!pass(copy, files)) throw new Error(`these tests fail without any broken line: ${files.join(' ')}`);
    const timeoutMs = Math.ceil(Math.max(leastMs, patience * (performance.now() - started)));
    for (const line of some) {
      const noticed = isNoticed(copy, line, timeoutMs);
      report(`${line.number} ${noticed ? 'noticed' : 'NOT NOTICED'} ${line.file}: ${line.find}`);
      if (!noticed) unnoticed.push(`${line.file}: ${line.find}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const facts = { 'lines broken': some.length, noticed: some.length - unnoticed.length };
  return { ran: some.length, violations: unnoticed, violationCount: Math.max(0, unnoticed.length - 1), facts };
};
