import { isIban } from '#shared/bank-number.ts';
import { currencyExponents } from '#shared/values/currencies.ts';
import { exponentOf } from '#shared/values/money.ts';
import { plainAccount, StatementRefused, type Statement, type StatementFormat, type StatementLine } from '#shared/statements/statement.ts';
import { isBlank, textOfCell, type Grid, type GridRow } from '#main/library/tables/grid.ts';
import { readSource } from '#main/library/tables/read-source.ts';
import { readCell } from '#main/library/tables/spoiled-cell.ts';
import { currencyBeside, decimalOf, isAmount, isWithoutAmount, minorOfCell, orderOf, readDates, type Writing } from './bank-cells.ts';
import { balancesOf, isSum, namesBalance, saysSum, type BankList } from './bank-balances.ts';
import { columnsOf, type Columns } from './bank-columns.ts';
import { directionsOf, isAnnounced, isAnnouncedList } from './bank-words.ts';
import { checkCount, endToEndOf, oneLine } from './values.ts';

/** Rows among which the headings are. */
const lookedAt = 60;

/** A list with its headings. */
interface List extends BankList {
  head: GridRow;
  /** The name of its sheet, where there are several. */
  sheet: string;
  base: Grid['base'];
}

/** Reads a bank's table, CSV or a spreadsheet: lines below a preamble, in one amount column with a sign or in two, with or without a closing sum. */
export async function readBankTable(bytes: Uint8Array): Promise<{ format: StatementFormat; statements: Statement[] }> {
  const lists: List[] = [];
  for await (const grid of gridsOf(bytes)) lists.push(...listsOf(grid));
  if (lists.length === 0) throw new StatementRefused('notStatement', 'no headings of a date and an amount');
  return { format: 'table', statements: statementsOf(lists) };
}

/** The table, or each sheet of a workbook that is seen, read one at a time. */
async function* gridsOf(bytes: Uint8Array): AsyncGenerator<Grid> {
  const read = async (sheet?: number) => {
    const source = await readSource(bytes, 'statement.csv', sheet === undefined ? {} : { sheet });
    if (!('grid' in source)) throw new StatementRefused('notStatement', 'neither camt, MT940, OFX nor a table of lines');
    return source.grid;
  };
  const first = await read();
  yield first;
  for (const [at, { hidden }] of first.sheets.entries()) if (!hidden && at !== first.sheet) yield read(at);
}

/** The lists of a table, one below the other. A row of headings that comes again begins a new one. */
function listsOf({ rows, sheets, sheet, base }: Grid): List[] {
  const heads: { at: number; columns: Columns; above: GridRow[] }[] = [];
  // The first row that may tell of the next list: below the last one with a day.
  let from = 0;
  for (const [at, { cells }] of rows.entries()) {
    const date = heads.at(-1)?.columns.date;
    if (date === undefined && at === lookedAt) break;
    const isDated = date !== undefined && readDates(cells[date], base) !== null;
    const columns = isDated ? null : columnsOf(cells);
    if (columns) heads.push({ at, columns, above: rows.slice(from, at) });
    if (columns || isDated) from = at + 1;
  }
  const name = sheets.filter(({ hidden }) => !hidden).length > 1 ? (sheets[sheet]?.name ?? '') : '';
  return heads.map(({ at, columns, above }, n): List => {
    const below = rows.slice(at + 1, heads[n + 1]?.at ?? rows.length);
    return { columns: settled(columns, below), head: rows[at]!, above, below, base, sheet: name };
  });
}

/** A column whose heading has two meanings has the one of its cells: *Valuta* is a currency or a day, *Account Number* the payer's or the list's own. */
function settled(columns: Columns, below: readonly GridRow[]): Columns {
  const { currency, value, own, payerAccount } = columns;
  const texts = (at: number) => below.map((row) => textAt(row, at)).filter((text) => text !== '');
  const areCodes = value !== null && currency === null && texts(value).length > 0 && texts(value).every(isCurrency);
  const isOwn = own === null && payerAccount !== null && texts(payerAccount).length > 1 && new Set(texts(payerAccount)).size === 1;
  return {
    ...columns,
    ...(areCodes ? { currency: value, value: null } : {}),
    ...(isOwn ? { own: payerAccount, payerAccount: null } : {}),
  };
}

