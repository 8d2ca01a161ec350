import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import { explainedFor } from '#main/outbox/merge/last-words.ts';
import { baseToCompare, bodyOf, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { changedFields, movedUnder, type Moved } from '#main/outbox/merge/three-way.ts';
import { recordOf } from '#main/records/records.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { ClosedRecord } from '#shared/edit.ts';
import { isJsonObject, type JsonObject } from '#shared/json/json.ts';
import { stateFieldOf } from '#shared/records/record-kind.ts';
import { recordSentOn } from '#main/sync/check/check.ts';
import { sentUnread } from '#main/sync/check/next-sendable.ts';
import { freshForMs, type EngineContext, type ReadAgainContext } from '#main/sync/engine-parts.ts';
import { judgeRefusedRepeat } from './refused-repeat.ts';
import { movedTag, type Verdict } from './verdict.ts';

type Rejected = Extract<Verdict, { kind: 'rejected' }>;

/** Tells a refusal that speaks of the record rather than of what was sent: only then may a value that moved explain it. */
export const isConflict = ({ reason }: Rejected): boolean => reason.error?.type === 'CONFLICT' || reason.status === movedTag;

/**
 * Judges a refusal by the record as it is now. CONFLICT is a conflict only where the user has something to choose: a value that they set moved, and
 * the record is not closed to the edit. Where only other fields moved, or the read failed, a first request is sent again after a look. Anything else is
 * a rejection, which says the state that closes the record. `read` is null without a read.
 */
export function judgeRefused(
  parts: ReadAgainContext,
  row: OutboxRow,
  refused: Rejected,
  repeat: boolean,
  read: ApiResult<Answer> | null,
): Verdict {
  const now = read?.ok ? read.value.value : null;
  const closed = closedIn(row, refused, now ?? recordOf(parts.store, refOf(row))?.value ?? null);
  const said: Rejected = closed ? { ...refused, reason: { ...refused.reason, closed } } : refused;
  const { differences, hardStop } = now && !closed && isConflict(refused) ? movedIn(parts, row, now) : unmoved;
  if (differences.length > 0) {
    const unanswered = repeat ? { unanswered: true as const } : {};
    return { kind: 'conflict', reason: { kind: 'baseMoved', differences, hardStop, ...unanswered } };
  }
  if (repeat) return judgeRefusedRepeat(parts, row, said, read);
  // A user who let it go without a look would be asked for the same again and again.
  if (read === null || closed || !isConflict(refused) || (!now && sentUnread(row))) return said;
  if (!now) return { kind: 'wait', reason: { kind: 'changedMeanwhile' }, afterMs: freshForMs + 1 };
  return hasMoved(parts, row, now) && refusedBefore(parts, row) < mostConflicts ? sentAgain(row) : said;
}

/** Sent again so many times because other fields moved; then a field that moves by itself explains nothing. */
const mostConflicts = 5;

const refusedBefore = ({ store }: EngineContext, { id }: OutboxRow): number =>
  auditOfEdit(store, id).filter(({ facts: { reason } }) => isJsonObject(reason) && reason['kind'] === 'changedMeanwhile').length;

/** Leaves again at once, and after a pause where that happened before: whoever edits the record all the time is not raced. */
function sentAgain(row: OutboxRow): Verdict {
  const reason = { kind: 'changedMeanwhile' } as const;
  return { kind: 'wait', reason, afterMs: reasonOf(row)?.kind === reason.kind ? null : 0 };
}

/** Refused though nothing moved, the edit would be refused for ever. Of a record that nobody knew, this read is the first look. */
function hasMoved(parts: EngineContext, row: OutboxRow, now: JsonObject): boolean {
  const before = recordSentOn(parts, row);
  return before === null || changedFields(before, now).length > 0;
}

const unmoved: Moved = { differences: [], hardStop: false };

function movedIn({ store }: EngineContext, row: OutboxRow, now: JsonObject): Moved {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body) return unmoved;
  const { touchesBank } = row;
  return movedUnder(kind, { touchesBank, body }, baseToCompare(row), now, explainedFor(store, refOf(row), now)(row));
}

/** The state that explains a refusal: none where the service names a field, or its words are of another matter. */
function closedIn(row: OutboxRow, { reason: { error } }: Rejected, record: JsonObject | null): ClosedRecord | null {
  if (error?.type !== 'CONFLICT' && error?.type !== 'UNPROCESSABLE_CONTENT') return null;
  if (error.errors.some(({ path }) => path !== null && path.length > 0)) return null;
  const { kind: of } = refOf(row);
  const state = record?.[stateFieldOf(of)];
  return typeof state === 'string' && editKind(row.kind)?.isClosed?.(state) ? { of, state } : null;
}
