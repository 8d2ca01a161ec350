import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from './records/record-kind.ts';
import type { ServiceError } from '#shared/service/service-error.ts';

/** The state of an edit (docs/laws.md, "States"). "Held behind an open edit of the same record" is derived on read, never stored. */
export const editStates = [
  'draft',
  'waiting',
  'sending',
  'checking',
  'applied',
  'rejected',
  'conflict',
  'inDoubt',
  'held',
  'confirmed',
  'superseded',
  'discarded',
] as const;
export type EditState = (typeof editStates)[number];

/** The groups that counters, filters and pages know, each with its most urgent state first; every state is in one. */
export const stateGroups = {
  /** May be on the service already: only a user can say. */
  inDoubt: ['inDoubt'],
  needsYou: ['conflict', 'rejected', 'held', 'draft'],
  /** The engine moves it without the user. */
  moving: ['checking', 'sending', 'waiting'],
  done: ['applied', 'confirmed', 'superseded', 'discarded'],
} as const satisfies Record<string, readonly EditState[]>;

/** No edit leaves these states again. */
export const closedStates = stateGroups.done;

/** Open states from "needs you" to "goes automatically": what is shown of several edits is the first of theirs. */
export const urgency: readonly EditState[] = [...stateGroups.inDoubt, ...stateGroups.needsYou, ...stateGroups.moving];

/** The most urgent state among several edits; null when none of them is open. */
export function mostUrgent(states: readonly EditState[]): EditState | null {
  return urgency.find((state) => states.includes(state)) ?? null;
}

/** A user may still change or take back an edit in this state, unless a request of it may have arrived. */
export function isChangeable(state: EditState): boolean {
  return state === 'waiting' || stateGroups.needsYou.some((each) => each === state);
}

/** States that a user can hold and release: the edit was not sent. */
export function isHoldable(state: EditState): boolean {
  return state === 'waiting' || state === 'draft';
}

/** The rule for retrying a request whose outcome is unknown. */
export type RepeatClass =
  | 'absoluteReadable' // PATCH with a read: wait, read, compare
  | 'absoluteVersioned' // PUT with a version: check if a read is known, else once more; with a bank field: in doubt
  | 'absoluteBlind' // PATCH without a read: wait, send again
  | 'creates'; // POST: never again by a machine

/** One field whose value on the service is not what the user sent or saw. Values are lossless JSON values. */
export interface FieldDifference {
  path: string[];
  base?: unknown;
  mine?: unknown;
  theirs?: unknown;
}

/**
 * The difference between an edit's row and its audit lines. `approval`: the keychain's anchor does not cover the approval; `history`: the log
 * contradicts itself.
 */
export type NotAsApproved = 'body' | 'state' | 'approver' | 'confirmation' | 'approval' | 'history';

/** A record whose state refuses an edit: cancelled, paid, locked. */
export interface ClosedRecord {
  of: RecordKind;
  state: string;
}

/** The reason for an edit's state, as facts; the window has the sentences. */
export type Reason =
  | { kind: 'clean' }
  | { kind: 'changedByService'; differences: FieldDifference[] }
  | { kind: 'appliedWithProblem'; failure: ServiceError | null }
  /**
   * `ownLost`: a request of ours whose answer got lost may have moved the version, and nobody else. `byReading`: a later read showed it, so
   * that whoever else moved it may have come before our write or after it. `setBack`: the version came back smaller than the one that our
   * write was built on, as after a service was restored from a backup.
   */
  | {
      kind: 'versionJump';
      expected: string;
      returned: string;
      differences: FieldDifference[];
      ownLost?: true;
      byReading?: true;
      setBack?: true;
    }
  /** The answer shows fields empty that nobody sent. `putBack` is the body that fills those which can be written; no members when none can. */
  | { kind: 'fieldsLost'; differences: FieldDifference[]; putBack: JsonObject }
  | { kind: 'duplicateAlarm' }
  /** `notThere`: reading the record showed that it was not applied; `inPart`: that only some of its values are there. */
  | { kind: 'checkedByReading'; notThere?: true; inPart?: true }
  /**
   * `mayBeApplied`: an earlier request of the same edit had no clear answer, and nothing showed since what became of it. `closed`: the record's
   * state as the service last said it, where an edit of this kind is usually refused.
   */
  | { kind: 'rejectedByService'; status: number; error: ServiceError | null; mayBeApplied?: true; closed?: ClosedRecord }
  /** The service said CONFLICT, and nothing that the edit sets is known to have moved: sent again on the record as it is now. */
  | { kind: 'changedMeanwhile' }
  /** Sent so many times without a clear answer, the newest with this status, and not seen in the record: a machine sends it no more. */
  | { kind: 'neverTaken'; times: number; status: number | null }
  /** `unanswered`: a request of this edit was sent before, and its outcome is unknown. */
  | { kind: 'baseMoved'; differences: FieldDifference[]; hardStop: boolean; unanswered?: true }
  /** The record's currency is another than when the edit's amount was entered: the amount is entered again. */
  | { kind: 'currencyMoved'; from: string; to: string }
  /** Of a payment: the invoice's state when it was approved, and the one that was heard of since; null where the record shows none. */
  | { kind: 'invoiceMoved'; from: string | null; to: string | null }
  | { kind: 'noAnswer'; failure: string; afterMs: number }
  | { kind: 'unreadableAnswer'; status: number; detail: string }
  | { kind: 'redirectedWrite'; status: number; to: string }
  | { kind: 'abandoned'; bootId: string }
  | { kind: 'offline'; failure: string }
  | { kind: 'rateLimited'; retryAfterMs: number }
  | { kind: 'serviceTrouble'; status: number }
  | { kind: 'signInNeeded' }
  | { kind: 'untrustedHost'; host: string }
  /** Both as `ownerText` writes them; `now` is who was signed in when it was held. */
  | { kind: 'otherIdentity'; owner: string; now?: string }
  | { kind: 'restoredBackup'; counter: number; keychainCounter: number }
  /** The keychain can keep no counter, so nothing can tell whether these data came out of a backup. */
  | { kind: 'noKeychain' }
  /** The stored edit differs from the audit log. */
  | { kind: 'notAsApproved'; what: NotAsApproved }
  | { kind: 'damagedRow'; detail: string }
  /** `mayBeApplied`: it was refused, and an earlier request of it may have been applied. */
  | { kind: 'heldByPerson'; mayBeApplied?: true }
  /**
   * No look brought its record before sending. `why`: the service says that it has none; it is another company's; an older copy came again and
   * again; the service sends the question to `host`, which nobody trusts; all fields would be sent (`whole`) of a record that this service lets nobody read.
   * `accepted`: a user was told so and lets it go without a look.
   */
  | {
      kind: 'cannotRead';
      status: number | null;
      why?: 'gone' | 'otherCompany' | 'older' | 'elsewhere' | 'whole';
      host?: string;
      accepted?: true;
    }
  /**
   * A full-record write that knows no full record. `accepted`: a user was shown these fields, known here and emptied by sending it with its own
   * only, and that whatever is not known here is emptied too; they send it all the same.
   */
  | { kind: 'incompleteBase'; accepted?: FieldDifference[] }
  | { kind: 'byPerson'; note?: string }
  | { kind: 'merged'; into: string }
  | { kind: 'settledBy'; edit: string };
