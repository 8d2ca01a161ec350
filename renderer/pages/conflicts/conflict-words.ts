import type { Reason } from '#shared/edit.ts';

/** What a person should know before choosing, beside why it is a conflict. */
export function hintsOf(reason: Reason | null): { bank: string | null; blind: string | null } {
  const bank = reason?.kind === 'baseMoved' && reason.hardStop;
  const blind = reason?.kind === 'conflictOnService' && reason.differences.length === 0;
  return {
    bank: bank ? 'Check with the vendor before you choose: nothing merges by itself here.' : null,
    blind: blind
      ? 'The service did not say what changed, so “theirs” is what was last known here. Mine sends your values once more; theirs drops your edit.'
      : null,
  };
}

/** What came of a settlement; `theirs`: every field was left as the service has it. */
export function settledWords(theirs: boolean): string {
  return theirs ? 'Settled: theirs stays, your edit is closed.' : 'Settled. What you chose is recorded here.';
}
