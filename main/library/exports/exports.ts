import { everyAttemptOf, everyEditOf, everyLineOf } from '#main/cache/archive/ever.ts';
import { rowsOfRecords } from '#main/cache/records/lists.ts';
import { personText } from '#main/cache/names/people.ts';
import { allEdits, baseOf, bodyOf, reasonOf, refOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { reportLines, reportOf } from '#main/cache/trail/reports.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { RecordRow, ReportSummary } from '#shared/contract/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { Reason } from '#shared/edit.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { decimalOf, exponentOf } from '#shared/money.ts';
import { sentenceOfReason } from '#shared/reason-words.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { namedCells, personCells, referenceCells, referenceColumns } from './name-cells.ts';
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

/** What is known of the records that rows are about, in one query a kind. */
function recordsOf(store: Store, refs: readonly { kind: RecordKind; id: string }[]): (kind: RecordKind, id: string) => RecordRow | null {
  const known = new Map<string, RecordRow>();
  for (const kind of recordKinds) {
    const ids = [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.id))];
    for (const row of ids.length === 0 ? [] : rowsOfRecords(store, kind, ids)) known.set(`${kind} ${row.id}`, row);
  }
  return (kind, id) => known.get(`${kind} ${id}`) ?? null;
}

/** What an edit moves: exact minor units with their currency, and as a decimal where that currency's decimals are known. */
interface TypedAmount {
  minor: bigint | null;
  currency: string | null;
  decimal: string | null;
}

function amountOf(store: Store, edit: OutboxRow, record: RecordRow | null): TypedAmount {
  const body = bodyOf(edit);
  const minor = body ? (editKind(edit.kind)?.amountMinor?.(body) ?? null) : null;
  if (minor === null) return { minor, currency: null, decimal: null };
  const then = baseOf(store, edit)?.['currency'];
  const currency = typeof then === 'string' ? then : (record?.currency ?? null);
  return { minor, currency, decimal: exponentOf(currency) === null ? null : decimalOf(minor, currency) };
}

const amountColumns = ['amount', 'currency', 'amountMinor'];
const amountCells = ({ minor, currency, decimal }: TypedAmount): JsonValue[] => [decimal, currency, minor];

/** Every edit ever recorded, oldest first, with what was typed: the paper copy of the outbox. */
export function exportOutbox(store: Store, format: ExportFormat): ExportedFile {
  const edits = allEdits(store);
  const recordAt = recordsOf(
    store,
    edits.map((edit) => refOf(edit)),
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
    'why',
    ...amountColumns,
    'typed',
    ...referenceColumns,
    'requests',
    'recordedAt',
    'approvedAt',
    'approvedBy',
    'approvedById',
    'settledBy',
    'settledById',
    'changedAt',
    'supersedes',
  ];
  const rows = edits.map((edit): JsonValue[] => [
    edit.seq,
    edit.id,
    edit.kind,
    edit.recordKind,
    edit.recordId,
    recordAt(edit.recordKind, edit.recordId)?.title ?? null,
    edit.state,
    ...reasonCells(reasonOf(edit)),
    ...amountCells(amountOf(store, edit, recordAt(edit.recordKind, edit.recordId))),
    bodyOf(edit) ?? edit.body,
    ...referenceCells(store, edit),
    edit.attempts,
    instantText(edit.recordedAt),
    instantText(edit.approvedAt),
    ...personCells(store, edit.approvedBy),
    ...personCells(store, edit.settledBy),
    instantText(edit.changedAt),
    edit.supersedes,
  ]);
  return fileOf(`layover-outbox-${dayOf(store.world.now())}`, format, { columns, rows });
}

const reasonCells = (reason: Reason | null): JsonValue[] => (reason ? [reason.kind, sentenceOfReason(reason)] : [null, null]);

/** One line of a report, with its edit; `edit` is null only when the row is gone from a damaged file. */
interface ReportLine {
  edit: OutboxRow | null;
  title: string | null;
  amount: TypedAmount;
  verdict: string;
  at: EpochMs;
  /** Of the bytes that had left when the verdict came; null when none had. */
  sha256: string | null;
  approvedBy: string | null;
  settledBy: string | null;
  /** Who decided, as people call them. */
  person: string | null;
  /** What the edit refers to, by name. */
  refersTo: string[];
}

