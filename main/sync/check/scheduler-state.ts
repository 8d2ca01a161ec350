import { bodyOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { heldBeside } from '#main/outbox/merge/three-way.ts';
import { recordOf } from '#main/records/records.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { keyOf } from './candidates.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import type { CircuitBreaker } from '#main/sync/pace/circuit-breaker.ts';
import { triesOf, type SchedulerState } from './next-sendable.ts';

/** The scheduler's state; `busy` holds the records with a task that does not finish in this tick, `reading` the edits of which that is a read. */
export function schedulerStateOf(
  parts: EngineParts,
  line: CircuitBreaker,
  { busy, reading }: { busy: ReadonlyMap<string, OutboxRow>; reading: ReadonlySet<string> },
  room: Pick<SchedulerState, 'slots' | 'ahead'>,
): SchedulerState {
  const { freshness, laws, counter, mayRead } = parts;
  const rows = [...busy.values()];
  const failed = (row: OutboxRow) => freshness.hasFailed(refOf(row));
  return {
    ...room,
    mayBeAhead: laws.mayBeAhead,
    isBusy: (row) => busy.has(keyOf(row)),
    triesOfLooks: Math.min(
      ...rows.flatMap((row) => (row.repeat === 'creates' && reading.has(row.id) && !failed(row) ? [triesOf(row)] : [])),
    ),
    creatingUnderWay: rows.some((row) => row.repeat === 'creates' && !reading.has(row.id)),
    isBatchBusy: (batchId) => rows.some((row) => row.priority === 'write' && row.batchId === batchId && !failed(row)),
    hasFailed: freshness.hasFailed,
    pathProven: line.proofLeftMs() > 0,
    mayCreate: counter.state() !== 'locked' && line.mayCreate(),
    isFresh: freshness.isFresh,
    mayRead,
    isProbing: (row) => isProbing(parts, row),
    probing: new Set(rows.flatMap((row) => (isProbing(parts, row) ? [row.kind] : []))),
  };
}

/** An update that leaves out something that its record holds, where nobody knows yet what the service does with that. */
function isProbing({ store, knowsOmission }: EngineParts, row: OutboxRow): boolean {
  const kind = editKind(row.kind);
  if (!kind?.whole || kind.needsCompleteBase || knowsOmission(row.kind)) return false;
  const [body, known] = [bodyOf(row), recordOf(store, refOf(row))];
  return !body || !known || heldBeside(kind, body, known.value).length > 0;
}
