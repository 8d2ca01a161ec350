import { auditOf } from '#main/cache/audit.ts';
import { lastAttemptOf } from '#main/cache/attempts.ts';
import { rowsOfRecords } from '#main/cache/lists.ts';
import { bodyOf, editById, editsByIds, outboxColumns, reasonOf, type OutboxRow } from '#main/cache/outbox.ts';
import { reportLines, reportOf } from '#main/cache/reports.ts';
import type { Store } from '#main/cache/store.ts';
import type { ReportSummary } from '#shared/contract/views.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { csvOf, type Cell } from './csv-safe.ts';

/** A file to hand to a person. Names hold letters, digits, dots and hyphens only. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

export type ExportFormat = 'csv' | 'json';

/** An instant as everybody writes it, in UTC. */
export const instantText = (at: EpochMs | null): string | null => (at === null ? null : new Date(at).toISOString());

const dayOf = (at: EpochMs): string => new Date(at).toISOString().slice(0, 10);

/** A table that is written as CSV for spreadsheets, or as JSON with the same names. */
interface ExportTable {
  columns: string[];
  rows: JsonValue[][];
}

function fileOf(name: string, format: ExportFormat, { columns, rows }: ExportTable): ExportedFile {
  if (format === 'json') {
    const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
    return { name: `${name}.json`, mediaType: 'application/json', text: `${stringifyJson(objects)}\n` };
  }
  return {
    name: `${name}.csv`,
    mediaType: 'text/csv;charset=UTF-8',
    text: csvOf(
      columns,
      rows.map((row) => row.map(cellOf)),
    ),
  };
}

function cellOf(value: JsonValue): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return stringifyJson(value);
}

/** Titles of the records that rows are about, in one query a kind. */
function titlesOf(store: Store, refs: readonly { kind: RecordKind; id: string }[]): (kind: RecordKind, id: string) => string | null {
  const titles = new Map<string, string>();
  for (const kind of recordKinds) {
    const ids = [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.id))];
    for (const row of ids.length === 0 ? [] : rowsOfRecords(store, kind, ids)) titles.set(`${kind} ${row.id}`, row.title);
  }
  return (kind, id) => titles.get(`${kind} ${id}`) ?? null;
}

/** Every edit ever recorded, oldest first, with what was typed: the paper copy of the outbox. */
export function exportOutbox(store: Store, format: ExportFormat): ExportedFile {
  const edits = store.prepared<OutboxRow>(`SELECT ${outboxColumns} FROM outbox ORDER BY seq`).all();
  const titleOf = titlesOf(
    store,
    edits.map((edit) => ({ kind: edit.recordKind, id: edit.recordId })),
  );
  const columns = [
    'number',
    'id',
    'kind',
    'recordKind',
    'recordId',
    'record',
    'state',
    'reason',
    'typed',
    'requests',
    'recordedAt',
    'approvedAt',
    'approvedBy',
    'settledBy',
    'changedAt',
    'supersedes',
  ];
  const rows = edits.map((edit): JsonValue[] => [
    edit.seq,
    edit.id,
    edit.kind,
    edit.recordKind,
    edit.recordId,
    titleOf(edit.recordKind, edit.recordId),
    edit.state,
    reasonOf(edit)?.kind ?? null,
    bodyOf(edit) ?? edit.body,
    edit.attempts,
    instantText(edit.recordedAt),
    instantText(edit.approvedAt),
    edit.approvedBy,
    edit.settledBy,
    instantText(edit.changedAt),
    edit.supersedes,
  ]);
  return fileOf(`layover-outbox-${dayOf(store.world.now())}`, format, { columns, rows });
}

/** One line of a report, with its edit; `edit` is null only when the row is gone from a damaged file. */
export interface ReportLine {
  edit: OutboxRow | null;
  title: string | null;
  verdict: string;
  at: EpochMs;
  sha256: string | null;
  approvedBy: string | null;
  settledBy: string | null;
}

export interface FullReport {
  summary: ReportSummary;
  lines: ReportLine[];
}

/** A sync report with its lines; null when there is none of this id. */
export function fullReport(store: Store, id: string): FullReport | null {
  const summary = reportOf(store, id);
  if (!summary) return null;
  const lines = reportLines(store, id);
  const edits = new Map(
    editsByIds(
      store,
      lines.map((line) => line.editId),
    ).map((edit) => [edit.id, edit]),
  );
  const titleOf = titlesOf(
    store,
    [...edits.values()].map((edit) => ({ kind: edit.recordKind, id: edit.recordId })),
  );
  return {
    summary,
    lines: lines.map(({ editId, ...line }) => {
      const edit = edits.get(editId) ?? null;
      return { ...line, edit, title: edit ? titleOf(edit.recordKind, edit.recordId) : null };
    }),
  };
}

/** A sync report as a table: every edit's verdict, the hash of its bytes, who approved and who settled. Null when there is none. */
export function exportReport(store: Store, id: string, format: ExportFormat): ExportedFile | null {
  const report = fullReport(store, id);
  if (!report) return null;
  const columns = ['at', 'verdict', 'kind', 'recordKind', 'recordId', 'record', 'typed', 'sha256', 'approvedBy', 'settledBy', 'editId'];
  const rows = report.lines.map((line): JsonValue[] => [
    instantText(line.at),
    line.verdict,
    line.edit?.kind ?? null,
    line.edit?.recordKind ?? null,
    line.edit?.recordId ?? null,
    line.title,
    line.edit ? (bodyOf(line.edit) ?? line.edit.body) : null,
    line.sha256 ?? (line.edit ? sentHash(store, line.edit.id) : null),
    line.approvedBy,
    line.settledBy,
    line.edit?.id ?? null,
  ]);
  return fileOf(`layover-report-${dayOf(report.summary.startedAt)}-${id.slice(0, 8)}`, format, { columns, rows });
}

/** The hash of the bytes that left last for an edit. */
export function sentHash(store: Store, editId: string): string | null {
  return editById(store, editId) ? (lastAttemptOf(store, editId)?.sha256 ?? null) : null;
}

/** The whole activity, newest first, with the chain of hashes. */
export function exportActivity(store: Store, format: ExportFormat): ExportedFile {
  const lines = auditOf(store, null, null, Number.MAX_SAFE_INTEGER);
  const titleOf = titlesOf(
    store,
    lines.flatMap((line) => (line.record ? [line.record] : [])),
  );
  const columns = ['number', 'at', 'what', 'editId', 'recordKind', 'recordId', 'record', 'facts', 'hash'];
  const rows = lines.map((line): JsonValue[] => [
    line.seq,
    instantText(line.at),
    line.what,
    line.editId,
    line.record?.kind ?? null,
    line.record?.id ?? null,
    line.record ? titleOf(line.record.kind, line.record.id) : null,
    line.facts satisfies JsonObject,
    line.hash,
  ]);
  return fileOf(`layover-activity-${dayOf(store.world.now())}`, format, { columns, rows });
}
