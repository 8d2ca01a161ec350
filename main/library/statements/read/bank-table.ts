import { isIban } from '#shared/bank-number.ts';
import { currencyExponents } from '#shared/values/currencies.ts';
import { exponentOf, largestMinor, minorOf } from '#shared/values/money.ts';
import { plainAccount, StatementRefused, type Statement, type StatementFormat, type StatementLine } from '#shared/statements/statement.ts';
import { amountText, decimalSignOf, readDecimal, type DecimalSign } from '#main/library/tables/amount-text.ts';
import { dateText } from '#main/library/tables/date-text.ts';
import { isBlank, textOfCell, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { readSource } from '#main/library/tables/read-source.ts';
import { columnsOf, type Columns } from './bank-columns.ts';
import { checkCount, endToEndOf, oneLine } from './values.ts';

type DateOrder = 'iso' | 'dmy' | 'mdy' | 'ymd';

/** Rows among which the headings are. */
const lookedAt = 60;
const opens =
  /anfangssaldo|alter (?:konto)?saldo|alter kontostand|opening balance|solde (?:initial|pr[eé]c[eé]dent)|beginsaldo|ing[aå]ende saldo|saldo iniziale/i;
const closes =
  /endsaldo|neuer (?:konto)?saldo|neuer kontostand|^kontostand|closing balance|solde final|nouveau solde|eindsaldo|utg[aå]ende saldo|saldo finale/i;
const total = /^\W*(?:gesamt|zwischen|grand )?(?:summe|total|totaal|totale|somme|suma|summa)/i;

/** Reads a bank's table, CSV or a spreadsheet: lines below a preamble, in one amount column with a sign or in two, with or without a closing sum. */
export async function readBankTable(bytes: Uint8Array): Promise<{ format: StatementFormat; statements: Statement[] }> {
  const source = await readSource(bytes, 'statement.csv');
  if (!('grid' in source)) throw new StatementRefused('notStatement', 'neither camt, MT940, OFX nor a table of lines');
  const { rows } = source.grid;
  const at = rows.slice(0, lookedAt).findIndex(({ cells }) => columnsOf(cells) !== null);
  const columns = columnsOf(rows[at]?.cells ?? []);
  if (!columns) throw new StatementRefused('notStatement', 'no headings of a date and an amount');
  return {
    format: 'table',
    statements: statementsOf(columns, rows.slice(0, at), rows.slice(at + 1), textOfCell(rows[at]?.cells[columns.amount ?? -1])),
  };
}

/** Tells whether a table is a bank's: besides a date and an amount it has balances, an amount column for each direction, or the other side's account. */
export async function isBankTable(bytes: Uint8Array): Promise<boolean> {
  const source = await readSource(bytes, 'statement.csv');
  if (!('grid' in source)) return false;
  const rows = source.grid.rows.slice(0, lookedAt);
  const columns = rows.map(({ cells }) => columnsOf(cells)).find((each) => each !== null);
  if (!columns) return false;
  const { balance, credit, payer, payerAccount, text } = columns;
  const hasBalances = rows.some(({ cells }) => cells.some((cell) => opens.test(textOfCell(cell)) || closes.test(textOfCell(cell))));
  return balance !== null || credit !== null || hasBalances || (payer !== null && payerAccount !== null && text.length > 0);
}

const textAt = ({ cells }: GridRow, at: number | null): string => (at === null ? '' : textOfCell(cells[at]).trim());

function statementsOf(columns: Columns, above: readonly GridRow[], below: readonly GridRow[], amountHeading: string): Statement[] {
  const isLine = (row: GridRow) => readDates(row.cells[columns.date] ?? '') !== null;
  const body = below.filter(isLine);
  checkCount(body.length);
  const decimal = decimalOf(columns, body);
  const order = orderOf(columns, body, decimal);
  const currencyIn = currencyOf(above, amountHeading);
  const around = [...above, ...below.filter((row) => !isLine(row))];
  const own = accountIn(above);
  const read = body.map((row) => {
    const currency = textAt(row, columns.currency).toUpperCase() || (amountText(textAt(row, columns.amount))?.currency ?? currencyIn);
    if (!currencyExponents.has(currency)) throw new StatementRefused('noCurrency', `row ${row.row}`);
    const account = plainAccount(textAt(row, columns.own)) || own;
    if (account === '') throw new StatementRefused('noAccount', `row ${row.row}`);
    return { account, currency, row, line: lineOf(columns, row, { decimal, order, currency }) };
  });
  const groups = [...Map.groupBy(read, ({ account, currency }) => `${account} ${currency}`).values()];
  return groups.map((group): Statement => {
    const { account, currency } = group[0]!;
    const lines = group.map(({ line }) => line);
    const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
    const minorIn = (cell: Cell | undefined, row: number) => minorOfCell(cell, { decimal, currency }, `row ${row}`);
    const [openingMinor, closingMinor] = groups.length > 1 ? [null, null] : balancesOf(columns, group, around, minorIn);
    if (groups.length === 1) checkTotal(around, lines, minorIn, currency);
    return {
      ...{ account, bank: '', currency, from: days[0] ?? '', to: days.at(-1) ?? '' },
      ...{ openingMinor, closingMinor, sequence: '', lines },
    };
  });
}

interface Writing {
  decimal: DecimalSign;
  currency: string;
}

function minorOfCell(cell: Cell | undefined, { decimal, currency }: Writing, where: string): bigint | null {
  if (isBlank(cell)) return null;
  const isNumber = typeof cell !== 'string';
  const text = isNumber ? (cell?.text ?? '') : cell;
  const amount = amountText(text.replace(/\s*(?:CR|C|H|\+)$/i, '').replace(/^(.*?)\s*(?:DR|D|S)$/i, '-$1'));
  const value = amount && readDecimal(amount, isNumber ? '.' : decimal);
  const exact = value && value.scale > (exponentOf(currency) ?? 0) && isNumber ? rounded(value, exponentOf(currency) ?? 0) : value;
  const minor = exact ? minorOf(exact, currency) : null;
  if (minor === null || minor > largestMinor || minor < -largestMinor) throw new StatementRefused('badAmount', `${where}: ${text}`);
  return minor;
}

/** A spreadsheet keeps 10.35 as 10.350000000000001. */
function rounded({ digits, scale }: { digits: bigint; scale: number }, places: number): { digits: bigint; scale: number } {
  const factor = 10n ** BigInt(scale - places);
  const near = (digits + (digits < 0n ? -factor : factor) / 2n) / factor;
  const off = digits - near * factor;
  return (off < 0n ? -off : off) * 1_000_000n < factor ? { digits: near, scale: places } : { digits, scale };
}

function lineOf(columns: Columns, row: GridRow, { order, ...writing }: Writing & { order: DateOrder }): StatementLine {
  const where = `row ${row.row}`;
  const minorAt = (at: number | null) => (at === null ? null : minorOfCell(row.cells[at], writing, where));
  const [credit, debit] = [minorAt(columns.credit), minorAt(columns.debit)];
  const abs = (minor: bigint | null) => (minor === null ? 0n : minor < 0n ? -minor : minor);
  const amount = minorAt(columns.amount);
  const sign = /^(?:s|d|dr|dbit|debit|af|soll|lastschrift|-)$/i.test(textAt(row, columns.sign)) ? -1n : 1n;
  const minor = columns.amount === null ? abs(credit) - abs(debit) : columns.sign === null ? (amount ?? 0n) : sign * abs(amount);
  const day = (at: number) => readDates(row.cells[at] ?? '')?.[order] ?? null;
  const bookedOn = day(columns.date);
  if (bookedOn === null) throw new StatementRefused('badDate', `${where}: ${textAt(row, columns.date)}`);
  const texts = columns.text.map((at) => textAt(row, at)).filter((text) => text !== '');
  return {
    ...{ bookedOn, valueOn: (columns.value === null ? null : day(columns.value)) ?? bookedOn, minor, currency: writing.currency },
    ...{ announced: /^(?:pending|vorgemerkt|announced)/i.test(textAt(row, columns.status)), reversal: false },
    ...{ payer: oneLine(textAt(row, columns.payer), 200), payerAccount: plainAccount(textAt(row, columns.payerAccount)).slice(0, 40) },
    ...{ endToEnd: endToEndOf(textAt(row, columns.endToEnd)), reference: '', text: oneLine(texts.join(' ')) },
    bankReference: oneLine(textAt(row, columns.bankReference), 100),
  };
}

/** The readings of a date by each order; null for a cell that is none. */
function readDates(cell: Cell): Partial<Record<DateOrder, string>> | null {
  if (typeof cell !== 'string') {
    const day = cell.kind === 'date' ? cell.text.slice(0, 10) : '';
    return day === '' ? null : { iso: day, dmy: day, mdy: day, ymd: day };
  }
  const found = dateText(cell)?.readings;
  if (!found || Object.keys(found).every((order) => order.startsWith('serial'))) return null;
  const { iso, dmy, mdy, ymd } = found;
  return iso === undefined
    ? { ...(dmy ? { dmy } : {}), ...(mdy ? { mdy } : {}), ...(ymd ? { ymd } : {}) }
    : { iso, dmy: iso, mdy: iso, ymd: iso };
}

/** The order that every date of the file has. Where two fit, the one in which the days follow each other, or the usual one beside a decimal comma. */
function orderOf(columns: Columns, body: readonly GridRow[], decimal: DecimalSign): DateOrder {
  const days = body.map((row) => readDates(row.cells[columns.date] ?? '') ?? {});
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
  if (!found) throw new StatementRefused('badDate', `row ${body[0]?.row ?? 0}: day or month first`);
  return found;
}
const month = (day: string, more: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + more, 1)).toISOString().slice(0, 7);

