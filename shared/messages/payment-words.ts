import { paymentWarning } from '#shared/service/invoice-states.ts';
import { readableState } from '#shared/values/readable.ts';

/** The question about an amount that pays nothing: zero, or a negative one. `format` writes an amount. */
export function notPositiveSentence(minor: bigint, format: (minor: bigint) => string): string {
  return minor < 0n ? `This takes ${format(-minor)} back. Is it what you mean?` : 'This is not more than zero. Is it what you mean?';
}

/** The warning about a payment from the invoice's state, the same in the form and in the review; null without one. */
export function invoiceStateSentence(state: string | null): string | null {
  const shown = readableState(state);
  switch (paymentWarning(state)) {
    case 'none':
      return null;
    case 'locked':
      return `This invoice is ${shown} and locked. The service will probably refuse a payment.`;
    case 'unusual':
      return `This invoice is ${shown}. Whether it takes a payment is not certain.`;
    case 'unknownState':
      return 'This invoice’s state is not known here. Check that it takes a payment.';
  }
}
