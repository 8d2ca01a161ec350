import type { Decimal } from '#shared/values/money.ts';
import type { EditState } from '#shared/edit.ts';

/** One end of a range of numbers; `open` leaves the number itself out. */
export interface Bound extends Decimal {
  open: boolean;
}

/** One of the values that a column may have; a term with several is true of any. */
export type Asked =
  /** Begins with this text, is this code, is this word of the service, is called this. */
  | { is: string }
  /** Says nothing. */
  | { none: true }
  /** Calendar dates, both included; null is unbounded. */
  | { from: string | null; to: string | null }
  | { least: Bound | null; most: Bound | null };

/** Things that a record can have besides its fields. */
export type Beside = 'comment' | 'document' | 'problem';

/** One term of a query. */
export type Condition =
  | { on: 'words'; words: string }
  /** A number without a field: a total, what is open, a line's or a payment's amount; or its figures as a word. */
  | { on: 'amount'; text: string; amounts: Decimal[] }
  | { on: 'column'; column: string; asked: Asked[] }
  | { on: 'edits'; states: readonly EditState[] }
  | { on: 'beside'; what: Beside[] }
  | { on: 'overdue' }
  | { on: 'pack'; pack: string };

/** A range in the text of a query. */
export interface Span {
  start: number;
  end: number;
}

/** A condition as it was written. `not` leaves out what it is true of. */
export type Term = Condition & { not: boolean; span: Span };

/** Why a term is not understood; it is left out until it is. `repair` is the term as it may have been meant. */
export type Problem = { span: Span; repair: string | null } & (
  | { why: 'noField'; field: string }
  | { why: 'noValue'; field: string }
  | { why: 'noAmount' | 'noCount' | 'noDate'; text: string }
  | { why: 'twoDates'; text: string; choices: string[] }
  | { why: 'noOrder'; field: string }
  /** A range whose first end lies behind its last: nothing could be found. */
  | { why: 'backwards'; text: string }
  | { why: 'noHas'; text: string }
  | { why: 'notHere'; text: string }
  /** Of the whole text. */
  | { why: 'tooLong' }
);

/** The longest text that is read as a query, in characters. */
export const mostOfQuery = 1000;

/** A query, read: every term must be true. */
export interface Query {
  terms: Term[];
  problems: Problem[];
}