/** The decimal sign that the file's amounts prove. */
function decimalOf(columns: Columns, body: readonly GridRow[]): DecimalSign {
  const proven = new Set<string>();
  for (const row of body)
    for (const at of [columns.amount, columns.credit, columns.debit, columns.balance]) {
      const cell = at === null ? undefined : row.cells[at];
      const sign = typeof cell === 'string' ? decimalSignOf(amountText(cell)?.body ?? '0') : null;
      if (sign !== null && sign !== 'bad') proven.add(sign);
    }
  if (proven.has('.') && proven.has(',')) throw new StatementRefused('badAmount', 'points and commas as decimal signs');
  if (proven.size === 1 && proven.has('either')) throw new StatementRefused('badAmount', 'a point or comma that may part thousands');
  return proven.has(',') ? ',' : '.';
}

/** The one currency that the heading or the preamble names; '' where there is none or several. */
function currencyOf(above: readonly GridRow[], heading: string): string {
  const among = (text: string) => new Set((text.match(/\b[A-Z]{3}\b/g) ?? []).filter((code) => currencyExponents.has(code)));
  const inHeading = among(heading);
  const found = inHeading.size > 0 ? inHeading : among(above.flatMap(({ cells }) => cells.map(textOfCell)).join(' '));
  return found.size === 1 ? ([...found][0] ?? '') : '';
}

