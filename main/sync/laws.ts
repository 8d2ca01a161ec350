import { laneLimits } from '#main/api/transport/limits.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { claim } from '#main/outbox/claim.ts';
import { movableEdits, successorOf } from '#main/outbox/queue.ts';
import { differsFromLog, followOpenEdits } from '#main/audit/agreed.ts';
import { anchorOf } from '#main/audit/anchor.ts';
import { settleAll } from '#main/outbox/settle.ts';
import { maySendPartly } from '#main/outbox/merge/sent-partly.ts';
import { quarantineMs } from '#main/outbox/waits.ts';
import { mayBeAhead, stillStands } from '#main/sync/line/ahead.ts';
import { readAgainMs } from '#main/sync/line/backoff.ts';
import { leavesWithinMs } from '#main/sync/line/first-byte.ts';
import { asLook, unseen } from '#main/sync/check/look.ts';
import { choose } from '#main/sync/check/next-sendable.ts';
import { mustHoldAll } from '#main/sync/answer/recover.ts';
import { judgeRefused } from '#main/sync/answer/refused.ts';
import { judge } from '#main/sync/answer/verdict.ts';

/**
 * Everything that the engine decides, in one table: it sends and settles by these functions and no others. Production has exactly one such
 * table, this one; the simulator swaps single entries for wrong ones, to prove that it would notice (docs/laws.md, "Proof").
 */
export const theLaws = {
  /** What an answer means for an edit. */
  judge,
  /** What a refusal means, by the record as it is now. */
  judgeRefused,
  /** Where an edit goes that was being sent when the process ended. */
  abandonedState,
  /** Whether the keychain remembers more than this database. */
  mustHoldAll,
  /** What the keychain is told with every claim. */
  anchorOf,
  /** Whether it is told at once of every approval and trust that is given or taken back. */
  tellsWords: true,
  /** What an edit's row says that the audit log does not, asked with each claim. */
  differsFromLog,
  /** The same of every open edit at a start. */
  followOpenEdits,
  /** Which edits may move now, and what each needs first. */
  choose,
  movableEdits,
  successorOf,
  /** Whether a read counts as a look at its record, and what becomes of an edit whose record it did not bring. */
  asLook,
  unseen,
  /** Which may be claimed before there is room for them, and whether they may still leave when there is. */
  mayBeAhead,
  stillStands,
  /** For how long a claimed request may still leave, asked just before its first byte. */
  leavesWithinMs,
  /** Whether a full-record write may go with its own fields only, for want of the full record. */
  maySendPartly,
  /** The intent, before the first byte. */
  claim,
  /** Verdict, record, rebase and audit line. */
  settleAll,
  /** How long a record whose read failed is left alone. */
  readAgainMs,
  /** How long nobody touches an edit whose request may still be carried out. */
  quarantineMs,
  /** The same for a request that nobody saw the end of: it could have gone on for as long as we would have waited. */
  abandonedWaitMs: (row: Pick<OutboxRow, 'lane'>): number => quarantineMs + laneLimits[row.lane].totalTimeoutMs,
};

export type Laws = typeof theLaws;
