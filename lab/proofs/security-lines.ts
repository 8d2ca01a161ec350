import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { RunProof } from './proof.ts';

// Each line that a person's money or secrets depend on, broken one at a time: the tests beside it must notice.

const root = path.resolve(import.meta.dirname, '../..');
interface Line {
  file: string;
  find: string;
  put: string;
  /** How often it stands there; once when absent. */
  times?: number;
  tests: string[];
}
const lines = JSON.parse(readFileSync(path.join(import.meta.dirname, 'security-lines.json'), 'utf8')) as Line[];

/** True when a test fails with the line broken. The file is put back whatever happens. */
function isNoticed({ file, find, put, times = 1, tests }: Line): boolean {
  const at = path.join(root, file);
  const whole = readFileSync(at, 'utf8');
  if (whole.split(find).length !== times + 1) throw new Error(`${file} does not have ${times} of: ${find}`);
  writeFileSync(
    at,
    whole.replaceAll(find, () => put),
  );
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    return spawnSync(process.execPath, [vitest, 'run', '--project', 'node', ...tests], { cwd: root, stdio: 'ignore' }).status !== 0;
  } finally {
    writeFileSync(at, whole);
  }
}

/** Breaks `size` lines from the one of the number `seed` on. One may stay unnoticed. */
export const run: RunProof = async ({ seed, size, report }) => {
  const some = lines.slice(seed - 1, seed - 1 + size);
  const violations = some.flatMap((line, place) => {
    const noticed = isNoticed(line);
    report(`${seed + place} ${noticed ? 'noticed' : 'NOT NOTICED'} ${line.file}: ${line.find}`);
    return noticed ? [] : [`${line.file}: ${line.find}`];
  });
  const facts = { 'lines broken': some.length, noticed: some.length - violations.length };
  return { ran: some.length, violations, violationCount: Math.max(0, violations.length - 1), facts };
};
