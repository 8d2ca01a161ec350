import { checkEdit } from '#main/edits/record/record-edit.ts';
import { cellText, dayInOrder, type DayOrder, type SheetCell } from '#main/library/sheets/reformatted.ts';
import { isShortened } from '#main/library/tables/number-cell.ts';
import type { CellProblem } from '#shared/sheets/sheet-look.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { SheetField } from '#shared/sheets/sheet-fields.ts';
import { parseDate } from '#shared/values/dates.ts';
import { exponentOf, minorOf, parseAmount } from '#shared/values/money.ts';
import { spoiledBy } from '#main/library/tables/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import type { ChosenNames } from './edit-sheet.ts';

/** The record and the user that a cell is read for. */
export interface CellOf {
  id: string;
  kind: RecordKind;
  view: JsonObject;
  names: ChosenNames;
  locale: string;
  /** The order of the sheet's dates that are texts. */
  order: DayOrder | null;
}

type ReadCell = { ok: true; value: JsonValue } | { ok: false; why: CellProblem };
const bad = (why: CellProblem): ReadCell => ({ ok: false, why });

/** A cell as the value of its field. */
export function readCell(field: SheetField, cell: SheetCell, subject: CellOf): ReadCell {
  const text = cellText(cell).trim();
  // A text cell that begins as a formula was left as a text by the spreadsheet.
  if (typeof cell === 'string' && !text.startsWith('=') && spoiledBy(text) !== null) return bad('spoiled');
  const read = readByInput(field, cell, text, subject);
  return read.ok ? checked(field, read.value, subject) : read;
}

function readByInput(field: SheetField, cell: SheetCell, text: string, { view, names, locale, order }: CellOf): ReadCell {
  if (field.input === 'date') return readDay(cell, text, order);
  if (field.input === 'money') return readMoney(cell, text, view, locale);
  if (cell !== null && typeof cell === 'object' && 'day' in cell) return bad('notText');
  if (typeof cell === 'boolean') return bad('notText');
  if (cell !== null && typeof cell === 'object' && (!/^-?\d{1,15}(\.\d+)?$/.test(text) || isShortened(text))) return bad('shortened');
  if (field.refers) {
    const id = isUuid(text) ? text.toLowerCase() : names.idOf(field.refers, text);
    return id === null ? bad('unknownName') : { ok: true, value: id };
  }
  if (field.input === 'currency') return { ok: true, value: text.toUpperCase() };
  return { ok: true, value: typeof cell === 'string' && field.input === 'paragraph' ? cell : text };
}

function readDay(cell: SheetCell, text: string, order: DayOrder | null): ReadCell {
  if (cell !== null && typeof cell === 'object' && 'day' in cell) return { ok: true, value: cell.day };
  if (typeof cell !== 'string') return bad('notDate');
  const read = parseDate(dayInOrder(text, order) ?? text);
  return read.kind === 'date' ? { ok: true, value: read.date } : bad(read.kind === 'ambiguous' ? 'unclearDate' : 'notDate');
}

function readMoney(cell: SheetCell, text: string, view: JsonObject, locale: string): ReadCell {
  const currency = typeof view['currency'] === 'string' ? view['currency'] : null;
  if (exponentOf(currency) === null || currency === null) return bad('notAmount');
  if (cell !== null && typeof cell === 'object' && 'number' in cell) {
    const match = /^(-?\d{1,18})(?:\.(\d{1,12}))?$/.exec(cell.number);
    const minor = match && minorOf({ digits: BigInt(`${match[1]}${match[2] ?? ''}`), scale: match[2]?.length ?? 0 }, currency);
    return minor === null ? bad('notAmount') : { ok: true, value: minor };
  }
  const read = typeof cell === 'string' ? parseAmount(text, currency, locale) : null;
  return read?.kind === 'amount' ? { ok: true, value: read.minor } : bad('notAmount');
}

/** Refuses a value that its kind of edit does not take. */
function checked({ edit, path, adds }: SheetField, value: JsonValue, { id, kind }: CellOf): ReadCell {
  const answer = checkEdit({ kind: edit, recordKind: kind, recordId: id, body: withValue({}, path, value) });
  const own = answer.ok ? [] : answer.issues.filter(({ path: at }) => !adds || at.join('.') === path.join('.'));
  return own.length === 0 ? { ok: true, value } : bad('invalid');
}

export function emptyValue(subject: CellOf, field: SheetField): ReadCell {
  const read = checked(field, '', subject);
  return read.ok ? read : bad('cannotBeEmpty');
}
