import type { Reason } from '#shared/edit.ts';

/** A notice before choosing, besides the reason of the conflict; null without one. */
export const hintOf = (reason: Reason | null): string | null =>
  reason?.kind === 'baseMoved' && reason.hardStop ? 'Check with the vendor before you choose: nothing is merged automatically here.' : null;

/** The result of settling; `theirs`: every field kept the service's value. */
export function settledWords(theirs: boolean): string {
  return theirs ? 'Saved: theirs stays, your edit is closed.' : 'Saved. Your choice is on this laptop.';
}
