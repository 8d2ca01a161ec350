import type { ReviewWarning } from '#shared/contract/views.ts';
import { assertNever } from '#shared/assert-never.ts';
import { formatEpoch } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { readable } from '#renderer/pages/record/kind-words.ts';

/** One sentence for a warning: what was noticed, and what it means. Warnings never block. */
export function warningSentence(warning: ReviewWarning, locale: string): string {
  switch (warning.kind) {
    case 'samePayment':
      return 'Another payment here has the same invoice, date, account and amount. Is this one meant twice?';
    case 'overpayment':
      return `More than what is open as far as known here (${formatAmount(warning.openMinor, warning.currency, locale)}). An overpayment also reads “Partially paid”.`;
    case 'lockedInvoice':
      return `The invoice was ${readable(warning.state).toLowerCase()} when last heard of. It is locked, so the service will probably refuse.`;
    case 'unusualState':
      return `The invoice was ${readable(warning.state).toLowerCase()} when last heard of. Whether a payment is accepted then is not known.`;
    case 'bankChange':
      return 'Bank details change. Compare old and new with a letter or a call before you approve.';
    case 'incompleteBase':
      return 'The full vendor record is not known here, so only the typed fields would be sent.';
    case 'staleBase':
      return `Based on what was heard at ${formatEpoch(warning.asOf)}.`;
    default:
      return assertNever(warning);
  }
}
