import type { JsonValue } from '#shared/json/json.ts';

/** Values known today; the enumeration is non-exhaustive ("States and transitions"). */
export const invoiceStates = [
  'DRAFT',
  'OPEN_IN_PROGRESS',
  'OPEN',
  'PAYMENT_PENDING',
  'PARTIALLY_PAID',
  'PAID',
  'REVERSED',
  'ARCHIVED',
] as const;
export type InvoiceState = (typeof invoiceStates)[number];

const isKnown = (state: JsonValue | undefined): state is InvoiceState => invoiceStates.some((known) => known === state);

/** ARCHIVED and REVERSED: "locked and cannot be modified". */
export function isLocked(state: string | null): boolean {
  return state === 'ARCHIVED' || state === 'REVERSED';
}

/** States in which nothing is owed: not yet, or not any more. In any other, known or not, a due date counts. */
export const settledStates: readonly string[] = ['DRAFT', 'PAID', 'REVERSED', 'ARCHIVED'] satisfies InvoiceState[];

/** Warnings before a payment is recorded. The specification does not show which states accept one, so nothing is forbidden. */
export type PaymentWarning = 'none' | 'locked' | 'unusual' | 'unknownState';

export function paymentWarning(state: string | null): PaymentWarning {
  if (!isKnown(state)) return 'unknownState';
  if (isLocked(state)) return 'locked';
  return state === 'OPEN' || state === 'PARTIALLY_PAID' ? 'none' : 'unusual';
}

/** The meaning of the response's state for a payment just sent ("Endpoints 1": PAID when the totals are equal, otherwise PARTIALLY_PAID). */
export function paymentAnswerState(state: JsonValue | undefined): 'recorded' | 'notRecorded' | 'unknownState' {
  if (state === 'PAID' || state === 'PARTIALLY_PAID') return 'recorded';
  return typeof state !== 'string' || isKnown(state) ? 'notRecorded' : 'unknownState';
}

/** PAID → PARTIALLY_PAID after our payment: by the rule, more has been paid than the total, so it may have been paid twice. */
export function isDuplicateAlarm(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return before === 'PAID' && after === 'PARTIALLY_PAID';
}
