import { lastAttemptOf } from '#main/cache/outbox/attempts.ts';
import type { OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { EditState } from '#shared/edit.ts';
import type { Store } from '#main/cache/database/store.ts';

/** What a report says of an edit: the state that it came to, or that the service applied it with other values. */
export type Verdict = EditState | 'changedByService';

/** Opens a sync report in the transaction under way; answers its id. */
export function beginReport(store: Store): string {
  const id = store.world.uuid();
  const next = store.prepared<{ seq: number }>('SELECT ifnull(max(seq), 0) + 1 AS seq FROM report').get();
  store.prepared('INSERT INTO report (id, started_at, ended_at, seq) VALUES (?, ?, NULL, ?)').run(id, store.world.now(), next?.seq ?? 1);
  return id;
}

/** One edit's verdict, with the hash of the bytes it is about (null when none left), who approved and who settled; in the verdict's own commit. */
export function noteVerdict(store: Store, reportId: string, row: OutboxRow, verdict: Verdict, sha256: string | null): void {
  store
    .prepared(
      `INSERT INTO report_line (report_id, position, edit_id, verdict, at, sha256, approved_by, settled_by)
       VALUES (?, (SELECT ifnull(max(position) + 1, 0) FROM report_line WHERE report_id = ?), ?, ?, ?, ?, ?, ?)`,
    )
    .run(reportId, reportId, row.id, verdict, store.world.now(), sha256, row.approvedBy, row.settledBy);
}

/** Closes what a process left open that ended in the middle of a sync, at its last verdict; call it at start, in a commit. */
export function endAbandonedReports(store: Store): void {
  store
    .prepared(
      `UPDATE report SET ended_at = ifnull((SELECT max(at) FROM report_line WHERE report_id = report.id), started_at) WHERE ended_at IS NULL`,
    )
    .run();
}

/** Closes a report. */
export function endReport(store: Store, reportId: string): void {
  store.prepared('UPDATE report SET ended_at = ? WHERE id = ?').run(store.world.now(), reportId);
}

const openSql = 'SELECT id FROM report WHERE ended_at IS NULL ORDER BY seq DESC LIMIT 1';
const wordsSql = `SELECT id FROM report WHERE seq = (SELECT max(seq) FROM report)
  AND NOT EXISTS (SELECT 1 FROM report_line WHERE report_id = report.id AND verdict NOT IN ('confirmed', 'discarded'))`;

/**
 * A verdict that no sync brings, in the transaction under way: what a start finds of an abandoned request, or a person's word. It stands in the
 * report that is open (a start ends the one that a crash left open after that), else beside the words just before it, else in a report of its own.
 */
export function noteWord(store: Store, row: OutboxRow, verdict: Verdict): void {
  const open = store.prepared<{ id: string }>(openSql).get()?.id;
  const id = open ?? store.prepared<{ id: string }>(wordsSql).get()?.id ?? beginReport(store);
  noteVerdict(store, id, row, verdict, lastAttemptOf(store, row.id)?.sha256 ?? null);
  if (open === undefined) endReport(store, id);
}
