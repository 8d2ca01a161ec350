import type { Reason } from '#shared/edit.ts';

/** What a person should know before choosing, beside why it is a conflict; null where there is nothing to say. */
export const hintOf = (reason: Reason | null): string | null =>
  reason?.kind === 'baseMoved' && reason.hardStop ? 'Check with the vendor before you choose: nothing merges by itself here.' : null;

/** What came of a settlement; `theirs`: every field was left as the service has it. */
export function settledWords(theirs: boolean): string {
  return theirs ? 'Settled: theirs stays, your edit is closed.' : 'Settled. What you chose is recorded here.';
}
