import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testSeal } from '#test/cache.ts';
import { migrateWithCrashes } from '#test/cache/migration-crash.ts';
import type { ProofRequest, ProofResult } from './proof.ts';

/** P12: a migration with edits in all states, crashed at each statement; the older version refuses the newer database. */
export async function run({ size }: ProofRequest): Promise<ProofResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-migration-'));
  try {
    const { cuts, problems } = migrateWithCrashes(path.join(folder, 'plain'), size);
    const sealed = migrateWithCrashes(path.join(folder, 'sealed'), size, testSeal);
    problems.push(...sealed.problems.map((problem) => `encrypted: ${problem}`));
    return {
      ran: size,
      violations: problems.slice(0, 5),
      violationCount: problems.length,
      facts: { 'statements crashed at': cuts, 'and in an encrypted database': sealed.cuts },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
