import { reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Move } from '#main/outbox/move.ts';
import type { Reason } from '#shared/edit.ts';

/** Requests of one edit without a clear answer, after which a user is asked: fewer where what answered was not the service. */
const mostForeign = 3;
const mostUnclear = 6;
const longestCheckMs = 3_600_000;

/** The quarantine of an absolute edit, doubled with each request: a service that takes no writes is not sent thirty an hour. In milliseconds. */
export function checkAfterMs(quarantineMs: number, { attempts }: OutboxRow): number {
  return Math.min(longestCheckMs, quarantineMs * 2 ** attempts);
}

/** The reason to hold an edit that was sent again and again and never taken; null while a machine may send it once more. */
export function neverTaken(row: OutboxRow): Extract<Reason, { kind: 'neverTaken' }> | null {
  const reason = reasonOf(row);
  if (row.attempts < (reason?.kind === 'unreadableAnswer' ? mostForeign : mostUnclear)) return null;
  return { kind: 'neverTaken', times: row.attempts, status: reason && 'status' in reason ? reason.status : null };
}

/** Holds an edit that a check found untouched once too often. */
export function afterCheck(tooOften: typeof neverTaken, row: OutboxRow, move: Move | null): Move | null {
  const why = move?.to === 'waiting' && move.reason.kind === 'checkedByReading' ? tooOften(row) : null;
  return move && why ? { ...move, to: 'held', what: 'held', heldFrom: 'waiting', reason: why } : move;
}
