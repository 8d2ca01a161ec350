import { paymentWarning } from '#shared/service/invoice-states.ts';
import { readableState } from '#shared/values/readable.ts';
import { t } from './t.ts';

/** The question about an amount that pays nothing: zero, or a negative one. `format` writes an amount. */
export function notPositiveSentence(minor: bigint, format: (minor: bigint) => string): string {
  return minor < 0n ? t('situations.warning.takesBack', { amount: format(-minor) }) : t('situations.warning.notPositive');
}

/** The warning about a payment from the invoice's state, the same in the form and in the review; null without one. */
export function invoiceStateSentence(state: string | null): string | null {
  switch (paymentWarning(state)) {
    case 'none':
      return null;
    case 'locked':
      return t('situations.warning.lockedInvoice', { state: readableState(state, 'invoiceReceivable') });
    case 'unusual':
      return t('situations.warning.unusualState', { state: readableState(state, 'invoiceReceivable') });
    case 'unknownState':
      return t('situations.warning.unknownState');
  }
}
