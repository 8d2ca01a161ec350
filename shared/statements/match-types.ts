import type { StatementLine } from './statement.ts';

/** An invoice that a payment may be for. */
export interface OpenInvoice {
  id: string;
  number: string;
  reference: string;
  poNumber: string;
  customerId: string;
  /** As the names directory calls the customer; empty without a name. */
  customerName: string;
  currency: string;
  /** The amount still open as known here, in minor units. */
  openMinor: bigint;
  dueDate: string;
}

type Details = Pick<StatementLine, 'bookedOn' | 'currency' | 'payer' | 'payerAccount' | 'endToEnd' | 'reference' | 'text'>;

/** A line with the amount that no payment uses yet. Some payers write the invoice's number into `endToEnd`. */
export interface PayableLine extends Details {
  id: number;
  restMinor: bigint;
}

export const matchReasons = [
  'numberAndSum',
  'shortNumberAndSum',
  'payerAndSum',
  'numberOtherPayer',
  'numberUnknownBeside',
  'numberTogether',
  'numberLess',
  'numberMore',
  'numbersLess',
  'numberMistyped',
  'payerSameSums',
  'payerTogether',
  'sumAlone',
  /** A user chose it. */
  'chosen',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Invoices that a line may pay, with the part of the line for each, and why. */
export interface Candidate {
  uses: { invoiceId: string; minor: bigint }[];
  why: MatchReason;
}

/** Two independent signals prove a ticked match; anything else is asked, with at most three candidates. */
export interface Match {
  line: number;
  ticked: Candidate | null;
  asked: Candidate[];
  /** Invoices of the payer with exactly this sum where they are too many to ask about. */
  tied: number;
}

/** Lines to match, then the invoices that they may pay: each a JSON array that SQLite made, with its open amount. */
export type ToMatch = { lines: PayableLine[] } | { invoices: string[]; openMinor: bigint[] };

/** Candidates of one line. */
export const mostAsked = 3;
