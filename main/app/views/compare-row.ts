import { hash } from 'node:crypto';
import { checkEdit } from '#main/edits/record/record-edit.ts';
import type { SheetBase } from '#main/library/sheets/sheet-base.ts';
import { cellText, hasLostLetters, isReformatted, sameCell, type SheetCell, type SheetDays } from '#main/library/sheets/reformatted.ts';
import { isCutText } from '#main/library/exports/workbook.ts';
import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { CellProblem, LeftCell, SheetChange, SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { SheetField } from '#shared/sheets/sheet-fields.ts';
import { decimalOf } from '#shared/values/money.ts';
import { fieldText, textOfValue } from './edit-sheet.ts';
import { emptyValue, readCell, tagsOf, type CellOf } from './sheet-cells.ts';
import { baseText, type SheetRow } from './sheet-rows.ts';

/** A change that a draft carries out. */
export interface PlannedChange {
  id: string;
  edit: string;
  path: string[];
  value: JsonValue;
  /** The value that left, as a value; undefined where it cannot be set again. */
  exported: JsonValue | undefined;
  /** The fields of the service's record that the change is of, as they were when the sheet was compared. */
  seen: JsonObject;
}

/** Names an addition in that setting. */
export const takenKey = (id: string, edit: string, body: JsonObject): string =>
  `${id} ${edit} ${hash('sha256', stringifyJson(body)).slice(0, 24)}`;
/** The edit that an addition became before; null for none. */
export function takenEdit(store: Store, taken: JsonObject, key: string): OutboxRow | null {
  const id = taken[key];
  return typeof id === 'string' ? editById(store, id) : null;
}

/** Cells of one kind that the window is told of. */
export const mostTold = 500;

export interface Told extends Omit<SheetComparison, 'plan' | 'kind' | 'exportedAt' | 'marked' | 'unknownHeads'> {
  plan: PlannedChange[];
}

/** Facts of a comparison that are the same for all of its rows. */
export interface Common extends Omit<CellOf, 'id' | 'view' | 'service'> {
  store: Store;
  base: SheetBase | null;
  days: SheetDays;
  taken: JsonObject;
}

interface Subject extends Common, Pick<CellOf, 'id' | 'view' | 'service'> {
  title: string;
  row: SheetRow;
}

export function compareRow(subject: Subject, told: Told): void {
  const added = new Map<string, [SheetField, SheetCell][]>();
  for (const [field, cell] of subject.row.cells) {
    if (subject.row.twice.has(field)) refuse(subject, field, cell, 'twoValues', told);
    else if (!field.adds) compareCell(subject, field, cell, told);
    else if (cell !== null && cellText(cell).trim() !== '') added.set(field.edit, [...(added.get(field.edit) ?? []), [field, cell]]);
  }
  for (const [edit, cells] of added) add(subject, edit, cells, told);
}

/** The text that left, or today's where no base knows it. */
export const leftText = ({ base, id, view, names }: Pick<Subject, 'base' | 'id' | 'view' | 'names'>, field: SheetField): string =>
  baseText(base, id, field) ?? fieldText(field, view, names);

/** True for the same value: the blanks of a text and the order of a list mean nothing. */
const isSame = (subject: Pick<Subject, 'view' | 'service' | 'names'>, { tag }: SheetField, left: string, cell: SheetCell): boolean =>
  sameCell(left, cell) || (tag !== undefined && tagsOf(tag, subject).same(left, cellText(cell)));

export const isUntouched = (
  subject: Pick<Subject, 'view' | 'service' | 'names' | 'days'>,
  field: SheetField,
  left: string,
  cell: SheetCell,
): boolean => isSame(subject, field, left, cell) || isReformatted(left, cell, subject.days);

function compareCell(subject: Subject, field: SheetField, cell: SheetCell, told: Told): void {
  const { id, view, names, days } = subject;
  const today = fieldText(field, view, names);
  const base = baseText(subject.base, id, field);
  const left = base ?? today;
  if (isSame(subject, field, left, cell)) return;
  if (isReformatted(left, cell, days)) {
    told.reformatted.count += 1;
    if (told.reformatted.cells.length < mostTold) told.reformatted.cells.push({ ...leftCell(subject, field, cell), value: left });
    return;
  }
  if (isSame(subject, field, today, cell)) {
    told.already += 1;
    return;
  }
  if (isCutText(left)) return refuse(subject, field, cell, 'cut', told);
  if (hasLostLetters(left, cell)) return refuse(subject, field, cell, 'lostLetters', told);
  const empty = cellText(cell).trim() === '';
  // Without a base nobody knows whether it was ever full.
  if (empty && base === undefined) return;
  const read = empty ? emptyValue(subject, field) : readCell(field, cell, subject);
  if (!read.ok) return refuse(subject, field, cell, read.why, told);
  const text = field.tag ? tagsOf(field.tag, subject).textOfInput(read.value) : textOfValue(field, read.value, names);
  if (text === today || text === base) {
    told.already += 1;
    return;
  }
  const state = base === undefined ? 'different' : !isSame(subject, field, today, base) ? 'conflict' : empty ? 'emptied' : 'changed';
  const exported = base === undefined ? null : valueOfText(subject, field, base);
  const restored = exported?.ok ? exported.value : undefined;
  const { head, edit, path, tag } = field;
  const fresh = tag ? tagsOf(tag, subject).read(cellText(cell)).fresh : [];
  const shown: Shown = {
    ...{ state, field: head, base: base ?? null, sheet: cellText(cell), today, restorable: restored !== undefined },
    ...(fresh.length > 0 ? { fresh } : {}),
  };
  const [first = ''] = path;
  plan(subject, shown, { edit, path, value: read.value, exported: restored, seen: { [first]: subject.service[first] ?? null } }, told);
}

/** A text that left, as a value again. */
function valueOfText(subject: Subject, field: SheetField, text: string) {
  if (text === '') return emptyValue(subject, field);
  return readCell(field, field.input === 'date' ? { day: text } : text, subject);
}

type Shown = Omit<SheetChange, 'at' | 'line' | 'id' | 'title'>;

/** Notes a change as the window shows it and as a draft carries it out. */
function plan({ id, title, row }: Subject, shown: Shown, change: Omit<PlannedChange, 'id'>, told: Told): void {
  told.changes.push({ at: told.plan.length, line: row.line, id, title, ...shown });
  told.plan.push({ id, ...change });
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
  const text = cells.map(([field, cell]) => amountText(field, cell, subject)).join(' · ');
  const head = first[0].head.split(':')[0]?.trim() ?? '';
  const seen = { currency: service['currency'] ?? null };
  plan(
    subject,
    { state: 'added', field: head, base: '', sheet: text, today: '', restorable: false },
    { edit, path: [], value: body, exported: undefined, seen },
    told,
  );
}

/** A number with its currency, anything else as it stands. */
function amountText(field: SheetField, cell: SheetCell, subject: Subject): string {
  const read = field.input === 'money' ? readCell(field, cell, subject) : null;
  const { currency } = subject.view;
  if (!read?.ok || typeof read.value !== 'bigint' || typeof currency !== 'string') return cellText(cell);
  return `${decimalOf(read.value, currency)} ${currency}`;
}
