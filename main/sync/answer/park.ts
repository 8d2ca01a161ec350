import type { Move } from '#main/outbox/move.ts';
import type { Reason } from '#shared/edit.ts';
import { backoffMs } from '#main/sync/pace/backoff.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { claimedRow, type Outcome } from '#main/sync/step.ts';
import type { Claim } from '#main/outbox/claim.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';

/*
 * An unexpected error of one record or one response (law 19: nothing that the service sends is assumed to be well typed): that record is quarantined
 * alone. A request that left is one whose outcome nobody knows; a read is tried again later. The engine goes on.
 */

const unforeseen: Reason = { kind: 'unreadableAnswer', status: 0, detail: 'unforeseen' };

/** The outcome of a request that met a bug on its way or in its answer. */
export function parkedSend(parts: EngineParts, row: OutboxRow, claim: Claim): Outcome {
  const to = parts.laws.abandonedState(claimedRow(row));
  const move: Move = { to, what: 'verdict', reason: unforeseen, waitMs: parts.laws.quarantineMs };
  const attempt = { n: claim.n, end: { outcome: to === 'inDoubt' ? 'doubt' : 'check', status: null, afterMs: 0 } };
  return {
    settlement: { row: claimedRow(row), attempt, move, heard: null, ours: [] },
    sign: { kind: 'unknown', failure: 'unforeseen' },
    afterMs: 0,
    ask: null,
  };
}

/** The outcome of a read that met a bug: later, the record as it is known now. */
export function parkedRead(parts: EngineParts, row: OutboxRow): Outcome {
  const { state } = row;
  const waitMs = 60_000 + backoffMs(parts.world, 8);
  const move: Move = { to: state, what: 'postponed', reason: unforeseen, waitMs };
  return { settlement: { row, attempt: null, move, heard: null, ours: [] }, sign: { kind: 'none' }, afterMs: 0, ask: null };
}

/** An outcome whose record cannot be taken in: the verdict stands, what was heard of the record is left. */
export function withoutRecord(outcome: Outcome): Outcome {
  return { ...outcome, settlement: { ...outcome.settlement, heard: null, ours: [] } };
}
