import { testSeal } from '#test/cache.ts';
import { killed } from './kill-9.ts';
import type { RunProof } from './proof.ts';

/** P1, P2: the kills of `kill-9`, on an encrypted database. */
export const run: RunProof = (request) => killed(request, testSeal);
