import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { ReportSummary } from '#shared/contract/views/views.ts';
import { fixed, param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { report, reportLine } from '#main/storage/schema/audit.ts';
import type { Store } from '#main/storage/store.ts';

/** One edit's verdict in one sync. */
export type ReportLineRow = Omit<typeof reportLine.$inferSelect, 'reportId' | 'position'>;

type Heading = Pick<ReportSummary, 'id' | 'startedAt' | 'endedAt'>;

const heading = { id: report.id, startedAt: report.startedAt, endedAt: report.endedAt };
const newest = selectFrom(report, { fields: heading, order: desc(report.seq), limit: param('limit') });
const one = selectFrom(report, { fields: heading, where: eq(report.id, param('id')) });
const { reportId: _reportId, position: _position, ...lineColumns } = getTableColumns(reportLine);
const linesOf = selectFrom(reportLine, { fields: lineColumns, where: eq(reportLine.reportId, param('id')), order: reportLine.position });
// An edit that came to two verdicts in one sync (refused, then tried again) counts once, by the last one.
const verdictsOf = prepared((db) => {
  const fromLast = sql<number>`row_number() OVER (PARTITION BY ${reportLine.editId} ORDER BY ${reportLine.position} DESC)`.as('from_last');
  const lines = db
    .select({ verdict: reportLine.verdict, fromLast })
    .from(reportLine)
    .where(eq(reportLine.reportId, param('id')))
    .as('lines');
  return db
    .select({ verdict: lines.verdict, count: count() })
    .from(lines)
    .where(fixed(eq(lines.fromLast, 1)))
    .groupBy(lines.verdict);
});

/** The newest sync reports with their counts, newest first. */
export function listReports(store: Store, limit: number): ReportSummary[] {
  return newest(store)
    .all({ limit })
    .map((found) => summaryOf(store, found));
}

/** One report, or null. */
export function reportOf(store: Store, id: string): ReportSummary | null {
  const found = one(store).get({ id });
  return found ? summaryOf(store, found) : null;
}

/** A report's lines, in the order of their verdicts. */
export function reportLines(store: Store, id: string): ReportLineRow[] {
  return linesOf(store).all({ id });
}

function summaryOf(store: Store, found: Heading): ReportSummary {
  const counted = verdictsOf(store).all({ id: found.id });
  const of = (...verdicts: string[]) => counted.filter((row) => verdicts.includes(row.verdict)).reduce((sum, row) => sum + row.count, 0);
  return {
    ...found,
    applied: of('applied'),
    confirmed: of('confirmed'),
    changedByService: of('changedByService'),
    rejected: of('rejected'),
    conflict: of('conflict'),
    inDoubt: of('inDoubt'),
    held: of('held'),
  };
}
