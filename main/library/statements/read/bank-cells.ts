import { exponentOf, largestMinor, minorOf, type Decimal } from '#shared/values/money.ts';
import { StatementRefused } from '#shared/statements/statement.ts';
import { amountText, decimalSignOf, readDecimal, type AmountText, type DecimalSign } from '#main/library/tables/amount-text.ts';
import { dateText } from '#main/library/tables/date-text.ts';
import { isBlank, textOfCell, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { dateOfSerial } from '#main/library/tables/number-cell.ts';

type DateOrder = 'iso' | 'dmy' | 'mdy' | 'ymd';

/** The writing of a file's amounts and dates. */
export interface Writing {
  decimal: DecimalSign;
  order: DateOrder;
  /** The first year of its serial numbers of days. */
  base: 1900 | 1904;
}

/** True for a cell without an amount: banks write a dash there too. */
export const isWithoutAmount = (cell: Cell | undefined): boolean => isBlank(cell) || /^\s*[-–—]\s*$/.test(textOfCell(cell));

/** Letters of a word, without case, accents and signs. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-zøæß]/g, '');

/** An amount with its word for the direction behind it as a sign: `1.200,00 S`, `118.00 Cr`. A currency's letters are no such word. */
function amountIn(text: string): AmountText | null {
  const [, figures = '', word = ''] = /^(.*[\d)])\s*(CR|DR|C|D|S|H|\+)\.?$/is.exec(text.trim()) ?? [];
  if (word === '') return amountText(text);
  const amount = amountText(figures);
  return amount && /^(?:DR|D|S)$/i.test(word) ? { ...amount, negative: true } : amount;
}

/** True where an amount stands, whatever its decimal sign. */
export const isAmount = (cell: Cell | undefined): boolean => (typeof cell === 'string' ? amountIn(cell) !== null : cell?.kind === 'number');

/** The currency beside an amount; null for none. */
export const currencyBeside = (cell: Cell | undefined): string | null =>
  typeof cell === 'string' ? (amountIn(cell)?.currency ?? null) : null;

/** An amount in minor units, exactly; null where there is none. */
export function minorOfCell(cell: Cell | undefined, decimal: DecimalSign, currency: string, where: string): bigint | null {
  if (cell === undefined || isWithoutAmount(cell)) return null;
  const isNumber = typeof cell !== 'string';
  const text = isNumber ? cell.text : cell;
  const amount = amountIn(text);
  const value = amount && readDecimal(amount, isNumber ? '.' : decimal);
  const places = exponentOf(currency) ?? 0;
  const exact = value && value.scale > places && isNumber ? rounded(value, places) : value;
  const minor = exact ? minorOf(exact, currency) : null;
  if (minor === null || minor > largestMinor || minor < -largestMinor) throw new StatementRefused('badAmount', `${where}: ${text}`);
  return minor;
}

/** A spreadsheet keeps 10.35 as 10.350000000000001. */
function rounded({ digits, scale }: Decimal, places: number): Decimal {
  const factor = 10n ** BigInt(scale - places);
  const near = (digits + (digits < 0n ? -factor : factor) / 2n) / factor;
  const off = digits - near * factor;
  return (off < 0n ? -off : off) * 1_000_000n < factor ? { digits: near, scale: places } : { digits, scale };
}

/** The decimal sign that the file's amounts prove. `wholeOnly`: none of its currencies has decimals. */
export function decimalOf(cells: readonly { cell: Cell | undefined; row: GridRow }[], wholeOnly: boolean): DecimalSign {
  const proven = new Map<string, { text: string; row: number }>();
  for (const { cell, row } of cells) {
    const body = typeof cell === 'string' && !isWithoutAmount(cell) ? amountIn(cell)?.body : undefined;
    const sign = decimalSignOf(body ?? '0');
    if (sign !== null && sign !== 'bad' && !proven.has(sign)) proven.set(sign, { text: body ?? '', row: row.row });
  }
  if (proven.has('.') && proven.has(',')) throw new StatementRefused('badAmount', 'points and commas as decimal signs');
  const unclear = proven.size === 1 ? proven.get('either') : undefined;
  if (unclear && wholeOnly) return unclear.text.includes(',') ? '.' : ',';
  if (unclear) throw new StatementRefused('unclearAmount', `row ${unclear.row}: ${unclear.text}`);
  return proven.has(',') ? ',' : '.';
}

/** Signs that banks write behind a day: a zone, a time without signs, a day of the week in brackets. */
const behindDay = /(?<=\d)(?:Z|[+-]\d{2}:?\d{2})$|(?<=^\d{8})\d{4,6}$|\s*[(（][^)）\d]{1,4}[)）]$/;

/** The readings of a date by each order; null for a cell that is none. */
export function readDates(cell: Cell | undefined, base: 1900 | 1904): Partial<Record<DateOrder, string>> | null {
  if (cell === undefined) return null;
  if (typeof cell !== 'string') {
    const day = cell.kind === 'date' ? cell.text : cell.kind === 'number' ? (dateOfSerial(cell.text, base) ?? '') : '';
    const iso = day.slice(0, 10);
    return iso < '1990' || iso > '2101' ? null : { iso, dmy: iso, mdy: iso, ymd: iso };
  }
  const text = cell.trim();
  const withTime = /\d[T ]\d{1,2}:\d{2}/.test(text);
  const found = dateText(withTime || !/[+-]\d{2}:?\d{2}$/.test(text) ? text.replace(behindDay, '') : text)?.readings;
  if (!found || Object.keys(found).every((order) => order.startsWith('serial'))) return null;
  const { iso, dmy, mdy, ymd } = found;
  return iso === undefined
    ? { ...(dmy ? { dmy } : {}), ...(mdy ? { mdy } : {}), ...(ymd ? { ymd } : {}) }
    : { iso, dmy: iso, mdy: iso, ymd: iso };
}

/** The order that every date of the file has. Where two fit, the one in which the days follow each other, or the usual one beside a decimal comma. */
export function orderOf(cells: readonly { cell: Cell | undefined; row: GridRow }[], decimal: DecimalSign, base: 1900 | 1904): DateOrder {
  const days = cells.map(({ cell }) => readDates(cell, base) ?? {});
  const fitting = (['iso', 'dmy', 'mdy', 'ymd'] as const).filter((order) => days.every((day) => day[order] !== undefined));
  const inOrder = (order: DateOrder) => {
    const each = days.map((day) => day[order] ?? '');
    const sorted = each.toSorted();
    return (
      [sorted, sorted.toReversed()].some((some) => some.join() === each.join()) &&
      (sorted.at(-1) ?? '').slice(0, 7) <= month(sorted[0] ?? '', 3)
    );
  };
  const distinct = fitting.filter((order, at) => days.some((day) => day[order] !== day[fitting[0]!]) || at === 0);
  const usual = decimal === ',' ? 'dmy' : undefined;
  const ordered = distinct.filter(inOrder);
  const found = distinct.length === 1 ? distinct[0] : ordered.length === 1 ? ordered[0] : distinct.find((order) => order === usual);
  const [first] = cells;
  if (!found)
    throw new StatementRefused(fitting.length === 0 ? 'badDate' : 'unclearDate', `row ${first?.row.row ?? 0}: ${textOfCell(first?.cell)}`);
  return found;
}

const month = (day: string, more: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + more, 1)).toISOString().slice(0, 7);
