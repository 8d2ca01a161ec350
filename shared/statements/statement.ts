/** A line of a bank statement as its file says it. */
export interface StatementLine {
  /** The day of booking, as written: `YYYY-MM-DD`. */
  bookedOn: string;
  valueOn: string;
  /** Minor units of `currency`; negative for money out. */
  minor: bigint;
  currency: string;
  /** Pending or for information: no money yet, never a draft. */
  announced: boolean;
  /** Takes back an earlier line. */
  reversal: boolean;
  /** The other side's name and account; empty where the bank says none. */
  payer: string;
  payerAccount: string;
  /** The payer's own end-to-end id; empty for NOTPROVIDED. */
  endToEnd: string;
  /** A structured creditor reference (RF, QR, OCR). */
  reference: string;
  /** Remittance text. */
  text: string;
  /** The bank's own reference: shown, and never an identity on its own. */
  bankReference: string;
}

/** One statement of one account. */
export interface Statement {
  account: string;
  bank: string;
  currency: string;
  /** The covered days as far as the balances or the lines say. */
  from: string;
  to: string;
  /** Minor units; null where the format has none: then the sum is not checked. */
  openingMinor: bigint | null;
  closingMinor: bigint | null;
  sequence: string;
  lines: StatementLine[];
}

/** A statement as a file holds it; a zip holds several files. */
export interface FiledStatement extends Statement {
  format: StatementFormat;
  /** The place of its file inside the zip. */
  inFile: number;
}

export const statementFormats = ['camt.053', 'camt.052', 'camt.054', 'mt940', 'mt942', 'ofx', 'table'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Reasons for refusing a whole file. `where` names the statement, line or field. */
export const statementRefusals = [
  'notStatement',
  'unreadable',
  'tooLarge',
  'nestedTooDeep',
  'doctype',
  'badAmount',
  'unclearAmount',
  'badDate',
  'unclearDate',
  'unknownStatus',
  'noAccount',
  'noCurrency',
  'otherCurrency',
  'sumDiffers',
] as const;
export interface StatementRefusal {
  why: (typeof statementRefusals)[number];
  where: string;
  /** Closing − opening − Σ of lines, in minor units of `currency`. */
  differenceMinor: bigint | null;
  currency: string | null;
}

/** Thrown by a reader; the job answers with its refusal. */
export class StatementRefused extends Error {
  readonly refusal: StatementRefusal;
  constructor(why: StatementRefusal['why'], where: string, differenceMinor: bigint | null = null, currency: string | null = null) {
    super(`${why}: ${where}`);
    this.refusal = { why, where: where.slice(0, 300), differenceMinor, currency };
  }
}

/** An account number in one spelling: upper case, without spaces and separators. */
export const plainAccount = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Names under which banks deliver statements. */
export const isStatementName = (name: string): boolean => /\.(?:xml|zip|sta|mt940|940|mt942|942|ofx|qfx|c5[234]|camt)$/i.test(name);