const isCurrency = (text: string): boolean => currencyExponents.has(text.toUpperCase());

/** Tells whether a table is a bank's: besides a date and an amount it has balances, an amount column for each direction, or the other side's account. */
export async function isBankTable(bytes: Uint8Array): Promise<boolean> {
  try {
    // The first sheet with such headings tells: a list of invoices may have one of the bank behind it.
    for await (const grid of gridsOf(bytes)) {
      const rows = grid.rows.slice(0, lookedAt);
      const columns = rows.map(({ cells }) => columnsOf(cells)).find((each) => each !== null);
      if (!columns) continue;
      const { balance, credit, payer, payerAccount, text } = columns;
      return balance !== null || credit !== null || rows.some(namesBalance) || (payer !== null && payerAccount !== null && text.length > 0);
    }
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
  }
  return false;
}

const textAt = ({ cells }: GridRow, at: number | null): string => (at === null ? '' : textOfCell(cells[at]).trim());
const amountsOf = ({ amount, credit, debit }: Columns): number[] => [amount, credit, debit].filter((at) => at !== null);

/** A line with its list. */
interface Booked {
  list: List;
  row: GridRow;
  where: string;
}

/** The rows of a list that hold money; throws for one whose day or amount cannot be read. Sums and balances are none. */
function bookedIn(list: List): Booked[] {
  const { columns, below, base, sheet } = list;
  return below.flatMap((row): Booked[] => {
    const where = `${sheet === '' ? '' : `${sheet}, `}row ${row.row}`;
    const isDated = readDates(row.cells[columns.date], base) !== null;
    const amounts = amountsOf(columns).filter((at) => !isWithoutAmount(row.cells[at]));
    if (isDated && amounts.length > 0) return [{ list, row, where }];
    // A word for a sum beside a day that cannot be read may be a payer's name.
    const date = row.cells[columns.date] ?? '';
    const first = row.cells.find((cell) => !isBlank(cell)) ?? '';
    if (isDated ? isSum(row) : saysSum(isBlank(date) ? first : date)) return [];
    if (isDated) throw new StatementRefused('badAmount', `${where}: no amount`);
    if (amounts.some((at) => isAmount(row.cells[at]))) throw new StatementRefused('badDate', `${where}: ${textAt(row, columns.date)}`);
    return [];
  });
}

interface Read {
  account: string;
  currency: string;
  booked: Booked;
}

function statementsOf(lists: readonly List[]): Statement[] {
  const body = lists.map(bookedIn);
  const all = body.flat();
  if (all.length === 0) throw new StatementRefused('notStatement', 'no line with a day and an amount');
  checkCount(all.length);
  const known = { account: '', currency: '' };
  const read = lists.flatMap((list, at) => {
    // A further list is of the same account unless it names another one.
    known.account = accountIn(list.above) || known.account;
    known.currency = currencyOf(list.above, textAt(list.head, list.columns.amount)) || known.currency;
    return body[at]!.map((booked): Read => whose(booked, known));
  });
  const writing = writingOf(all, read);
  const lines = new Map(lists.flatMap((list, at) => linesOf(list, body[at]!, read, writing)));
  const groups = [...Map.groupBy(read, ({ account, currency }) => `${account} ${currency}`).values()];
  return groups.map((group): Statement => {
    const { account, currency } = group[0]!;
    const own = group.map(({ booked: { row } }) => lines.get(row)!);
    const days = own.map(({ bookedOn }) => bookedOn).toSorted();
    const [openingMinor, closingMinor] =
      groups.length > 1 || lists.length > 1 ? [null, null] : balancesOf(lists[0]!, { lines, decimal: writing.decimal, currency });
    return {
      ...{ account, bank: '', currency, from: days[0] ?? '', to: days.at(-1) ?? '' },
      ...{ openingMinor, closingMinor, sequence: '', lines: own },
    };
  });
}

