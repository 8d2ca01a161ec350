import { testSeal } from '#test/cache.ts';
import { makeCopies, playSplice, type Copies } from '#test/security/spliced.ts';
import type { RunProof } from './proof.ts';

/** Splices made of one pair of copies. */
const ofOnePair = 25;

/**
 * P41: pages and files of two copies of a database, made into one, plain and encrypted in turn. What was taken back since the older copy never
 * leaves, and where anything is not as the newer copy had it, a user is told.
 */
export const run: RunProof = async ({ seed, size, report }) => {
  const violations: string[] = [];
  const said = new Map<string, number>();
  let copies: Copies | null = null;
  for (let n = 0; n < size; n++) {
    const pair = Math.floor(n / ofOnePair);
    const seal = pair % 2 === 0 ? null : testSeal;
    if (!copies || n % ofOnePair === 0) copies = makeCopies(seed + pair, seal);
    const spliced = await playSplice(copies, seal, seed + n);
    said.set(spliced.said, (said.get(spliced.said) ?? 0) + 1);
    if (spliced.violation !== null)
      violations.push(`seed ${seed + n}, pair ${seed + pair}, ${seal ? 'encrypted' : 'plain'}: ${spliced.violation}`);
    if (n % 100 === 99) report(`${n + 1} splices, ${violations.length} violated`);
  }
  const opened = (said.get('restored') ?? 0) + (said.get('not as approved') ?? 0) + (said.get('log broken') ?? 0);
  if (opened < size / 10) violations.push(`only ${opened} splices opened and were found out by keychain and log: the proof is blind`);
  return { ran: size, violations: violations.slice(0, 10), violationCount: violations.length, facts: Object.fromEntries(said) };
};
