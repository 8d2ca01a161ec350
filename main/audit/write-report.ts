import { and, desc, eq, isNull, max, notInArray, sql } from 'drizzle-orm';
import { fixed, param, insertInto, prepared, selectFrom, updateIn } from '#main/storage/prepared.ts';
import { report, reportLine } from '#main/storage/schema/audit.ts';
import { lastAttemptOf } from '#main/outbox/attempts.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';
import type { EditState } from '#shared/edit.ts';
import type { Store } from '#main/storage/store.ts';

/** The report's verdict of an edit: its final state, or "applied, with something to check". */
export type ReportedAs = EditState | 'changedByService';

const newest = selectFrom(report, { fields: { seq: max(report.seq) } });
const insertReport = insertInto(report);
const ofReport = eq(reportLine.reportId, report.id);
const lastLine = selectFrom(reportLine, {
  fields: { position: max(reportLine.position) },
  where: eq(reportLine.reportId, param('reportId')),
});
const insertLine = insertInto(reportLine);
const lastVerdict = sql`(SELECT max(${reportLine.at}) FROM ${reportLine} WHERE ${ofReport})`;
const endAbandoned = prepared((db) =>
  db
    .update(report)
    .set({ endedAt: sql`ifnull(${lastVerdict}, ${report.startedAt})` })
    .where(isNull(report.endedAt)),
);
const writeEnd = updateIn(report, eq(report.id, param('id')), 'endedAt');

/** Opens a sync report in the transaction under way; answers its id. */
export function beginReport(store: Store): string {
  const id = store.world.uuid();
  insertReport(store).run({ id, startedAt: store.world.now(), seq: (newest(store).get()?.seq ?? 0) + 1 });
  return id;
}

/** One edit's verdict, with the hash of the bytes it is about (null when none left), who approved and who settled; in the verdict's own commit. */
export function noteVerdict(store: Store, reportId: string, row: OutboxRow, verdict: ReportedAs, sha256: string | null): void {
  const { id: editId, approvedBy, settledBy } = row;
  const position = (lastLine(store).get({ reportId })?.position ?? -1) + 1;
  insertLine(store).run({ reportId, position, editId, verdict, at: store.world.now(), sha256, approvedBy, settledBy });
}

/** Closes what a process left open that ended in the middle of a sync, at its last verdict; call it at start, in a commit. */
export function endAbandonedReports(store: Store): void {
  endAbandoned(store).run();
}

/** Closes a report. */
export function endReport(store: Store, reportId: string): void {
  writeEnd(store).run({ id: reportId, endedAt: store.world.now() });
}

const openReport = selectFrom(report, { fields: { id: report.id }, where: isNull(report.endedAt), order: desc(report.seq), limit: 1 });
// The newest report, when it holds nothing but words.
const wordsReport = prepared((db) => {
  const others = sql`SELECT 1 FROM ${reportLine} WHERE ${and(ofReport, fixed(notInArray(reportLine.verdict, ['confirmed', 'discarded'])))}`;
  return db
    .select({ id: report.id })
    .from(report)
    .where(sql`${report.seq} = (SELECT max(${report.seq}) FROM ${report}) AND NOT EXISTS (${others})`);
});

/**
 * A verdict that no sync brings, in the transaction under way: what a start finds of an abandoned request, or a user's word. It is in the
 * report that is open (a start ends the one that a crash left open after that), else beside the words just before it, else in a report of its own.
 */
export function noteWord(store: Store, row: OutboxRow, verdict: ReportedAs): void {
  const open = openReport(store).get()?.id;
  const id = open ?? wordsReport(store).get()?.id ?? beginReport(store);
  noteVerdict(store, id, row, verdict, lastAttemptOf(store, row.id)?.sha256 ?? null);
  if (open === undefined) endReport(store, id);
}
