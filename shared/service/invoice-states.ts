import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { integerOf } from '#shared/records/field.ts';

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

/**
 * True where an invoice's state moved between an approval and the payment's request, and other payments of ours do not explain it: somebody else may
 * have recorded it, or closed the invoice. `others`: the sum of ours that ended, or may have, since the approval, null where there are
 * none; sums in minor units, states null where they are no text.
 */
export function isMovedUnderPayment(approvedIn: string | null, state: string | null, total: bigint | null, others: bigint | null): boolean {
  if (state === approvedIn || state === 'OPEN') return false;
  if (others === null) return true;
  if (state === 'PARTIALLY_PAID') return false;
  return state !== 'PAID' || total === null || (total < 0n ? others > total : others < total);
}

/** Payments of an invoice that are known to be there when one of ours is answered, in minor units. */
export interface PaidOfOurs {
  /** Their sum, the answered one and those that a user confirmed included. */
  sure: bigint;
  /** The same with those that are only believed to be there. */
  most: bigint;
  /** The invoice was not seen partly paid before the first of them. */
  sawOpen: boolean;
}

/**
 * True where an invoice's state after our payment does not fit the payments known here: by the rule of "Endpoints 1" it is PAID exactly where all make
 * the total. It may have been paid twice.
 */
export function isDuplicateAlarm(before: JsonValue | undefined, after: JsonObject, ours: PaidOfOurs | null): boolean {
  const { state } = after;
  // With one more payment a paid invoice is partly paid: either it was not, or this payment is missing.
  if (before === 'PAID' && (state === 'PARTIALLY_PAID' || state === 'PAID')) return true;
  const total = integerOf(after['amount']);
  if (ours === null || total === null) return false;
  return state === 'PARTIALLY_PAID' ? ours.sure === total : state === 'PAID' && ours.sawOpen && ours.most < total;
}
