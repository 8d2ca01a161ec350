import type { Connection } from './connection-views.ts';
import type { EditDescription, EditPriority, ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { EditState, FieldDifference, Reason, RepeatClass } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/** The origin of a cached record ("Where records come from", docs/laws.md). */
export type Provenance = 'read' | 'writeResponse' | 'import' | 'stub';

/** Why an edit has not left yet: facts for one sentence and one next action. */
export interface WaitingWhy {
  editId: string;
  why:
    | { kind: 'offline' }
    /** The engine ended, or the disk takes nothing. */
    | { kind: 'stopped' }
    | { kind: 'serviceDown' }
    | { kind: 'workingOffline' }
    | { kind: 'signIn'; signedOut: Extract<Connection, { kind: 'signedOut' }> }
    | { kind: 'approval' }
    | { kind: 'behind'; editId: string; state: EditState }
    | { kind: 'timer'; inMs: number; reason: Reason | null }
    | { kind: 'paymentInDoubt'; editId: string }
    | { kind: 'person'; reason: Reason | null }
    | { kind: 'trust'; host: string }
    | { kind: 'next' };
}

/** One edit, as lists and pages show it. */
export interface EditRow {
  seq: number;
  id: string;
  kind: string;
  record: RecordRef;
  recordTitle: string;
  state: EditState;
  repeat: RepeatClass;
  review: ReviewNeed;
  priority: EditPriority;
  touchesBank: boolean;
  /** A request of it may have been carried out, and nobody knows yet. */
  mayBeSent?: true;
  /** In a group of alike edits: the number of edits that this row represents, itself included. */
  alike?: number;
  body: JsonObject | null;
  description: EditDescription;
  reason: Reason | null;
  /** It is held for want of the full record: what is known here and would be emptied by sending it without; what is not known would be too. */
  wouldEmpty?: FieldDifference[];
  /** The state that releasing a held edit brings it to. */
  releasesTo?: EditState;
  /** It is held and a request of it may still arrive: it cannot be released before. */
  releasableAt?: EpochMs;
  /** It is refused, or waits for a decision, and so many later edits of its record wait behind it. */
  holdsBack?: number;
  attempts: number;
  recordedAt: EpochMs;
  approvedAt: EpochMs | null;
  changedAt: EpochMs;
  /** old → new per touched field, from the base as the user saw it. */
  changes: FieldDifference[];
  amountMinor: bigint | null;
  currency: string | null;
  /** It was applied and what was there before is known: its reverse can be sent. */
  reversible: boolean;
  /** False when the row's body no longer parses: shown as unreadable, never dropped. */
  readable: boolean;
}
