import type { Answer } from '#main/api/client.ts';
import { failed, type ApiResult, type Failure } from '#main/api/result.ts';
import type { Move } from '#main/outbox/move.ts';
import { refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Asked } from '#main/storage/hearings.ts';
import { isOlder, recordOf } from '#main/records/records.ts';
import type { Reason } from '#shared/edit.ts';
import { recordId as idOfRecord } from '#shared/records/record-id.ts';
import { sameId } from '#shared/values/uuid.ts';
import type { EngineContext, ReadAgainContext } from '#main/sync/engine-parts.ts';
import { canBeRead } from './next-sendable.ts';

/*
 * A look before a write is a read that brought this record of this company from this service (law 25). Everything else is no look: the edit waits,
 * is asked for again where that can help, and is held with its reason for a person where it cannot.
 */

/** JSON about something else is no look at the record and no word of the service's: whatever stands on the way may answer so. */
export function aboutTheRecord({ recordKind, recordId }: OutboxRow, result: ApiResult<Answer>): ApiResult<Answer> {
  if (!result.ok || sameId(idOfRecord(recordKind, result.value.value) ?? '', recordId)) return result;
  return failed({ kind: 'unreadable', status: result.value.status, detail: 'otherRecord' });
}

const older = 'older';

/** The same read as a look: a copy that tells less than what is known is none. */
export function asLook(
  { store }: Pick<EngineContext, 'store'>,
  row: OutboxRow,
  asked: Asked,
  result: ApiResult<Answer>,
): ApiResult<Answer> {
  if (!result.ok) return result;
  const { text, value, status } = result.value;
  const ref = refOf(row);
  const known = recordOf(store, ref);
  if (!known || !isOlder(store, { ref, text, value, provenance: 'read', asked }, known)) return result;
  return failed({ kind: 'unreadable', status, detail: older });
}

/** True when a read returned only a copy that is older than the stored record. */
export function isOlderCopy(result: ApiResult<Answer>): result is { ok: false; failure: Extract<Failure, { kind: 'unreadable' }> } {
  return !result.ok && result.failure.kind === 'unreadable' && result.failure.detail === older;
}

/** Reads that may fail in a row before a person is asked: about ten minutes. */
const mostFailedReads = 8;

/**
 * Decides about an edit whose record a read did not return. Where another read may bring it, the edit waits, longer each time, so that one record
 * does not keep the service busy, and is held after many times. Where the service gave its last word, it is held at once. A person then says whether
 * it is sent without looking. Null where the line decides, and where this read just taught that the service offers none.
 */
export function unseen(parts: ReadAgainContext, row: OutboxRow, result: ApiResult<Answer>): Move | null {
  if (result.ok || !canBeRead(row, parts.mayRead)) return null;
  const why = whyUnseen(result.failure);
  if (!why) return null;
  const { isFinal, reason } = why;
  if (isFinal) return { to: 'held', what: 'held', reason };
  const failures = parts.freshness.failedAgain(refOf(row));
  if (failures >= mostFailedReads) return { to: 'held', what: 'held', reason };
  return { to: row.state, what: 'postponed', reason, waitMs: parts.laws.readAgainMs(parts.world, failures) };
}

type CannotRead = Extract<Reason, { kind: 'cannotRead' }>;

/** The reason, and whether the same question would be answered the same at once; null where what failed is the line's. */
function whyUnseen(failure: Failure): { isFinal: boolean; reason: CannotRead } | null {
  const because = (isFinal: boolean, more: Omit<CannotRead, 'kind' | 'status'> = {}) => {
    return { isFinal, reason: { kind: 'cannotRead' as const, status: 'status' in failure ? failure.status : null, ...more } };
  };
  switch (failure.kind) {
    case 'refused':
      // Words of the service's own are its last; others may come from anything on the way.
      return failure.error?.type === 'NOT_FOUND' ? because(true, { why: 'gone' }) : because(failure.error !== null);
    case 'otherCompany':
      return because(true, { why: 'otherCompany' });
    case 'redirected':
      return failure.why === 'untrusted' ? because(true, { why: 'elsewhere', host: failure.host }) : because(false);
    case 'unreadable':
      return because(false, failure.detail === older ? { why: 'older' } : {});
    case 'tooLarge':
      return because(true);
    case 'serviceTrouble':
    case 'noAnswer':
      return because(false);
    default:
      return null;
  }
}
