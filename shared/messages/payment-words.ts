import { paymentWarning } from '#shared/service/invoice-states.ts';
import { readableState } from '#shared/values/readable.ts';

/** What is asked about an amount that pays nothing: zero, or one that takes money back. `says` writes an amount in words. */
export function notPositiveSentence(minor: bigint, says: (minor: bigint) => string): string {
  return minor < 0n ? `This takes ${says(-minor)} back. Is it what you mean?` : 'This is not more than zero. Is it what you mean?';
}

/** What an invoice's state says about a payment, the same while it is typed and in the review; null where nothing speaks against one. */
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
