import type { SyncProgress } from '#shared/contract/views.ts';
import { movableCount } from '#main/cache/outbox-queue.ts';
import type { Settled } from '#main/cache/outbox-settle.ts';
import type { Store } from '#main/cache/store.ts';
import { beginReport, endReport, noteVerdict } from './report.ts';

/** One run: from the first edit that leaves until nothing moves any more. Counts for the progress bar; lines for the report. */
export interface SyncRun {
  /** In the commit that settled these: writes the report's lines. */
  settled(settled: readonly Settled[]): void;
  /** Requests left: a run is under way. */
  left(count: number): void;
  /** Nothing moves any more: ends the run, if there is one. */
  idle(): void;
  progress(): SyncProgress;
}

const still: SyncProgress = { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };

/** No run is under way at first. */
export function createSyncRun(store: Store): SyncRun {
  let progress = still;
  let reportId: string | null = null;
  let startedAt = 0;
  const publish = () => store.changed({ kind: 'progress', progress });
  return {
    progress: () => progress,
    left: (count) => {
      if (progress.running || count === 0) return;
      startedAt = store.world.monotonic();
      progress = { ...still, running: true, startedAt: store.world.now(), total: movableCount(store) };
      publish();
    },
    settled: (settled) => {
      for (const one of settled) {
        const { move, row } = one.settlement;
        if (!one.moved || !move || move.to === 'waiting' || move.to === 'checking') continue;
        reportId ??= beginReport(store);
        noteVerdict(store, reportId, row, move);
        const applied = move.to === 'applied';
        progress = {
          ...progress,
          done: progress.done + 1,
          applied: progress.applied + (applied ? 1 : 0),
          problems: progress.problems + (applied ? 0 : 1),
        };
      }
      const elapsed = store.world.monotonic() - startedAt;
      const total = Math.max(progress.total, progress.done);
      progress = { ...progress, total, leftMs: progress.done === 0 ? null : (elapsed / progress.done) * (total - progress.done) };
      if (progress.running && settled.length > 0) publish();
    },
    idle: () => {
      if (!progress.running) return;
      // Edits that wait for time or for the line belong to the same run as long as a machine can bring them to an end.
      if (movableCount(store) > 0 && progress.done === 0) return;
      progress = { ...progress, running: false, leftMs: null };
      publish();
      if (reportId === null) return;
      const ended = reportId;
      reportId = null;
      store.commit('report', () => {
        endReport(store, ended);
      });
      store.changed({ kind: 'syncFinished', reportId: ended });
    },
  };
}
