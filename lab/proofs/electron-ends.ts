import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chooseRuntime } from '#scripts/old-electron/choose-runtime.mjs';
import { runInSession } from '#scripts/old-electron/session.mjs';
import type { ProofResult, RunProof } from './proof.ts';

/**
 * P1, P2: the real window's app ends in every way: a signal at a random moment of its start, kill -9 at work, a crash of its page, a kill of
 * its sandbox. Every end is orderly or recovered, no process is left, and no edit is lost or doubled.
 */
export const run: RunProof = async ({ seed, size }) => {
  const root = path.resolve(import.meta.dirname, '../..');
  const folder = path.join(root, 'out/test-results/electron-ends');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { executable } = await chooseRuntime();
  const result = path.join(folder, 'result.json');
  const program = path.join(import.meta.dirname, 'electron-ends-program.ts');
  await runInSession([process.execPath, program, executable, result, String(seed), String(size)], {
    runtime: executable,
    writable: [folder],
  });
  if (!existsSync(result)) throw new Error('the program of the proof ended without a result');
  return JSON.parse(readFileSync(result, 'utf8')) as ProofResult;
};
