import type { ReportSummary } from '#shared/contract/views.ts';
import type { EpochMs } from '#shared/world.ts';
import type { Store } from '#main/cache/database/store.ts';

/** One edit's verdict in one sync. */
export interface ReportLineRow {
  editId: string;
  verdict: string;
  at: EpochMs;
  sha256: string | null;
  approvedBy: string | null;
  settledBy: string | null;
}

interface CountedVerdict {
  verdict: string;
  count: number;
}

type Heading = Pick<ReportSummary, 'id' | 'startedAt' | 'endedAt'>;

/** The newest sync reports with their counts, newest first. */
export function listReports(store: Store, limit: number): ReportSummary[] {
  const text = `SELECT id, started_at AS startedAt, ended_at AS endedAt FROM report ORDER BY seq DESC LIMIT ?`;
  return store
    .prepared<Heading>(text)
    .all(limit)
    .map((heading) => summaryOf(store, heading));
}

/** One report, or null. */
export function reportOf(store: Store, id: string): ReportSummary | null {
  const text = `SELECT id, started_at AS startedAt, ended_at AS endedAt FROM report WHERE id = ?`;
  const heading = store.prepared<Heading>(text).get(id);
  return heading ? summaryOf(store, heading) : null;
}

/** A report's lines, in the order of their verdicts. */
export function reportLines(store: Store, id: string): ReportLineRow[] {
  return store
    .prepared<ReportLineRow>(
      `SELECT edit_id AS editId, verdict, at, sha256, approved_by AS approvedBy, settled_by AS settledBy
       FROM report_line WHERE report_id = ? ORDER BY position`,
    )
    .all(id);
}

function summaryOf(store: Store, heading: Heading): ReportSummary {
  const counted = store
    .prepared<CountedVerdict>(
      // An edit that came to two verdicts in one sync (refused, then tried again) counts once, by the last one.
      `SELECT verdict, count(*) AS count FROM report_line AS line WHERE report_id = ? AND NOT EXISTS (SELECT 1 FROM report_line AS later
         WHERE later.edit_id = line.edit_id AND later.report_id = line.report_id AND later.position > line.position) GROUP BY verdict`,
    )
    .all(heading.id);
  const of = (...verdicts: string[]) => counted.filter((row) => verdicts.includes(row.verdict)).reduce((sum, row) => sum + row.count, 0);
  return {
    ...heading,
    applied: of('applied', 'confirmed'),
    changedByService: of('changedByService'),
    rejected: of('rejected'),
    conflict: of('conflict'),
    inDoubt: of('inDoubt'),
    held: of('held'),
  };
}
