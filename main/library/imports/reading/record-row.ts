import { isBankNumber, readBankNumber } from '#shared/bank-number.ts';
import { exactNumber, parseJson, strangersLimits, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import { quote, type CellProblem, type FileProblem } from '#shared/messages/files/file-problem.ts';
import { isInstant } from '#shared/values/dates.ts';
import { readYesNo } from '#shared/values/yes-no.ts';
import { largestMinor, exponentOf, minorOf, plainDecimal } from '#shared/values/money.ts';
import { plainId } from '#shared/values/plain-id.ts';
import { readCell } from '#main/library/tables/spoiled-cell.ts';
import { isUuid } from '#shared/values/uuid.ts';
import { amountText, decimalSignOf } from '#main/library/tables/amount-text.ts';
import { dateText, looksLikeMadeDate } from '#main/library/tables/date-text.ts';
import { isBlank, textOfCell, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { dateOfSerial, isShortened } from '#main/library/tables/number-cell.ts';
import type { Table } from '#main/library/tables/table.ts';
import { currencyCode, currencyOfRow, decimalOfCell, type Conventions, type MappedColumn } from './conventions.ts';

/** The means to read every row of a file. */
export interface RowReading {
  columns: readonly MappedColumn[];
  conventions: Conventions;
  base: 1900 | 1904;
  /** Columns whose dates the spreadsheet read with day and month swapped. */
  swapped: ReadonlySet<string>;
  /** A workbook says which cells are texts: one of them is no formula, whatever it begins with. */
  isBook: boolean;
}

type Answer = { is: 'value'; value: JsonValue; currency?: string } | { is: 'problem'; cell: CellProblem } | { is: 'open' };
const right = (value: JsonValue, currency?: string): Answer => ({ is: 'value', value, ...(currency === undefined ? {} : { currency }) });
const wrong = (cell: CellProblem): Answer => ({ is: 'problem', cell });
const open: Answer = { is: 'open' };

/** Columns in which some dates are texts with a day above 12 and all that the spreadsheet took for dates have none: it read them in its own order. */
export function swappedColumns(table: Table, columns: readonly MappedColumn[]): Set<string> {
  const swapped = new Set<string>();
  for (const { name, at, fact } of columns) {
    if (fact.type !== 'date' && fact.type !== 'instant') continue;
    let [typed, above, texts] = [0, 0, 0];
    for (const { cells } of table.rows) {
      const cell = cells[at];
      if (cell === undefined || isBlank(cell)) continue;
      if (typeof cell !== 'string') {
        typed += 1;
        if (Number(cell.text.slice(8, 10)) > 12) above += 1;
      } else if (Object.keys(dateText(cell)?.readings ?? {}).length === 1 && dateText(cell)?.readings.iso === undefined) texts += 1;
    }
    if (typed > 0 && above === 0 && texts > 0) swapped.add(name);
  }
  return swapped;
}

/** One row as a record, with every cell that cannot be used. Empty cells are absent fields. */
export function recordOfRow(reading: RowReading, { row, cells }: GridRow): { value: JsonObject; problems: FileProblem[] } {
  const { columns } = reading;
  const problems: FileProblem[] = [];
  let value: JsonObject = {};
  for (const column of columns) {
    const cell = cells[column.at];
    if (cell === undefined || isBlank(cell)) continue;
    const { text, spoiled } = readCell(textOfCell(cell));
    if (text === '') continue;
    const { type } = column.fact;
    // A rate may have an exponent: its own reading judges it.
    const isRate = spoiled === 'shortened' && type === 'number';
    const isText = spoiled === 'formula' && reading.isBook && type === 'text' && !isCode(column.path);
    const answer = spoiled !== null && !isRate && !isText ? wrong(spoiled) : answerOf(reading, column, cells, cell, text);
    if (answer.is === 'problem') problems.push(cellProblem(column, row, text, answer.cell));
    if (answer.is !== 'value') continue;
    // A fresh object of this row: most fields are of its first level.
    if (column.path.includes('.')) value = withValue(value, column.path.split('.'), answer.value);
    else value[column.path] = answer.value;
    const currencyPath = column.fact.currencyPath?.join('.');
    if (answer.currency !== undefined && currencyPath !== undefined && !columns.some(({ path }) => path === currencyPath))
      value = withValue(value, currencyPath.split('.'), answer.currency);
  }
  for (const column of columns) {
    const text = value[column.path];
    if (typeof text === 'string' && lacksZero(column.path, text, value)) problems.push(cellProblem(column, row, text, 'zeroLost'));
  }
  return { value, problems };
}

const cellProblem = ({ name, letter }: MappedColumn, line: number, text: string, cell: CellProblem): FileProblem => {
  return { line, what: 'cell', quoted: quote(name), text: quote(text), cell, at: `${letter}${line}` };
};

function answerOf(reading: RowReading, column: MappedColumn, row: readonly Cell[], cell: Cell, text: string): Answer {
  const { type } = column.fact;
  switch (type) {
    case 'money':
      return amountOf(reading, column, row, cell, text);
    case 'integer':
      return integerOf(typeof cell === 'string' ? text : cell.text);
    case 'number':
      return numberOf(reading, cell, text);
    case 'uuid': {
      const id = plainId(text);
      return isUuid(id) ? right(id) : wrong('id');
    }
    case 'date':
    case 'instant':
      return dateOf(reading, column, cell, text);
    case 'boolean': {
      const yes = typeof cell === 'string' ? readYesNo(text) : cell.text === 'true';
      return yes === null ? wrong('boolean') : right(yes);
    }
    case 'object':
    case 'array':
      return jsonOf(text, type);
    case 'currency': {
      const code = currencyCode(text);
      return code === null ? wrong('currency') : right(code);
    }
    case 'enum':
    case 'country':
      return isEnumName(text) ? right(text) : wrong('enumWord');
    case 'text':
      return textOf(column.path, cell, text);
  }
}

function amountOf({ columns, conventions }: RowReading, column: MappedColumn, row: readonly Cell[], cell: Cell, text: string): Answer {
  const { decimal, unit } = conventions;
  if (typeof cell !== 'string' && cell.kind !== 'number') return wrong('noAmount');
  const written = typeof cell === 'string' ? amountText(text) : null;
  if (typeof cell === 'string' && written === null) return wrong('noAmount');
  if (decimal === null && written !== null && /[.,]/.test(written.body)) return open;
  const value = decimalOfCell(cell, text, decimal);
  if (value === null) return wrong('twoReadings');
  if (unit === null && value.digits !== 0n) return open;
  const currency = currencyOfRow(row, columns, column, cell, conventions);
  if (written?.currency != null && currency !== null && written.currency !== currency) return wrong('otherCurrency');
  if (unit === 'minor') return value.scale === 0 ? minorValue(value.digits, currency) : wrong('integer');
  if (currency === null || exponentOf(currency) === null) return value.digits === 0n ? minorValue(0n, currency) : wrong('noCurrency');
  // 1,250 among amounts of two decimals may be a thousand.
  if (written !== null && value.scale > (exponentOf(currency) ?? 0) && decimalSignOf(written.body) === 'either')
    return wrong('twoReadings');
  const minor = minorOf(value, currency);
  return minor === null ? wrong('decimals') : minorValue(minor, currency);
}

function minorValue(minor: bigint, currency: string | null): Answer {
  if (minor > largestMinor || minor < -largestMinor - 1n) return wrong('tooLarge');
  return right(Number.isSafeInteger(Number(minor)) ? Number(minor) : minor, currency ?? undefined);
}

/** An int64 has nineteen; zeros may stand before it. */
const mostFigures = 40;

function integerOf(text: string): Answer {
  if (!/^-?\d+$/.test(text)) return wrong('integer');
  return text.length > mostFigures ? wrong('tooLarge') : minorValue(BigInt(text), null);
}

function numberOf({ conventions: { decimal } }: RowReading, cell: Cell, text: string): Answer {
  if (typeof cell === 'string' && text.length <= strangersLimits.maxNumber && /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/.test(text))
    return right(exactNumber(text));
  const amount = typeof cell === 'string' ? amountText(text) : null;
  if (typeof cell === 'string' && amount === null) return wrong('decimal');
  if (decimal === null && amount !== null && /[.,]/.test(amount.body)) return open;
  const value = decimalOfCell(cell, text, decimal);
  return value === null ? wrong('decimal') : right(exactNumber(plainDecimal(value)));
}

function dateOf({ conventions: { dates }, base, swapped }: RowReading, column: MappedColumn, cell: Cell, text: string): Answer {
  const problem: CellProblem = column.fact.type === 'date' ? 'date' : 'instant';
  const put = (date: string, time: string): Answer => {
    if (date < '1990' || date >= '2101') return wrong('year');
    return right(column.fact.type === 'date' ? date : `${date}T${time === '' ? '00:00:00' : time}`);
  };
  if (typeof cell !== 'string') {
    if (swapped.has(column.name)) return wrong('swappedDate');
    if (cell.kind === 'boolean') return wrong(problem);
    const known = cell.kind === 'date' ? cell.text : (dateText(cell.text)?.readings.iso ?? dateOfSerial(cell.text, base));
    return known === null ? wrong(problem) : put(known.slice(0, 10), known.slice(11, 19));
  }
  if (isInstant(text))
    return text < '1990' || text >= '2101' ? wrong('year') : right(column.fact.type === 'date' ? text.slice(0, 10) : text);
  const read = dateText(text);
  if (read === null) return wrong(problem);
  const { readings, time } = read;
  if (readings.iso !== undefined) return put(readings.iso, time);
  if (dates === null) return open;
  const date = readings[dates === 'iso' ? 'dmy' : dates];
  return date === undefined || dates === 'iso' ? wrong(problem) : put(date, time);
}

function jsonOf(cell: string, type: 'object' | 'array'): Answer {
  const parsed = parseJson(cell, strangersLimits);
  const fits = parsed.ok && typeof parsed.value === 'object' && Array.isArray(parsed.value) === (type === 'array');
  return parsed.ok && fits ? right(parsed.value) : wrong('json');
}

/** A value as the service writes it; a word of another language among them is nobody's status. */
const isEnumName = (text: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(text);

/** Numbers that look like codes: a spreadsheet must not have touched them. */
const isCode = (path: string): boolean =>
  /(?:ccountNumber|AccountCode|AccountBic|BankgiroNumber|^vatId|^identifier|^invoiceNumber|^poNumber|zipcode|Zipcode)$/.test(path);

function textOf(path: string, cell: Cell, text: string): Answer {
  if (isCode(path)) {
    if (typeof cell !== 'string' && cell.kind === 'date') return wrong('becameDate');
    if (typeof cell === 'string' && looksLikeMadeDate(text)) return wrong('becameDate');
    if (typeof cell !== 'string' && isShortened(cell.text)) return wrong('shortened');
  }
  if (/(?:ankAccountNumber|BankgiroNumber)$/.test(path) && !/\d/.test(text)) return wrong('noFigure');
  // A number with another character stays as it is written: a later check names the character.
  const number = isBankNumber([path]) ? readBankNumber([path], text) : null;
  return right(number?.ok ? number.number : text);
}

/** Postal codes of so many figures, the first of which may be a zero. */
const zipFigures: Record<string, number> = { DE: 5, FR: 5, ES: 5, IT: 5, US: 5, FI: 5, EE: 5, MX: 5, TR: 5, HR: 5, JP: 7, BR: 8 };

/** True where a number has one figure less than all of its country: spreadsheets drop zeros in front. */
function lacksZero(path: string, text: string, value: JsonObject): boolean {
  const textAt = (name: string) => (typeof value[name] === 'string' ? value[name].toUpperCase() : '');
  const country = path.startsWith('bank') || path.startsWith('domestic') ? bankCountryOf(textAt) : textAt('country');
  if (/^(?:zipcode|bankZipcode)$/.test(path)) return /^\d+$/.test(text) && text.length === (zipFigures[country] ?? 0) - 1;
  if (country === 'GB' && path === 'domesticBankAccountCode') return /^\d{5}$/.test(text.replaceAll(/[- ]/g, ''));
  if (country === 'GB' && /^(?:domesticBankAccountNumber|bankAccountNumber)$/.test(path)) return /^\d{6,7}$/.test(text);
  if (country === 'US' && path === 'domesticBankAccountCode') return /^\d{8}$/.test(text);
  return false;
}

function bankCountryOf(textAt: (name: string) => string): string {
  const bic = readBankNumber(['bankAccountBic'], textAt('bankAccountBic'));
  return textAt('bankCountry') || (bic.ok && /^[A-Z]{6}/.test(bic.number) ? bic.number.slice(4, 6) : '') || textAt('country');
}
