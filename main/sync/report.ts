import type { Move } from '#main/cache/outbox-move.ts';
import type { OutboxRow } from '#main/cache/outbox.ts';
import type { Store } from '#main/cache/store.ts';

/** Opens a sync report in the transaction under way; answers its id. */
export function beginReport(store: Store): string {
  const id = store.world.uuid();
  const next = store.prepared<{ seq: number }>('SELECT ifnull(max(seq), 0) + 1 AS seq FROM report').get();
  store.prepared('INSERT INTO report (id, started_at, ended_at, seq) VALUES (?, ?, NULL, ?)').run(id, store.world.now(), next?.seq ?? 1);
  return id;
}

/** One edit's verdict, with the hash of the bytes it is about, who approved and who settled; in the verdict's own commit. */
export function noteVerdict(store: Store, reportId: string, row: OutboxRow, move: Move): void {
  const sha256 = typeof move.facts?.['sha256'] === 'string' ? move.facts['sha256'] : null;
  const verdict = move.to === 'applied' && move.reason.kind === 'changedByService' ? 'changedByService' : move.to;
  store
    .prepared(
      `INSERT INTO report_line (report_id, position, edit_id, verdict, at, sha256, approved_by, settled_by)
       VALUES (?, (SELECT ifnull(max(position) + 1, 0) FROM report_line WHERE report_id = ?), ?, ?, ?, ?, ?, ?)`,
    )
    .run(reportId, reportId, row.id, verdict, store.world.now(), sha256, row.approvedBy, row.settledBy);
}

/** Closes a report. */
export function endReport(store: Store, reportId: string): void {
  store.prepared('UPDATE report SET ended_at = ? WHERE id = ?').run(store.world.now(), reportId);
}
