import { auditOf } from '#main/audit/audit.ts';
import { editsByIds } from '#main/outbox/outbox.ts';
import { personText } from '#main/names/people.ts';
import { rowOfRecord, rowsOfRecords } from '#main/projections/lists/lists.ts';
import type { AuditEntry } from '#main/audit/audit.ts';
import { reportLines } from '#main/audit/reports.ts';
import type { Store } from '#main/storage/store.ts';
import { editRowsOf } from '#main/edits/view.ts';
import { columnTables } from '#shared/columns/columns.ts';
import type { ActivityRow, ReportSummary, ReportView } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { stringifyJson } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

/** Adds to each audit line the title of the record that it is about, as lists show it now, and what was recorded. */
export function titled(store: Store, lines: AuditEntry[]): ActivityRow[] {
  const titles = new Map<string, string | null>();
  const titleOf = (ref: RecordRef) => {
    const key = `${ref.kind} ${ref.id}`;
    if (!titles.has(key)) titles.set(key, rowOfRecord(store, ref)?.title ?? null);
    return titles.get(key) ?? null;
  };
  const recorded = editsByIds(store, [...new Set(lines.flatMap((line) => (line.what === 'recorded' ? (line.editId ?? []) : [])))]);
  const said = new Map(editRowsOf(store, recorded).map((edit) => [edit.id, edit]));
  return lines.map((line) => ({
    ...line,
    who: personText(store, line.who),
    recordTitle: line.record ? titleOf(line.record) : null,
    said: line.what === 'recorded' ? (said.get(line.editId ?? '') ?? null) : null,
  }));
}

/** A sync report with its lines, each with its edit's present state. */
export function reportView(store: Store, report: ReportSummary): ReportView {
  const lines = reportLines(store, report.id);
  const rows = editsByIds(
    store,
    lines.map((line) => line.editId),
  );
  const edits = new Map(editRowsOf(store, rows).map((edit) => [edit.id, edit]));
  const customers = customersOf(store, [...edits.values()]);
  return {
    ...report,
    lines: lines.flatMap(({ editId, ...line }) => {
      const edit = edits.get(editId);
      const people = { approvedBy: personText(store, line.approvedBy), settledBy: personText(store, line.settledBy) };
      return edit ? [{ edit, ...line, ...people, customerId: customers.get(edit.record.id) ?? null }] : [];
    }),
  };
}

/** The customers of the edits' invoices, by invoice, as far as known here. */
function customersOf(store: Store, edits: readonly EditRow[]): Map<string, string> {
  const ids = edits.flatMap(({ record }) => (record.kind === 'invoiceReceivable' ? record.id : []));
  const rows = rowsOfRecords(store, 'invoiceReceivable', [...new Set(ids)]);
  const asked = columnTables.invoiceReceivable.columns.find(({ refers }) => refers === 'customer')?.name ?? '';
  return new Map(rows.flatMap(({ id, facts }) => (facts[asked] ?? []).map((customer): [string, string] => [id, customer])));
}

/** Lines looked through at once; the next call goes on where this one ended. */
const MOST_LINES = 20_000;
const PAGE = 500;

/**
 * The newest audit lines that hold every word, in what was done, its facts or its ids; newest first, before a place in the chain. `next` is where to look further; null at the first line of all.
 */
export function searchActivity(
  store: Store,
  text: string,
  before: number | null,
  limit: number,
): { lines: AuditEntry[]; next: number | null } {
  const words = text.toLowerCase().match(/\S+/g) ?? [];
  const matching: AuditEntry[] = [];
  let from = before;
  for (let looked = 0; looked < MOST_LINES; looked += PAGE) {
    const page = auditOf(store, null, from, PAGE);
    matching.push(...page.filter((line) => holdsAll(line, words)));
    from = page.at(-1)?.seq ?? null;
    if (matching.length >= limit) return { lines: matching.slice(0, limit), next: matching[limit - 1]?.seq ?? null };
    if (page.length < PAGE) return { lines: matching, next: null };
  }
  return { lines: matching, next: from };
}

function holdsAll(line: AuditEntry, words: string[]): boolean {
  const text =
    `${line.what} ${line.who ?? ''} ${line.editId ?? ''} ${line.record?.kind ?? ''} ${line.record?.id ?? ''} ${stringifyJson(line.facts)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
