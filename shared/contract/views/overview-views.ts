import type { CalendarDate } from '#shared/values/dates.ts';
import type { EpochMs } from '#shared/world.ts';

/** Open amounts in one currency, by age; as many ages as `ageEnds`. */
export interface ReceivablesByAge {
  currency: string;
  ages: { minor: bigint; count: number }[];
  /** Payments that are not known here may have been made of some of it. */
  atMost: boolean;
}

/** Payments of one currency that were recorded here, by the day of payment, oldest first. */
export interface PaymentsByDay {
  currency: string;
  days: { date: CalendarDate; confirmedMinor: bigint; otherMinor: bigint }[];
  /** By the service, or by the user who found it there. */
  confirmed: number;
  /** To review, queued, on its way or in doubt. */
  other: number;
}

/** The pictures of Today, of what is on this laptop; the currency with most entries first. */
export interface Overview {
  receivables: ReceivablesByAge[];
  /** When the invoice that was heard of longest ago was read; null without any. */
  asOf: EpochMs | null;
  payments: PaymentsByDay[];
}
