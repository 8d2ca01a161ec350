import { t } from '#shared/messages/t.ts';
import type { Reason } from '#shared/edit.ts';

/** A notice before choosing, besides the reason of the conflict; null without one. */
export const hintOf = (reason: Reason | null): string | null =>
  reason?.kind === 'baseMoved' && reason.hardStop ? t('conflicts.hint') : null;

/** The result of settling; `theirs`: every field kept the service's value. */
export function settledWords(theirs: boolean): string {
  return t(theirs ? 'conflicts.settled.theirs' : 'conflicts.settled');
}
