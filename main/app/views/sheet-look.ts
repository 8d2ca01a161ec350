import { hash } from 'node:crypto';
import { overlayOf } from '#main/edits/overlay.ts';
import { checkEdit } from '#main/edits/record/record-edit.ts';
import type { Portion } from '#main/library/reading/job-kinds.ts';
import { isOurs, type SheetBase } from '#main/library/sheets/sheet-base.ts';
import { cellText, daysOf, isReformatted, sameCell, type SheetCell, type SheetDays } from '#main/library/sheets/reformatted.ts';
import { isCutText } from '#main/library/exports/workbook.ts';
import { editById, openEditsOfMany, type OutboxRow } from '#main/outbox/outbox.ts';
import { rowsOfRecords } from '#main/projections/lists/lists.ts';
import { recordOf } from '#main/records/records.ts';
import { readSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import type { CellProblem, LeftCell, SheetAnswer, SheetChange } from '#shared/sheets/sheet-look.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { sheetFields, type SheetField } from '#shared/sheets/sheet-fields.ts';
import { decimalOf } from '#shared/values/money.ts';
import { chosenNames, fieldText, textOfValue } from './edit-sheet.ts';
import { emptyValue, readCell, type CellOf } from './sheet-cells.ts';
import { asOneRow, baseText, dayPairs, gathered, headsWithout, kindByHeads, rowsIn, type SheetRow } from './sheet-rows.ts';

/** A change that a draft carries out. */
export interface PlannedChange {
  id: string;
  edit: string;
  path: string[];
  value: JsonValue;
  /** The value that left, as a value; undefined where it cannot be set again. */
  exported: JsonValue | undefined;
  /** The fields of the service's record that the change is of, as they were when the sheet was looked at. */
  seen: JsonObject;
}

/** The result of a look, kept until the user drafts it. */
export interface SheetPlan {
  id: string;
  store: Store;
  kind: RecordKind;
  /** Names the ledger of what was added from this sheet. */
  exportId: string;
  changes: readonly PlannedChange[];
}

/** The setting that remembers what was added from a sheet: a payment or a comment is taken once. */
export const takenSetting = (exportId: string): string => `sheet:${exportId}`;
/** Names an addition in that setting. */
export const takenKey = (id: string, edit: string, body: JsonObject): string =>
  `${id} ${edit} ${hash('sha256', stringifyJson(body)).slice(0, 24)}`;
/** The edit that an addition became before; null for none. */
export function takenEdit(store: Store, taken: JsonObject, key: string): OutboxRow | null {
  const id = taken[key];
  return typeof id === 'string' ? editById(store, id) : null;
}

/** Rows that are compared in one turn. */
const pageRows = 100;
/** Cells of one kind that the window is told of. */
const mostTold = 500;

interface Told {
  changes: SheetChange[];
  plan: PlannedChange[];
  reformatted: { count: number; cells: LeftCell[] };
  problems: (LeftCell & { why: CellProblem })[];
  already: number;
  unchangedRows: number;
  unknownRows: number;
}

/** Compares every white cell of a sheet with what left and with today. Reads and changes nothing else. */
export async function lookAtSheet(
  store: Store,
  portions: readonly Portion<'sheet'>[],
  locale: string,
): Promise<{ answer: SheetAnswer; plan: SheetPlan | null }> {
  const refused = portions.find((portion) => portion.part === 'refused');
  if (refused) return { answer: { ok: false, why: refused.why }, plan: null };
  const read = gathered(portions);
  const base = read.base && isOurs(store, read.base, read.base.mac) ? read.base : null;
  const kind = read.base?.kind ?? kindByHeads(read.sheets.flatMap(({ heads }) => heads));
  if (kind === null) return { answer: { ok: false, why: 'notEditSheet' }, plan: null };
  const fields = sheetFields(kind);
  const found = rowsIn(read, fields);
  const exportId = base?.exportId ?? 'foreign';
  const taken = readSetting(store, takenSetting(exportId));
  const days = daysOf(dayPairs(found.rows, base));
  const common = { store, base, kind, names: chosenNames(store), locale, days, order: days.order, taken: isJsonObject(taken) ? taken : {} };
  const { plan: changes, ...told } = await compareRows(common, [...found.rows]);
  const plan: SheetPlan = { id: store.world.uuid(), store, kind, exportId, changes };
  const unknownRows = told.unknownRows + found.nameless;
  const heads = { unknownHeads: headsWithout(read, fields) };
  return {
    answer: { ok: true, plan: plan.id, kind, exportedAt: base?.at ?? null, marked: read.base !== null, ...told, ...heads, unknownRows },
    plan,
  };
}

/** Compares the rows of known records, a page a turn. */
async function compareRows(common: Common, rows: [string, SheetRow[]][]): Promise<Told> {
  const { store, kind } = common;
  const told: Told = {
    ...{ changes: [], plan: [], reformatted: { count: 0, cells: [] }, problems: [] },
    ...{ already: 0, unchangedRows: 0, unknownRows: 0 },
  };
  for (let from = 0; from < rows.length; from += pageRows) {
    await store.world.sleep(0);
    const page = rows.slice(from, from + pageRows);
    const ids = page.map(([id]) => id);
    const open = openEditsOfMany(store, kind, ids);
    const titles = new Map(rowsOfRecords(store, kind, ids).map((row) => [row.id, row.title]));
    for (const [id, copies] of page) {
      const service = recordOf(store, { kind, id })?.value;
      if (!service) {
        told.unknownRows += 1;
        continue;
      }
      const before = told.changes.length + told.problems.length;
      const { view } = overlayOf(service, open.get(id) ?? []);
      const row = asOneRow(copies, (field, cell) => isUntouched(common, leftText({ ...common, id, view }, field), cell));
      if (row) compareRow({ ...common, id, row, title: titles.get(id) ?? id, service, view }, told);
      if (told.changes.length + told.problems.length === before) told.unchangedRows += 1;
    }
  }
  return told;
}

/** Facts of a comparison that are the same for all of its rows. */
interface Common extends Omit<CellOf, 'id' | 'view'> {
  store: Store;
  base: SheetBase | null;
  days: SheetDays;
  taken: JsonObject;
}

interface Subject extends Common, Pick<CellOf, 'id' | 'view'> {
  title: string;
  service: JsonObject;
  row: SheetRow;
}

function compareRow(subject: Subject, told: Told): void {
  const added = new Map<string, [SheetField, SheetCell][]>();
  for (const [field, cell] of subject.row.cells) {
    if (subject.row.twice.has(field)) refuse(subject, field, cell, 'twoValues', told);
    else if (!field.adds) compareCell(subject, field, cell, told);
    else if (cell !== null && cellText(cell).trim() !== '') added.set(field.edit, [...(added.get(field.edit) ?? []), [field, cell]]);
  }
  for (const [edit, cells] of added) add(subject, edit, cells, told);
}

/** The text that left, or today's where no base knows it. */
const leftText = ({ base, id, view, names }: Pick<Subject, 'base' | 'id' | 'view' | 'names'>, field: SheetField): string =>
  baseText(base, id, field) ?? fieldText(field, view, names);

const isUntouched = ({ days }: Common, left: string, cell: SheetCell): boolean => sameCell(left, cell) || isReformatted(left, cell, days);

function compareCell(subject: Subject, field: SheetField, cell: SheetCell, told: Told): void {
  const { id, view, names, days } = subject;
  const today = fieldText(field, view, names);
  const base = baseText(subject.base, id, field);
  const left = base ?? today;
  if (sameCell(left, cell)) return;
  if (isReformatted(left, cell, days)) {
    told.reformatted.count += 1;
    if (told.reformatted.cells.length < mostTold) told.reformatted.cells.push({ ...leftCell(subject, field, cell), value: left });
    return;
  }
  if (sameCell(today, cell)) {
    told.already += 1;
    return;
  }
  if (isCutText(left)) return refuse(subject, field, cell, 'cut', told);
  const empty = cellText(cell).trim() === '';
  // Without a base nobody knows whether it was ever full.
  if (empty && base === undefined) return;
  const read = empty ? emptyValue(subject, field) : readCell(field, cell, subject);
  if (!read.ok) return refuse(subject, field, cell, read.why, told);
  const message = textOfValue(field, read.value, names);
  if (message === today || message === base) {
    told.already += 1;
    return;
  }
  const state = base === undefined ? 'different' : !sameCell(today, base) ? 'conflict' : empty ? 'emptied' : 'changed';
  const exported = base === undefined ? undefined : valueOfText(subject, field, base);
  plan(
    subject,
    field,
    { state, base: base ?? null, cell, today, value: read.value, exported: exported?.ok ? exported.value : undefined },
    told,
  );
}

/** A text that left, as a value again. */
function valueOfText(subject: Subject, field: SheetField, text: string) {
  if (text === '') return emptyValue(subject, field);
  return readCell(field, field.input === 'date' ? { day: text } : text, subject);
}

interface Found {
  state: SheetChange['state'];
  base: string | null;
  cell: SheetCell;
  today: string;
  value: JsonValue;
  exported: JsonValue | undefined;
}

function plan({ id, title, row, service }: Subject, { head, edit, path }: SheetField, found: Found, told: Told): void {
  const { state, base, cell, today, value, exported } = found;
  const restorable = exported !== undefined;
  told.changes.push({
    at: told.plan.length,
    state,
    line: row.line,
    id,
    title,
    field: head,
    base,
    sheet: cellText(cell),
    today,
    restorable,
  });
  told.plan.push({ id, edit, path, value, exported, seen: { [path[0] ?? '']: service[path[0] ?? ''] ?? null } });
}

const leftCell = ({ row, title }: Subject, { head }: SheetField, cell: SheetCell): LeftCell => ({
  line: row.line,
  title,
  field: head,
  sheet: cellText(cell),
  value: null,
});

function refuse(subject: Subject, field: SheetField, cell: SheetCell, why: CellProblem, told: Told): void {
  told.problems.push({ ...leftCell(subject, field, cell), why });
}

/** A payment or a comment of one row, whole or not at all; one that this sheet brought already is not taken again. */
function add(subject: Subject, edit: string, cells: readonly [SheetField, SheetCell][], told: Told): void {
  const { store, id, kind, taken, service } = subject;
  let body: JsonObject = {};
  for (const [field, cell] of cells) {
    const read = readCell(field, cell, subject);
    if (!read.ok) return refuse(subject, field, cell, read.why, told);
    body = withValue(body, field.path, read.value);
  }
  const [first] = cells;
  if (!first) return;
  const whole = checkEdit({ kind: edit, recordKind: kind, recordId: id, body });
  if (!whole.ok) return refuse(subject, first[0], first[1], 'invalid', told);
  const drafted = takenEdit(store, taken, takenKey(id, edit, body));
  if (drafted && drafted.state !== 'discarded') {
    told.already += cells.length;
    return;
  }
  const message = cells.map(([field, cell]) => amountText(field, cell, subject)).join(' · ');
  const { row, title } = subject;
  const head = first[0].head.split(':')[0] ?? '';
  const at = told.plan.length;
  told.changes.push({ at, state: 'added', line: row.line, id, title, field: head, base: '', sheet: message, today: '', restorable: false });
  told.plan.push({ id, edit, path: [], value: body, exported: undefined, seen: { currency: service['currency'] ?? null } });
}

/** A number with its currency, anything else as it stands. */
function amountText(field: SheetField, cell: SheetCell, subject: Subject): string {
  const read = field.input === 'money' ? readCell(field, cell, subject) : null;
  const { currency } = subject.view;
  if (!read?.ok || typeof read.value !== 'bigint' || typeof currency !== 'string') return cellText(cell);
  return `${decimalOf(read.value, currency)} ${currency}`;
}
