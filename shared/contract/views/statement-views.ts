import type { BankLineState, LineDoubt } from '#shared/statements/line-state.ts';
import type { MatchReason } from '#shared/statements/match-types.ts';
import type { StatementLine, StatementRefusal } from '#shared/statements/statement.ts';

/** An account that statements were imported of. */
export interface BankAccountView {
  id: number;
  account: string;
  currency: string;
  /** The service's bank account; null until a user confirmed it. */
  bankAccountId: string | null;
  /** Another installation records its receipts: nothing is drafted here. */
  evidenceOnly: boolean;
  /** The days that its statements cover. */
  from: string;
  to: string;
}

export interface CandidateView {
  uses: { invoiceId: string; number: string; customerName: string; dueDate: string; minor: bigint; openMinor: bigint }[];
  why: MatchReason;
}

export interface BankLineView extends Omit<StatementLine, 'valueOn' | 'announced'> {
  id: number;
  account: number;
  /** The part of it that is not recorded. */
  restMinor: bigint;
  fileName: string;
  putAside: string | null;
  /** A reason why it may be no line of its own: nothing is drafted from it until a user says so. */
  doubt: LineDoubt | null;
  state: BankLineState;
  editIds: string[];
  ticked: CandidateView | null;
  asked: CandidateView[];
  /** Invoices of the payer with exactly this sum where they are too many to ask about. */
  tied: number;
}

export interface BankLinesOverview {
  accounts: (BankAccountView & { covered: { from: string; to: string }[] })[];
  /** A company's policy says which accounts are recorded here. */
  assigned: boolean;
  counts: Record<BankLineState, number>;
  /** False until the invoices that the lines may pay were looked for once. */
  planned: boolean;
  /** Lines that two signals prove, on confirmed accounts, and what of them would be drafted, by currency. */
  ready: { currency: string; lines: number; minor: bigint }[];
}

export interface BankLinesPage {
  rows: BankLineView[];
  /** The key of the next page; null at the end. */
  next: string | null;
  total: null;
}

export interface LinesImported {
  /** New lines, the doubtful ones among them. */
  imported: number;
  doubtful: number;
  known: number;
  /** Announced lines, which are not stored. */
  announced: number;
}

/** A file that was taken in, or why nothing of it was. */
export type StatementImport = ({ ok: true } & LinesImported) | { ok: false; refusal: StatementRefusal };

/** The bank's side of a payment. None of it says that the service recorded the payment. */
export interface BankShows {
  /** Lines that the payment was drafted from, or else lines of its account, sum and days. */
  lines: Pick<BankLineView, 'id' | 'bookedOn' | 'minor' | 'currency' | 'payer' | 'text'>[];
  /** Statements cover the days around the payment until this one, and no money came; null where it came or they don't. */
  noneUntil: string | null;
}
