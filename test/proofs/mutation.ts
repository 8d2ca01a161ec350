import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunProof } from './proof.ts';

/** Files to mutate, riskiest first, and the tests that must notice. `--size` says how many of these are run, from the first. */
const rooms: readonly { name: string; mutate: readonly string[]; tests: readonly string[] }[] = [
  { name: 'claim and order', mutate: ['main/cache/outbox/claim.ts', 'main/sync/next-sendable.ts'], tests: ['sync', 'edits'] },
  { name: 'the line', mutate: ['main/sync/line.ts', 'main/sync/line-hears.ts'], tests: ['sync'] },
  { name: 'verdicts', mutate: ['main/sync/verdict.ts', 'main/sync/refused-repeat.ts'], tests: ['sync', 'api'] },
  { name: 'rebase', mutate: ['main/cache/outbox/rebase.ts', 'main/cache/outbox/three-way.ts'], tests: ['sync', 'edits'] },
  { name: 'the probe', mutate: ['main/api/probe.ts'], tests: ['sync', 'api'] },
  { name: 'main/sync', mutate: ['main/sync/**/*.ts'], tests: ['sync', 'edits', 'wire'] },
  { name: 'main/edits', mutate: ['main/edits/**/*.ts'], tests: ['edits', 'sync', 'app'] },
  { name: 'main/cache', mutate: ['main/cache/**/*.ts'], tests: ['cache', 'sync', 'edits'] },
  { name: 'main/api', mutate: ['main/api/**/*.ts'], tests: ['api', 'wire', 'sync'] },
  { name: 'main/accounts', mutate: ['main/accounts/**/*.ts'], tests: ['accounts', 'sync'] },
];

const root = path.resolve(import.meta.dirname, '../..');
const lowest = 90;

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}

/** Small bugs made by a machine, one at a time: each must make a test of its room red. Rows are what none noticed. */
export const run: RunProof = async ({ size, report }) => {
  const rows: (string | number)[][] = [];
  const violations: string[] = [];
  const facts: Record<string, string> = {};
  for (const { name, mutate, tests } of rooms.slice(0, size)) {
    const survivors = await mutated(mutate, tests);
    rows.push(...survivors.rows);
    facts[name] = `${survivors.score.toFixed(1)} % of ${survivors.mutants} mutants noticed`;
    report(`${name}: ${facts[name]}`);
    if (survivors.score < lowest) violations.push(`${name}: ${facts[name]}`);
  }
  const columns = ['file', 'line', 'mutant', 'instead'];
  return { ran: Math.min(size, rooms.length), violations, violationCount: violations.length, facts, table: { columns, rows } };
};

async function mutated(mutate: readonly string[], tests: readonly string[]) {
  const bin = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const env = { ...process.env, MUTATION_TESTS: tests.map((folder) => `test/${folder}/**/*.test.ts`).join(',') };
  const child = spawn(process.execPath, [bin, 'run', '--mutate', mutate.join(',')], { cwd: root, env, stdio: 'inherit' });
  await once(child, 'close');
  const { files } = JSON.parse(readFileSync(path.join(root, 'out/mutation/mutation.json'), 'utf8')) as {
    files: Record<string, { mutants: Mutant[] }>;
  };
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const judged = all.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const told = (text = '') => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 80);
  return {
    mutants: judged.length,
    score: judged.length === 0 ? 0 : (100 * (judged.length - alive.length)) / judged.length,
    rows: alive.map(({ file, location, mutatorName, replacement }) => [file, location.start.line, mutatorName, `\`${told(replacement)}\``]),
  };
}
