import { refOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { keyOf } from './candidates.ts';
import type { EngineParts } from './engine-parts.ts';
import type { Line } from './line.ts';
import type { Scene } from './next-sendable.ts';

/** What the engine's choice depends on now; `busy` holds the records with an errand that does not come back in this turn. */
export function sceneOf(
  { freshness, laws, counter, mayRead }: EngineParts,
  line: Line,
  busy: ReadonlyMap<string, OutboxRow>,
  room: Pick<Scene, 'slots' | 'ahead'>,
): Scene {
  const rows = [...busy.values()];
  const failed = (row: OutboxRow) => freshness.hasFailed(refOf(row));
  return {
    ...room,
    mayBeAhead: laws.mayBeAhead,
    isBusy: (row) => busy.has(keyOf(row)),
    creatingUnderWay: rows.some((row) => row.repeat === 'creates'),
    isBatchBusy: (batchId) => rows.some((row) => row.lane === 'write' && row.batchId === batchId && !failed(row)),
    hasFailed: freshness.hasFailed,
    pathProven: line.proofLeftMs() > 0,
    mayCreate: counter.state() !== 'locked' && line.mayCreate(),
    isFresh: freshness.isFresh,
    mayRead,
  };
}
