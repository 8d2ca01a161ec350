import type { MatchReason } from '#shared/statements/match-types.ts';
import type { StatementRefusal } from '#shared/statements/statement.ts';

/** An account that statements were imported of. */
export interface BankAccountView {
  id: number;
  account: string;
  currency: string;
  /** The service's bank account; null until a user confirmed it. */
  bankAccountId: string | null;
  /** The days that its statements cover. */
  from: string;
  to: string;
}

export interface CandidateView {
  uses: { invoiceId: string; number: string; customerName: string; dueDate: string; minor: bigint; openMinor: bigint }[];
  why: MatchReason;
}

export type BankLineState = 'open' | 'drafted' | 'recorded' | 'putAside' | 'out';

export interface BankLineView {
  id: number;
  account: number;
  bookedOn: string;
  minor: bigint;
  /** The part of it that is not recorded. */
  restMinor: bigint;
  currency: string;
  payer: string;
  payerAccount: string;
  endToEnd: string;
  text: string;
  reference: string;
  bankReference: string;
  reversal: boolean;
  fileName: string;
  putAside: string | null;
  state: BankLineState;
  editIds: string[];
  ticked: CandidateView | null;
  asked: CandidateView[];
  /** Invoices of the payer with exactly this sum where they are too many to ask about. */
  tied: number;
}

export interface BankLinesView {
  accounts: BankAccountView[];
  lines: BankLineView[];
}

/** A file that was taken in, or why nothing of it was. */
export type StatementImport = { ok: true; imported: number; known: number; announced: number } | { ok: false; refusal: StatementRefusal };