interface FullReport {
  summary: ReportSummary;
  lines: ReportLine[];
}

/** A sync report with its lines; null when there is none of this id. */
function fullReport(store: Store, id: string): FullReport | null {
  const summary = reportOf(store, id);
  if (!summary) return null;
  const lines = reportLines(store, id);
  const edits = new Map(
    everyEditOf(
      store,
      lines.map((line) => line.editId),
    ).map((edit) => [edit.id, edit]),
  );
  const recordAt = recordsOf(
    store,
    [...edits.values()].map((edit) => refOf(edit)),
  );
  return {
    summary,
    lines: lines.map(({ editId, ...line }) => {
      const edit = edits.get(editId) ?? null;
      const person = personText(store, line.settledBy ?? line.approvedBy);
      if (!edit) return { ...line, person, edit, refersTo: [], title: null, amount: { minor: null, currency: null, decimal: null } };
      const record = recordAt(edit.recordKind, edit.recordId);
      const sha256 = line.sha256 ?? sentHash(store, edit.id, line.at);
      return {
        ...line,
        person,
        edit,
        refersTo: namedCells(store, edit),
        title: record?.title ?? null,
        amount: amountOf(store, edit, record),
        sha256,
      };
    }),
  };
}

/** A sync report as a table: every edit's verdict, the hash of its bytes, who approved and who settled. Null when there is none. */
export function exportReport(store: Store, id: string, format: ExportFormat): ExportedFile | null {
  const report = fullReport(store, id);
  if (!report) return null;
  const columns = ['at', 'verdict', 'kind', 'recordKind', 'recordId', 'record', ...amountColumns, 'typed', ...referenceColumns];
  columns.push('sha256', 'approvedBy', 'approvedById', 'settledBy', 'settledById', 'editId');
  const rows = report.lines.map((line): JsonValue[] => [
    instantText(line.at),
    line.verdict,
    line.edit?.kind ?? null,
    line.edit?.recordKind ?? null,
    line.edit?.recordId ?? null,
    line.title,
    ...amountCells(line.amount),
    line.edit ? (bodyOf(line.edit) ?? line.edit.body) : null,
    ...(line.edit ? referenceCells(store, line.edit) : [null, null]),
    line.sha256,
    ...personCells(store, line.approvedBy),
    ...personCells(store, line.settledBy),
    line.edit?.id ?? null,
  ]);
  return fileOf(reportFileName(report.summary), format, { columns, rows });
}

/** Of a report's file: two of one minute are told apart by the person's own folder. */
function reportFileName({ startedAt }: ReportSummary): string {
  return `layover-report-${new Date(startedAt).toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`;
}

/** The hash of the bytes that had left last for an edit at a moment: a later request says nothing of an earlier verdict. */
function sentHash(store: Store, editId: string, at: EpochMs): string | null {
  return everyAttemptOf(store, editId).findLast(({ sentAt, outcome }) => sentAt <= at && outcome !== 'notSent')?.sha256 ?? null;
}

/** The whole activity, newest first, with the chain of hashes. */
export function exportActivity(store: Store, format: ExportFormat): ExportedFile {
  const lines = everyLineOf(store, null, null, Number.MAX_SAFE_INTEGER);
  const recordAt = recordsOf(
    store,
    lines.flatMap((line) => (line.record ? [line.record] : [])),
  );
  const columns = ['number', 'at', 'what', 'who', 'whoId', 'editId', 'recordKind', 'recordId', 'record', 'facts', 'hash'];
  const rows = lines.map((line): JsonValue[] => [
    line.seq,
    instantText(line.at),
    line.what,
    ...personCells(store, line.who),
    line.editId,
    line.record?.kind ?? null,
    line.record?.id ?? null,
    line.record ? (recordAt(line.record.kind, line.record.id)?.title ?? null) : null,
    line.facts satisfies JsonObject,
    line.hash,
  ]);
  return fileOf(`layover-activity-${dayOf(store.world.now())}`, format, { columns, rows });
}
