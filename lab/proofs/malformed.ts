import { malformedAnswersHold } from '#test/wire/malformed-hold.ts';
import type { RunProof } from './proof.ts';

/** P32 and P3: malformed answers, an equal share for each of the nine operations. */
export const run: RunProof = malformedAnswersHold;
