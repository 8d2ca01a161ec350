import { t, type PlainId } from '#shared/messages/t.ts';
import { auditOf } from '#main/audit/audit.ts';
import { attemptsOf } from '#main/outbox/attempts.ts';
import { rowsOfRecords } from '#main/projections/lists/lists.ts';
import { namesOf } from '#main/names/book.ts';
import { personIn } from '#main/names/people.ts';
import { allEdits, baseOf, bodyOf, editsByIds, type OutboxRow, reasonOf, refOf } from '#main/outbox/outbox.ts';
import { reportLines, reportOf } from '#main/audit/reports.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordRow, ReportSummary } from '#shared/contract/views/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { Reason } from '#shared/edit.ts';
import { stringifyJson, type JsonValue } from '#shared/json/json.ts';
import { decimalOf, exponentOf } from '#shared/values/money.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import { recordKinds, type RecordRef } from '#shared/records/record-kind.ts';
import { calledInText } from '#shared/references/reference-words.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import type { EpochMs } from '#shared/world.ts';
import { editInWords } from './edit-in-words.ts';
import { cellOf, numberCell, tableFile, type MadeFile, type TableFormat } from './table.ts';
import type { Cell } from './cells.ts';

/** A file to hand to a person. Names hold letters, digits, dots and hyphens only. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

export type ExportFormat = TableFormat | 'json';

/** An instant as everybody writes it, in UTC. */
export const instantText = (at: EpochMs | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The day of a moment in UTC, as names of files have it. */
export const dayOf = (at: EpochMs): string => new Date(at).toISOString().slice(0, 10);

type ColumnName = Extract<PlainId, `exports.column.${string}`> extends `exports.column.${infer Name}` ? Name : never;

/** Columns that belong together, and what stands in them in one row. */
type Columns<Row> = [names: readonly ColumnName[], cells: (row: Row) => JsonValue[]];

/** Something to export: its columns and every row, made page by page. */
export interface ExportedRows {
  name: string;
  sheet: string;
  columns: readonly string[];
  /** A column's heading in a table, in the user's language; JSON and files that Layover takes in again have its name. */
  headOf?: (column: string) => string;
  rows: number;
  page: (from: number, to: number) => JsonValue[][];
}

function rowsOf<Row>(name: string, sheet: string, rows: readonly Row[], table: readonly Columns<Row>[]): ExportedRows {
  const page = (from: number, to: number) => rows.slice(from, to).map((row) => table.flatMap(([, cellsOf]) => cellsOf(row)));
  const headOf = (column: string) => t(`exports.column.${column as ColumnName}`);
  return { name, sheet, columns: table.flatMap(([names]) => names), headOf, rows: rows.length, page };
}

/** Rows of one page: few enough that the window waits for none. */
const pageRows = 200;

/** A file of rows: for a spreadsheet, or as JSON with the same names. */
export async function exportFile({ world }: Store, exported: ExportedRows, format: ExportFormat, locale: string): Promise<MadeFile> {
  if (format === 'json') {
    const { name, mediaType, text } = jsonFile(exported);
    return { name, mediaType, file: new Blob([text], { type: mediaType }) };
  }
  const { name, sheet, columns, headOf = String } = exported;
  async function* pages() {
    for (let from = 0; from < exported.rows; from += pageRows) {
      await world.sleep(0);
      yield cellsOf(exported, from, from + pageRows);
    }
  }
  return tableFile({ name, sheet, columns: columns.map((column) => ({ head: headOf(column) })), pages: pages() }, format, locale);
}

/** Rows as JSON, with the columns' names. */
export function jsonFile({ name, columns, rows, page }: ExportedRows): ExportedFile {
  const objects = page(0, rows).map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
  return { name: `${name}.json`, mediaType: 'application/json', text: `${stringifyJson(objects)}\n` };
}

/** Some rows as cells. */
export const cellsOf = ({ columns, page }: ExportedRows, from: number, to: number): Cell[][] =>
  page(from, to).map((row) => row.map((value, at) => cellIn(columns[at] ?? '', value)));

/** Amounts are decimals in text. */
const cellIn = (column: string, value: JsonValue): Cell =>
  column === 'amount' && typeof value === 'string' ? numberCell(value) : cellOf(value);

/** The known records of rows, in one query for each kind. */
function recordsOf(store: Store, refs: readonly RecordRef[]): (ref: RecordRef) => RecordRow | null {
  const known = new Map<string, RecordRow>();
  for (const kind of recordKinds) {
    const ids = [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.id))];
    for (const row of ids.length === 0 ? [] : rowsOfRecords(store, kind, ids)) known.set(`${kind} ${row.id}`, row);
  }
  return ({ kind, id }) => known.get(`${kind} ${id}`) ?? null;
}

const amountColumns: ColumnName[] = ['amount', 'currency', 'amountMinor'];
/** Names for people and ids for machines, each in its column. */
const referenceColumns: ColumnName[] = ['refersTo', 'refersToId'];

/** The amount of an edit: a decimal when the currency's decimals are known, and exact minor units with their currency. */
function amountCells(store: Store, edit: OutboxRow, record: RecordRow | null): JsonValue[] {
  const body = bodyOf(edit);
  const minor = body ? (editKind(edit.kind)?.amountMinor?.(body) ?? null) : null;
  if (minor === null) return [null, null, null];
  const then = baseOf(edit)?.['currency'];
  const currency = typeof then === 'string' ? then : (record?.currency ?? null);
  return [exponentOf(currency) === null ? null : decimalOf(minor, currency), currency, minor];
}

