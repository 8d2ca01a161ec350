import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ProofResult, RunProof } from './proof.ts';

/**
 * P2–P4, P8, P15: real desks and the real sandbox in a network of their own, which the kernel cuts, halves and thins out at random while desks are
 * killed. After the healing everybody comes to rest: nothing lost, doubled, overwritten or stuck. Needs Linux, root, unshare and nft.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const script = path.join(import.meta.dirname, 'partitions-inside.ts');
  const child = spawn('unshare', ['--net', process.execPath, script, String(seed), String(size)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let result: ProofResult | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('RESULT ')) result = JSON.parse(line.slice('RESULT '.length)) as ProofResult;
    else report(line);
  });
  const code = await new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (status) => resolve(status ?? 'killed'));
  });
  if (result !== null) return result;
  const why = `NOT RUN: no network of our own could be made here, or the proof itself ended (${code})`;
  return { ran: 0, violations: [why], violationCount: 1, facts: {} };
};
