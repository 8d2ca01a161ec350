import type { SyncProgress } from '#shared/contract/views/views.ts';
import type { Reason } from '#shared/edit.ts';
import { movableCount } from '#main/outbox/queue.ts';
import type { Settled } from '#main/outbox/settle.ts';
import type { Move } from '#main/outbox/move.ts';
import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { beginReport, endReport, noteVerdict, type ReportedAs } from '#main/audit/write-report.ts';

const still: SyncProgress = { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };

/** Verdicts that a report counts as applied: never a loss, a problem, a skipped version or a second payment. */
const plain: readonly Reason['kind'][] = ['clean', 'checkedByReading'];

function verdictOf({ to, reason }: Move): ReportedAs {
  return to === 'applied' && !plain.includes(reason.kind) ? 'changedByService' : to;
}

function hashIn({ facts }: Move): string | null {
  return typeof facts?.['sha256'] === 'string' ? facts['sha256'] : null;
}

/** One run: from the first edit that leaves until nothing moves any more. Counts for the progress bar; lines for the report. No run is under way at first. */
export function createSyncRun(store: Store) {
  let progress = still;
  let reportId: string | null = null;
  let startedAt = 0;
  let beside = 0;
  const publish = () => store.changed({ kind: 'progress', progress });
  const note = (row: OutboxRow, verdict: ReportedAs, sha256: string | null) => {
    if (reportId === null && !progress.running) progress = still;
    reportId ??= beginReport(store);
    noteVerdict(store, reportId, row, verdict, sha256);
    const applied = verdict === 'applied' || verdict === 'changedByService' ? 1 : 0;
    progress = { ...progress, done: progress.done + 1, applied: progress.applied + applied, problems: progress.problems + 1 - applied };
  };
  return {
    progress: (): SyncProgress => progress,
    /** Requests left: a run is under way. */
    left: (count: number): void => {
      if (progress.running || count === 0) return;
      startedAt = store.world.monotonic();
      // A conflict found by the read just before counts to this run.
      const before = reportId === null ? still : progress;
      progress = { ...before, running: true, startedAt: store.world.now(), total: before.done + movableCount(store) };
      publish();
    },
    /** In the commit that settled these: writes the report's lines, one for each verdict and one for each conflict that a read uncovered. */
    settled: (settled: readonly Settled[]): void => {
      const kept = { progress, reportId };
      // A full disk takes the report's lines back with the verdicts.
      store.ifUndone(() => ({ progress, reportId } = kept));
      for (const { settlement, moved, rebased } of settled) {
        const { move, row } = settlement;
        if (moved && move && move.to !== 'waiting' && move.to !== 'checking') note(row, verdictOf(move), hashIn(move));
        for (const other of rebased.conflicts.map((id) => editById(store, id))) if (other) note(other, 'conflict', null);
      }
      const elapsed = store.world.monotonic() - startedAt;
      const total = Math.max(progress.total, progress.done);
      const leftMs = progress.running && progress.done > 0 ? (elapsed / progress.done) * (total - progress.done) : null;
      progress = { ...progress, total, leftMs };
      if (progress.running ? settled.length > 0 : progress.done > kept.progress.done) publish();
    },
    /** Nothing moves any more: ends the run and its report, if there is one. Throws what the disk throws: then the run goes on. */
    idle: (): void => {
      if (beside > 0 || (!progress.running && reportId === null)) return;
      // Edits that wait for time or for the line belong to the same run as long as a machine can bring them to an end.
      if (progress.running && movableCount(store) > 0 && progress.done === 0) return;
      const ended = reportId;
      if (ended !== null) store.commit('report', () => endReport(store, ended));
      reportId = null;
      progress = { ...progress, running: false, leftMs: null };
      publish();
      if (ended !== null) store.changed({ kind: 'syncFinished', reportId: ended });
    },
    /** Keeps an open report open while `work` goes on beside the line, so that what it finds stands in one report. */
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      beside += 1;
      try {
        return await work();
      } finally {
        beside -= 1;
      }
    },
  };
}
