import { amountsHold } from '#test/shared/amounts-hold.ts';
import type { RunProof } from './proof.ts';

/** P14: amounts are exact. */
export const run: RunProof = amountsHold;
