import type { FieldDifference } from '#shared/edit.ts';
import type { AfterPayment } from '#shared/edits/payments-here.ts';
import type { ReferenceDoubt } from '#shared/references/reference-doubt.ts';
import type { EpochMs } from '#shared/world.ts';
import type { AmountTotal } from '#shared/values/money.ts';
import type { JsonValue } from '#shared/json/json.ts';
import type { EditRow } from './edit-views.ts';

/** Review and send: groups that fold, totals per currency, a fingerprint against "the data changed while you were looking". */
export interface ReviewBatch {
  fingerprint: string;
  groups: {
    kind: 'ready' | 'changedOnService' | 'conflicts' | 'vendors' | 'payments' | 'blocked';
    rows: ReviewRow[];
    /** Of what is alone, and of the first of each row. */
    warnings: ReviewWarning[];
  }[];
  totals: AmountTotal[];
  preflight: Preflight | null;
}

/** Edits that look the same and are decided together; most rows stand for one, a payment and a bank change always. */
export interface ReviewRow {
  /** The same as long as the row represents several. */
  key: string;
  /** The kind of edit. */
  of: string;
  /** In the order of recording. */
  ids: string[];
  /** The first of them. Null far down in a long group: asked for with `review.edits` when somebody looks there. */
  first: EditRow | null;
  /** Of a payment: whose invoice it pays, and what is open after it. */
  payment?: AfterPayment & { customerId: string | null };
}

export type ReviewWarning =
  | { kind: 'samePayment'; editId: string; other: string }
  | { kind: 'nearlySamePayment'; editId: string; amountMinor: bigint; currency: string; date: string | null }
  /** The service refused nearly the same payment before, in words that leave open whether it is there: `other`. */
  | { kind: 'refusedBefore'; editId: string; other: string }
  /** Drafted from a bank line before its account was moved to another installation. */
  | { kind: 'recordedElsewhere'; editId: string }
  | { kind: 'partlyPaid'; editId: string }
  | { kind: 'overpayment'; editId: string; amountMinor: bigint; openMinor: bigint; currency: string }
  | { kind: 'notPositive'; editId: string; amountMinor: bigint; currency: string | null }
  | { kind: 'mayBeThere'; editId: string }
  | { kind: 'lockedInvoice'; editId: string; state: string }
  | { kind: 'unusualState'; editId: string; state: string }
  | { kind: 'bankChange'; editId: string; fields: FieldDifference[] }
  /** A value reads as another one or cannot be right: of the edit itself, or what the service has. `of` is the edit's kind. */
  | { kind: 'oddValue'; editId: string; of: string; path: string[]; value: JsonValue; from: 'edit' | 'service' }
  /** The record's name reads as another one. */
  | { kind: 'oddName'; editId: string; name: string }
  | (ReferenceDoubt & { editId: string })
  | { kind: 'incompleteBase'; editId: string }
  /** The full record is sent as it was read then, and the service does not let it be read again first. */
  | { kind: 'sentAsRead'; editId: string; asOf: EpochMs }
  | { kind: 'staleBase'; editId: string; asOf: EpochMs };

export interface Preflight {
  at: EpochMs;
  reachable: boolean;
  reread: number;
  merged: { editId: string; fields: FieldDifference[] }[];
  conflicts: string[];
  unreadable: number;
}