/** The account and the currency of a line. */
function whose(booked: Booked, known: { account: string; currency: string }): Read {
  const { row, where } = booked;
  const { columns } = booked.list;
  const currency = textAt(row, columns.currency).toUpperCase() || (currencyBeside(row.cells[columns.amount ?? -1]) ?? known.currency);
  if (!currencyExponents.has(currency)) throw new StatementRefused('noCurrency', where);
  const named = readCell(textAt(row, columns.own));
  const account = plainAccount(named.text) || known.account;
  if (account === '' || named.spoiled !== null)
    throw new StatementRefused('noAccount', named.text === '' ? where : `${where}: ${named.text}`);
  return { account, currency, booked };
}

function writingOf(all: readonly Booked[], read: readonly Read[]): Writing {
  const amounts = all.flatMap(({ row, list: { columns } }) =>
    [...amountsOf(columns), ...(columns.balance === null ? [] : [columns.balance])].map((at) => ({ cell: row.cells[at], row })),
  );
  const decimal = decimalOf(
    amounts,
    read.every(({ currency }) => exponentOf(currency) === 0),
  );
  const base = all[0]!.list.base;
  const order = orderOf(
    all.map(({ row, list: { columns } }) => ({ cell: row.cells[columns.date], row })),
    decimal,
    base,
  );
  return { decimal, order, base };
}

/** The lines of one list, by their rows. */
function linesOf(list: List, body: readonly Booked[], read: readonly Read[], writing: Writing): [GridRow, StatementLine][] {
  const { columns, head, above } = list;
  const currencies = new Map(read.map(({ booked: { row }, currency }) => [row, currency]));
  const minorAt = ({ row, where }: Booked, at: number | null) =>
    at === null ? null : minorOfCell(row.cells[at], writing.decimal, currencies.get(row)!, where);
  const minors =
    columns.amount === null
      ? twoColumns(body.map((booked) => ({ credit: minorAt(booked, columns.credit) ?? 0n, debit: minorAt(booked, columns.debit) ?? 0n })))
      : directionsOf(
          body.map((booked) => ({
            minor: minorAt(booked, columns.amount) ?? 0n,
            word: textAt(booked.row, columns.sign),
            where: booked.where,
          })),
          columns.sign === null ? null : textAt(head, columns.sign),
        );
  const isReserved = isAnnouncedList(above.at(-1)?.cells.map(textOfCell) ?? []);
  return body.map(({ row, where }, at) => {
    const day = (place: number) => readDates(row.cells[place], writing.base)?.[writing.order] ?? null;
    const bookedOn = day(columns.date);
    if (bookedOn === null) throw new StatementRefused('badDate', `${where}: ${textAt(row, columns.date)}`);
    const texts = columns.text.map((place) => textAt(row, place)).filter((text) => text !== '');
    const payer = readCell(textAt(row, columns.payerAccount));
    const isOpen = isReserved || isAnnounced(textAt(row, columns.status), textAt(head, columns.status), where);
    const line: StatementLine = {
      ...{ bookedOn, valueOn: (columns.value === null ? null : day(columns.value)) ?? bookedOn },
      ...{ minor: minors[at]!, currency: currencies.get(row)!, announced: isOpen, reversal: false },
      payer: oneLine(textAt(row, columns.payer), 200),
      // An account that lost figures would be that of several payers.
      payerAccount: payer.spoiled === null ? plainAccount(payer.text).slice(0, 40) : '',
      ...{ endToEnd: endToEndOf(textAt(row, columns.endToEnd)), reference: '', text: oneLine(texts.join(' ')) },
      bankReference: oneLine(textAt(row, columns.bankReference), 100),
    };
    return [row, line];
  });
}

/** Credits less debits. Banks write debits with a minus or without; where both are there, one of them takes a debit back. */
function twoColumns(rows: readonly { credit: bigint; debit: bigint }[]): bigint[] {
  const isMinusUsual = rows.every(({ debit }) => debit <= 0n);
  return rows.map(({ credit, debit }) => credit + (isMinusUsual ? debit : -debit));
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