/** Every edit ever recorded, oldest first, with what was typed: the paper copy of the outbox. */
export function outboxRows(store: Store): ExportedRows {
  const edits = allEdits(store);
  const recordAt = recordsOf(store, edits.map(refOf));
  return rowsOf(`layover-outbox-${dayOf(store.world.now())}`, t('exports.outbox'), edits, [
    [['number', 'id', 'kind'], (edit) => [edit.seq, edit.id, edit.kind]],
    [['recordKind', 'recordId', 'record'], (edit) => [edit.recordKind, edit.recordId, recordAt(refOf(edit))?.title ?? null]],
    [['state', 'reason', 'why'], (edit) => [edit.state, ...reasonCells(reasonOf(edit))]],
    [amountColumns, (edit) => amountCells(store, edit, recordAt(refOf(edit)))],
    [['inWords', 'typed'], (edit) => [editInWords(store, edit), bodyOf(edit) ?? edit.body]],
    [referenceColumns, (edit) => referenceCells(store, edit)],
    [['requests', 'recordedAt', 'approvedAt'], (edit) => [edit.attempts, instantText(edit.recordedAt), instantText(edit.approvedAt)]],
    [['approvedBy', 'approvedById'], (edit) => personCells(store, edit.approvedBy)],
    [['settledBy', 'settledById'], (edit) => personCells(store, edit.settledBy)],
    [['changedAt', 'supersedes'], (edit) => [instantText(edit.changedAt), edit.supersedes]],
  ]);
}

const reasonCells = (reason: Reason | null): JsonValue[] => (reason ? [reason.kind, sentenceOfReason(reason)] : [null, null]);

/**
 * A sync report as a table: every edit's verdict, the hash of its bytes, who approved and who settled. Null when there is none. An edit is
 * missing only where its row is gone from a damaged file.
 */
export function reportRows(store: Store, id: string): ExportedRows | null {
  const summary = reportOf(store, id);
  if (!summary) return null;
  const lines = reportLines(store, id);
  const ids = lines.map(({ editId }) => editId);
  const edits = new Map(editsByIds(store, ids).map((edit) => [edit.id, edit]));
  const recordAt = recordsOf(store, [...edits.values()].map(refOf));
  const told = lines.map((line) => ({ ...line, edit: edits.get(line.editId) }));
  return rowsOf(reportFileName(summary), t('exports.report'), told, [
    [['at', 'verdict'], ({ at, verdict }) => [instantText(at), verdict]],
    [['kind', 'recordKind', 'recordId'], ({ edit }) => [edit?.kind ?? null, edit?.recordKind ?? null, edit?.recordId ?? null]],
    [['record'], ({ edit }) => [edit ? (recordAt(refOf(edit))?.title ?? null) : null]],
    [amountColumns, ({ edit }) => (edit ? amountCells(store, edit, recordAt(refOf(edit))) : [null, null, null])],
    [['inWords', 'typed'], ({ edit }) => (edit ? [editInWords(store, edit), bodyOf(edit) ?? edit.body] : [null, null])],
    [referenceColumns, ({ edit }) => (edit ? referenceCells(store, edit) : [null, null])],
    [['sha256'], ({ sha256, edit, at }) => [sha256 ?? (edit ? sentHash(store, edit.id, at) : null)]],
    [['approvedBy', 'approvedById'], ({ approvedBy }) => personCells(store, approvedBy)],
    [['settledBy', 'settledById'], ({ settledBy }) => personCells(store, settledBy)],
    [['editId'], ({ edit }) => [edit?.id ?? null]],
  ]);
}

/** Of a report's file: two of one minute are told apart by the person's own folder. */
function reportFileName({ startedAt }: ReportSummary): string {
  return `layover-report-${new Date(startedAt).toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`;
}

/** The hash of the bytes that had left last for an edit at a moment: a later request says nothing of an earlier verdict; null when none had. */
function sentHash(store: Store, editId: string, at: EpochMs): string | null {
  return attemptsOf(store, editId).findLast(({ sentAt, outcome }) => sentAt <= at && outcome !== 'notSent')?.sha256 ?? null;
}

/** The whole activity, newest first, with the chain of hashes. */
export function activityRows(store: Store): ExportedRows {
  const lines = auditOf(store, null, null, Number.MAX_SAFE_INTEGER);
  const refs = lines.flatMap(({ record }) => record ?? []);
  const recordAt = recordsOf(store, refs);
  return rowsOf(`layover-activity-${dayOf(store.world.now())}`, t('exports.history'), lines, [
    [['number', 'at', 'what'], ({ seq, at, what }) => [seq, instantText(at), what]],
    [['who', 'whoId'], ({ who }) => personCells(store, who)],
    [['editId', 'recordKind', 'recordId'], ({ editId, record }) => [editId, record?.kind ?? null, record?.id ?? null]],
    [['record'], ({ record }) => [record ? (recordAt(record)?.title ?? null) : null]],
    [['facts', 'hash'], ({ facts, hash }) => [facts, hash]],
  ]);
}

/** The references of an edit's body, by name and by id, in the same order; `?` for an unnamed one. */
function referenceCells(store: Store, edit: OutboxRow): JsonValue[] {
  const found = referencesIn(edit.kind, bodyOf(edit) ?? {});
  const held = [...new Map(found.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }])).values()];
  if (held.length === 0) return [null, null];
  const names = new Map(namesOf(store, held).map((name) => [name.id, calledInText(name)]));
  return [held.map(({ id }) => names.get(id) ?? '?').join('; '), held.map(({ id }) => id).join('; ')];
}

/** A person by name and by id. */
function personCells(store: Store, who: string | null): JsonValue[] {
  const { name, id } = personIn(store, who);
  return [name, id];
}
