import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { anyMayHaveArrived } from '#main/outbox/requests-in-log.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import { judgeCheck } from '#main/sync/check/check.ts';
import type { EngineContext, ReadAgainContext } from '#main/sync/engine-parts.ts';
import type { Store } from '#main/storage/store.ts';
import { isJsonObject } from '#shared/json/json.ts';
import type { Verdict } from './verdict.ts';

/**
 * True when an earlier request of the edit may have been applied. A person who said "it is not there, send
 * again" may have been wrong, so what creates something is asked about its attempts. What sets values is so until a read shows it untouched.
 */
export function mayBeAppliedBefore({ store }: EngineContext, row: OutboxRow): boolean {
  if (row.repeat === 'creates') return anyMayHaveArrived(store, row.id, row.lastAttempt + 1);
  return row.maybeSent === 1 || wasRefusedInDoubt(store, row);
}

function wasRefusedInDoubt(store: Store, row: OutboxRow): boolean {
  const reasons = auditOfEdit(store, row.id).flatMap(({ facts }) => (isJsonObject(facts['reason']) ? [facts['reason']] : []));
  return reasons.findLast(({ kind }) => kind === 'rejectedByService' || kind === 'checkedByReading')?.['mayBeApplied'] === true;
}

/**
 * The meaning of a refused retry. The record settles it where it can be read: as sent, so the first request was applied; untouched, so
 * nothing was; anything else, and a person is told that nobody knows. `read` is null where there is no read.
 */
export function judgeRefusedRepeat(
  parts: ReadAgainContext,
  row: OutboxRow,
  refused: Extract<Verdict, { kind: 'rejected' }>,
  read: ApiResult<Answer> | null,
): Verdict {
  const move = read ? judgeCheck(parts, row, read) : null;
  if (move?.to === 'applied') return { kind: 'applied', reason: move.reason };
  if (move?.to === 'waiting' && move.reason.kind === 'checkedByReading' && move.reason.notThere) return refused;
  return { kind: 'rejected', reason: { ...refused.reason, mayBeApplied: true } };
}