/** The account of the preamble: its first IBAN, or the number beside a word for it. */
function accountIn(above: readonly GridRow[]): string {
  const cells = above.map(({ cells: each }) => each.map((cell) => textOfCell(cell).trim()));
  for (const text of cells.flat())
    for (const [found] of text.toUpperCase().matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g))
      if (isIban(plainAccount(found))) return plainAccount(found);
  for (const row of cells) {
    const at = row.findIndex((text) => /^(?:konto|account|compte|rekening|conto|cuenta|iban)/i.test(text));
    const number = at < 0 ? null : /\d[\d /-]{4,}\d/.exec(row.slice(at).join(' '))?.[0];
    if (number) return plainAccount(number);
  }
  return '';
}

type MinorIn = (cell: Cell | undefined, row: number) => bigint | null;

/** Opening and closing balance: by words above or below the lines, or by the balance after each line; null where neither is there. */
function balancesOf(
  columns: Columns,
  group: readonly { row: GridRow; line: StatementLine }[],
  around: readonly GridRow[],
  minorIn: MinorIn,
): [bigint | null, bigint | null] {
  const besides = (words: RegExp) => {
    for (const { cells, row } of around) {
      const at = cells.findIndex((cell) => words.test(textOfCell(cell)));
      const amount =
        at < 0
          ? undefined
          : cells.slice(at + 1).find((cell) => typeof cell !== 'string' || (/\d[.,]\d{1,3}\b/.test(cell) && amountText(cell) !== null));
      if (amount !== undefined) return minorIn(amount, row);
    }
    return null;
  };
  const [opening, closing] = [besides(opens), besides(closes)];
  if (opening !== null && closing !== null) return [opening, closing];
  const after = group.map(({ row }) => (columns.balance === null ? null : minorIn(row.cells[columns.balance], row.row)));
  const [first, last] = [group[0], group.at(-1)];
  const [top, bottom] = [after[0] ?? null, after.at(-1) ?? null];
  if (!first || !last || top === null || bottom === null || after.includes(null)) return [null, null];
  // The newest line is first or last.
  const newestFirst = group.slice(1).every((_, at) => (after[at] ?? 0n) - (group[at]?.line.minor ?? 0n) === after[at + 1]);
  return newestFirst && group.length > 1 ? [bottom - last.line.minor, top] : [top - first.line.minor, bottom];
}

/** A closing sum is of the lines, in, out or together. */
function checkTotal(around: readonly GridRow[], lines: readonly StatementLine[], minorIn: MinorIn, currency: string): void {
  const sum = (of: readonly StatementLine[]) => of.reduce((all, { minor }) => all + minor, 0n);
  const [into, out] = [sum(lines.filter(({ minor }) => minor > 0n)), sum(lines.filter(({ minor }) => minor < 0n))];
  const fits = new Set([into, out, -out, into + out, -into - out]);
  for (const { cells, row } of around) {
    if (!total.test(textOfCell(cells.find((cell) => !isBlank(cell))))) continue;
    const amounts = cells.filter((cell) => typeof cell !== 'string' || /\d[.,]\d{1,3}\b/.test(cell)).map((cell) => minorIn(cell, row));
    const wrong = amounts.find((amount) => amount !== null && !fits.has(amount));
    if (wrong !== undefined && wrong !== null) throw new StatementRefused('sumDiffers', `row ${row}`, wrong - into - out, currency);
  }
}
