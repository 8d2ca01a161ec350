import type { EngineContext } from './engine-parts.ts';
import { priorityLimits } from '#main/api/transport/limits.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { claim } from '#main/outbox/claim.ts';
import { movableEdits, successorOf } from '#main/outbox/queue.ts';
import { differsFromLog, followOpenEdits } from '#main/audit/agreed.ts';
import { anchorOf, mustHoldAll } from '#main/audit/anchor.ts';
import { settleAll } from '#main/outbox/settle.ts';
import { maySendPartly } from '#main/outbox/merge/sent-partly.ts';
import { quarantineMs } from '#main/outbox/waits.ts';
import { mayBeAhead, stillStands } from '#main/sync/pace/still-stands.ts';
import { movedInvoice } from '#main/sync/check/check.ts';
import { readAgainMs } from '#main/sync/pace/backoff.ts';
import { leavesWithinMs } from '#main/sync/pace/first-byte.ts';
import { asLook, unseen } from '#main/sync/check/look.ts';
import { neverTaken } from '#main/sync/check/never-taken.ts';
import { choose } from '#main/sync/check/next-sendable.ts';
import { judgeRefused } from '#main/sync/answer/refused.ts';
import { judge } from '#main/sync/answer/verdict.ts';

/**
 * Everything that the engine decides, in one table: it sends and settles by these functions and no others. Production has exactly one such
 * table, this one; the simulator swaps single entries for wrong ones, to prove that it would notice (docs/laws.md, "Proof").
 */
export const theLaws = {
  /** The meaning of a response for an edit. */
  judge,
  /** The meaning of a refusal, by the record's present state. */
  judgeRefused,
  /** The next state of an edit that was being sent when the process ended. */
  abandonedState,
  /** True when the keychain's anchor is ahead of this database. */
  mustHoldAll,
  /** The anchor that each claim writes to the keychain. */
  anchorOf,
  /** True when it is updated at once for every approval and trust that is given or taken back. */
  tellsWords: true,
  /** The difference of an edit's row from the audit log, checked with each claim. */
  differsFromLog,
  /** The same of every open edit at a start. */
  followOpenEdits,
  /** Which edits may move now, and what each needs first. */
  choose,
  movableEdits,
  successorOf,
  /** Decides whether a read counts as a look at its record, and the fate of an edit whose record it did not return. */
  asLook,
  unseen,
  /** The reason to hold a payment whose invoice moved since its approval. */
  movedInvoice,
  /** The reason to hold an edit that was sent again and again and never taken. */
  neverTaken,
  /** Which may be claimed before there is room for them, and whether they may still leave when there is. */
  mayBeAhead,
  stillStands,
  /** For how long a claimed request may still leave, asked just before its first byte. */
  leavesWithinMs,
  /** True when a full-record write may be sent with its own fields only, because the full record is unknown. */
  maySendPartly,
  /** The intent, before the first byte. */
  claim,
  /** Verdict, record, rebase and audit line. */
  settleAll,
  /** The delay before a record is read again after a failure. */
  readAgainMs,
  /** The quarantine of an edit whose request may still be applied. */
  quarantineMs,
  /** The same for a request that nobody saw the end of: it could have gone on for as long as we would have waited. */
  abandonedWaitMs: (row: Pick<OutboxRow, 'priority'>): number => quarantineMs + priorityLimits[row.priority].totalTimeoutMs,
};

export type Laws = typeof theLaws;

/** The parts that a task uses. */
export interface EngineParts extends EngineContext {
  laws: Laws;
}
