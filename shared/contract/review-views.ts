import type { FieldDifference } from '#shared/edit.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import type { ReferenceName } from './names-views.ts';
import type { CurrencyTotal, EditRow } from './views.ts';

/** Review and send: groups that fold, totals per currency, a fingerprint against "the data changed while you were looking". */
export interface ReviewBatch {
  fingerprint: string;
  groups: {
    kind: 'ready' | 'changedOnService' | 'conflicts' | 'vendors' | 'payments' | 'blocked';
    edits: EditRow[];
    warnings: ReviewWarning[];
  }[];
  totals: CurrencyTotal[];
  preflight: Preflight | null;
}

export type ReviewWarning =
  | { kind: 'samePayment'; editId: string; other: string }
  | { kind: 'overpayment'; editId: string; openMinor: bigint; currency: string }
  | { kind: 'notPositive'; editId: string }
  | { kind: 'mayBeThere'; editId: string }
  | { kind: 'lockedInvoice'; editId: string; state: string }
  | { kind: 'unusualState'; editId: string; state: string }
  | { kind: 'bankChange'; editId: string; fields: FieldDifference[] }
  /** A bank account in another currency than the invoice's. */
  | { kind: 'otherCurrency'; editId: string; account: ReferenceName; currency: string }
  /** An id of another kind of thing than the field refers to. */
  | { kind: 'otherKind'; editId: string; refers: ReferenceKind; is: ReferenceName }
  | { kind: 'neverSeen'; editId: string; refers: ReferenceKind; id: string }
  | { kind: 'incompleteBase'; editId: string }
  | { kind: 'staleBase'; editId: string; asOf: EpochMs };

export interface Preflight {
  at: EpochMs;
  reachable: boolean;
  tokenEnoughMs: number | null;
  reread: number;
  merged: { editId: string; fields: FieldDifference[] }[];
  conflicts: string[];
  unreadable: number;
}
