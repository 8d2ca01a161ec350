import { reportLines } from '#main/cache/trail/reports.ts';
import { everyEditOf } from '#main/cache/archive/ever.ts';
import { personText } from '#main/cache/names/people.ts';
import type { Store } from '#main/cache/database/store.ts';
import { editRowsOf } from '#main/edits/view.ts';
import type { ReportSummary, ReportView } from '#shared/contract/views.ts';

/** A sync report with its lines, each with its edit as it stands now. */
export function reportView(store: Store, report: ReportSummary): ReportView {
  const lines = reportLines(store, report.id);
  const rows = everyEditOf(
    store,
    lines.map((line) => line.editId),
  );
  const edits = new Map(editRowsOf(store, rows).map((edit) => [edit.id, edit]));
  return {
    ...report,
    lines: lines.flatMap(({ editId, ...line }) => {
      const edit = edits.get(editId);
      const people = { approvedBy: personText(store, line.approvedBy), settledBy: personText(store, line.settledBy) };
      return edit ? [{ edit, ...line, ...people }] : [];
    }),
  };
}
