import { checkEdit } from '#main/edits/record/record-edit.ts';
import { cellText, dayInOrder, type DayOrder, type SheetCell } from '#main/library/sheets/reformatted.ts';
import { isShortened } from '#main/library/tables/number-cell.ts';
import type { CellProblem } from '#shared/sheets/sheet-comparison.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { SheetField, SheetTag } from '#shared/sheets/sheet-fields.ts';
import { parseDate } from '#shared/values/dates.ts';
import { exponentOf, minorOf, parseAmount, separatorsOf } from '#shared/values/money.ts';
import { spoiledBy } from '#main/library/tables/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { tagCells, type ChosenNames } from './edit-sheet.ts';
import type { TagCells } from './sheet-tags.ts';

/** The record and the user that a cell is read for. */
export interface CellOf {
  id: string;
  kind: RecordKind;
  view: JsonObject;
  /** Without open edits. */
  service: JsonObject;
  names: ChosenNames;
  locale: string;
  /** The decimal sign of the file's amounts that are texts; null where they do not tell. */
  decimal: '.' | ',' | null;
  /** The order of the sheet's dates that are texts. */
  order: DayOrder | null;
}

type ReadCell = { ok: true; value: JsonValue } | { ok: false; why: CellProblem };
const bad = (why: CellProblem): ReadCell => ({ ok: false, why });

/** A cell as the value of its field. */
export function readCell(field: SheetField, cell: SheetCell, subject: CellOf): ReadCell {
  const text = cellText(cell).trim();
  // A text cell that begins as a formula was left as a text by the spreadsheet.
  const spoiled = typeof cell === 'string' && !text.startsWith('=') ? spoiledBy(text) : null;
  if (spoiled !== null) return bad(spoiled === 'noResult' ? spoiled : 'spoiled');
  const read = readByInput(field, cell, text, subject);
  return read.ok ? checked(field, read.value, subject) : read;
}

/** The cells of a column of custom properties for this record. */
export const tagsOf = (tag: SheetTag, { view, service, names }: Pick<CellOf, 'view' | 'service' | 'names'>): TagCells =>
  tagCells(tag, [view, service], names);

function readByInput(field: SheetField, cell: SheetCell, text: string, subject: CellOf): ReadCell {
  const { names, order } = subject;
  if (field.input === 'date') return readDay(cell, text, order);
  if (field.input === 'money') return readMoney(cell, text, subject);
  if (cell !== null && typeof cell === 'object' && 'day' in cell) return bad('notText');
  if (typeof cell === 'boolean') return bad('notText');
  if (field.tag) return { ok: true, value: tagsOf(field.tag, subject).read(text).value };
  if (cell !== null && typeof cell === 'object' && (!/^-?\d{1,15}(\.\d+)?$/.test(text) || isShortened(text))) return bad('shortened');
  if (field.refers) {
    const id = isUuid(text) ? text.toLowerCase() : names.idOf(field.refers, text);
    return id === null ? bad('unknownName') : { ok: true, value: id };
  }
  if (field.input === 'currency') return { ok: true, value: text.toUpperCase() };
  return { ok: true, value: typeof cell === 'string' && field.input === 'paragraph' ? cell : text };
}

const localeWith = { '.': 'en', ',': 'de' };

function readDay(cell: SheetCell, text: string, order: DayOrder | null): ReadCell {
  if (cell !== null && typeof cell === 'object' && 'day' in cell) return { ok: true, value: cell.day };
  if (typeof cell !== 'string') return bad('notDate');
  const read = parseDate(dayInOrder(text, order) ?? text);
  return read.kind === 'date' ? { ok: true, value: read.date } : bad(read.kind === 'ambiguous' ? 'unclearDate' : 'notDate');
}

function readMoney(cell: SheetCell, text: string, { view, locale, decimal }: CellOf): ReadCell {
  const currency = typeof view['currency'] === 'string' ? view['currency'] : null;
  if (exponentOf(currency) === null || currency === null) return bad('notAmount');
  if (cell !== null && typeof cell === 'object' && 'number' in cell) {
    const match = /^(-?\d{1,18})(?:\.(\d{1,12}))?$/.exec(cell.number);
    const minor = match && minorOf({ digits: BigInt(`${match[1]}${match[2] ?? ''}`), scale: match[2]?.length ?? 0 }, currency);
    return minor === null ? bad('notAmount') : { ok: true, value: minor };
  }
  if (typeof cell !== 'string') return bad('notAmount');
  const told = decimal === null ? null : parseAmount(text, currency, localeWith[decimal]);
  if (told?.kind === 'amount') return { ok: true, value: told.minor };
  // A colleague's program may part thousands by our decimal sign: 1,234 is two amounts of a currency with three decimals.
  const [read, other] = [locale, localeWith[separatorsOf(locale).decimal === ',' ? '.' : ',']].map((one) =>
    parseAmount(text, currency, one),
  );
  if (read?.kind !== 'amount') return bad('notAmount');
  return other?.kind === 'amount' && other.minor !== read.minor ? bad('unclearAmount') : { ok: true, value: read.minor };
}

/** Refuses a value that its kind of edit does not take. */
function checked({ edit, path, adds }: SheetField, value: JsonValue, { id, kind }: CellOf): ReadCell {
  const answer = checkEdit({ kind: edit, recordKind: kind, recordId: id, body: withValue({}, path, value) });
  const own = answer.ok ? [] : answer.issues.filter(({ path: at }) => !adds || at.join('.') === path.join('.'));
  return own.length === 0 ? { ok: true, value } : bad('invalid');
}

export function emptyValue(subject: CellOf, field: SheetField): ReadCell {
  const read = checked(field, field.tag ? tagsOf(field.tag, subject).read('').value : '', subject);
  return read.ok ? read : bad('cannotBeEmpty');
}
