import type { AmountUnit, DateOrder } from '#shared/files/file-format.ts';
import type { ImportChoices, ImportQuestion } from '#shared/files/import-summary.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { fieldsOf } from '#shared/records/record.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { currencyExponents } from '#shared/values/currencies.ts';
import { exponentOf, minorOf, type Decimal } from '#shared/values/money.ts';
import { readCell } from '#main/library/tables/spoiled-cell.ts';
import { amountText, decimalSignOf, readDecimal, type DecimalSign } from '#main/library/tables/amount-text.ts';
import { dateText } from '#main/library/tables/date-text.ts';
import { isBlank, textOfCell, type Cell } from '#main/library/tables/grid.ts';
import type { Column, Table } from '#main/library/tables/table.ts';
import type { Mapping } from '#main/library/imports/import-columns.ts';
import { isOwnExport } from '#main/library/imports/own-columns.ts';

/** The writing of a whole file's numbers, dates and amounts; null where nothing in it needs the answer, or it is asked. */
export interface Conventions {
  decimal: DecimalSign | null;
  dates: DateOrder | null;
  unit: AmountUnit | null;
  /** Of amounts beside which none stands. */
  currency: string | null;
}

export interface MappedColumn extends Column {
  path: string;
  fact: FieldFact;
  /** Named in the heading: `Betrag (EUR)`. */
  currency: string | null;
}

export function mappedColumns(table: Table, mapping: Mapping, fields: ReadonlyMap<string, FieldFact>): MappedColumn[] {
  return table.columns.flatMap((column) => {
    const path = mapping[column.name];
    const fact = path === undefined ? undefined : fields.get(path);
    return path === undefined || fact === undefined ? [] : [{ ...column, path, fact, currency: currencyIn(column.name) }];
  });
}

function currencyIn(heading: string): string | null {
  const codes = (heading.match(/\b[A-Z]{3}\b/g) ?? []).filter((word) => currencyExponents.has(word));
  if (codes.length === 1) return codes[0] ?? null;
  if (codes.length > 1) return null;
  return /€/.test(heading) ? 'EUR' : /£/.test(heading) ? 'GBP' : null;
}

/** A share of cells that outweighs the others: what differs then is a problem of its own cell. */
const most = 0.9;

/** Decides a file's conventions from whole columns; what they leave open becomes a question. */
export function decideConventions(
  kind: RecordKind,
  table: Table,
  columns: readonly MappedColumn[],
  choices: ImportChoices,
): { conventions: Conventions; questions: ImportQuestion[] } {
  const questions: ImportQuestion[] = [];
  const conventions: Conventions = { decimal: null, dates: null, unit: null, currency: choices.currency ?? null };
  const deciding = { table, columns, questions };
  conventions.decimal = choices.decimal ?? decideDecimal(deciding);
  conventions.dates = choices.dates ?? decideDates(deciding);
  if (conventions.decimal !== null || !questions.some(({ what }) => what === 'decimal'))
    conventions.unit = decideUnit(kind, deciding, conventions, choices.unit);
  return { conventions, questions };
}

/** The file to decide about, and where to put what it leaves open. */
interface Deciding {
  table: Table;
  columns: readonly MappedColumn[];
  questions: ImportQuestion[];
}

function* cellsOf(table: Table, { at }: Column): Generator<{ cell: Cell; text: string; row: number; cells: readonly Cell[] }> {
  for (const { row, cells } of table.rows) {
    const cell = cells[at];
    if (cell === undefined || isBlank(cell)) continue;
    const { text, spoiled } = readCell(textOfCell(cell));
    if (spoiled === null) yield { cell, text, row, cells };
  }
}

const isAmount = ({ fact }: MappedColumn): boolean => fact.type === 'money' || fact.type === 'number';

function decideDecimal({ table, columns, questions }: Deciding): DecimalSign | null {
  const counts = { '.': 0, ',': 0 };
  let open: { cell: string; at: string } | null = null;
  const summary = (column: Column, mapped: boolean) => {
    for (const { cell, text, row } of cellsOf(table, column)) {
      if (typeof cell !== 'string') continue;
      const amount = amountText(text);
      const sign = amount === null ? 'bad' : decimalSignOf(amount.body);
      if (sign === '.' || sign === ',') counts[sign] += 1;
      else if (sign === 'either' && mapped) open ??= { cell: text, at: `${column.letter}${row}` };
    }
  };
  for (const column of columns.filter(isAmount)) summary(column, true);
  if (columns.some(isAmount) && counts['.'] + counts[','] === 0) {
    const mapped = new Set(columns.map(({ name }) => name));
    for (const column of table.columns) if (!mapped.has(column.name) && isOfAmounts(table, column)) summary(column, false);
  }
  const all = counts['.'] + counts[','];
  for (const sign of ['.', ','] as const) if (all > 0 && counts[sign] >= all * most) return sign;
  if (all > 0 || open !== null) {
    const found = open ?? firstOf(table, columns.filter(isAmount), (text) => /[.,]/.test(text));
    questions.push({ what: 'decimal', ...found });
  }
  return null;
}

function firstOf(table: Table, columns: readonly Column[], fits: (text: string) => boolean): { cell: string; at: string } {
  for (const column of columns)
    for (const { text, row } of cellsOf(table, column)) if (fits(text)) return { cell: text.slice(0, 100), at: `${column.letter}${row}` };
  return { cell: '', at: '' };
}

/** An unmapped column of amounts tells the separators too. */
function isOfAmounts(table: Table, column: Column): boolean {
  const texts = table.rows.slice(0, 50).flatMap(({ cells }) => (isBlank(cells[column.at]) ? [] : [textOfCell(cells[column.at]).trim()]));
  return texts.length > 0 && texts.every((text) => /[.,]\d/.test(text) && amountText(text) !== null && dateText(text) === null);
}

const orders = ['dmy', 'mdy', 'ymd', 'serial1900', 'serial1904'] as const;

function decideDates({ table, columns, questions }: Deciding): DateOrder | null {
  const sure = new Map<DateOrder, number>();
  let [iso, all] = [0, 0];
  let open: { cell: string; at: string; readings: Partial<Record<DateOrder, string>> } | null = null;
  const fitting = new Set<DateOrder>(orders);
  for (const column of columns) {
    if (column.fact.type !== 'date' && column.fact.type !== 'instant') continue;
    for (const { cell, text, row } of cellsOf(table, column)) {
      if (typeof cell !== 'string') continue;
      const read = dateText(text);
      if (read === null) continue;
      if (read.readings.iso !== undefined) {
        iso += 1;
        continue;
      }
      all += 1;
      const known = orders.filter((order) => read.readings[order] !== undefined);
      for (const order of orders) if (!known.includes(order)) fitting.delete(order);
      const [only, other] = known;
      if (only !== undefined && other === undefined) sure.set(only, (sure.get(only) ?? 0) + 1);
      else if (new Set(Object.values(read.readings)).size > 1)
        open ??= { cell: text, at: `${column.letter}${row}`, readings: read.readings };
    }
  }
  if (all === 0) return iso > 0 ? 'iso' : null;
  const told = [...sure.values()].reduce((sum, count) => sum + count, 0);
  const [best] = [...sure].sort((a, b) => b[1] - a[1]);
  if (best && best[1] >= told * most) return best[0];
  const left = orders.filter((order) => fitting.has(order));
  if (told === 0 && open === null) return left[0] ?? null;
  const { cell, at, readings } = open ?? { cell: '', at: '', readings: {} };
  const asked = told > 0 ? orders.filter((order) => sure.has(order)) : orders.filter((order) => readings[order] !== undefined);
  questions.push({ what: 'dates', cell, at, choices: asked.map((order) => ({ order, date: readings[order] ?? '' })) });
  return null;
}

/** Words for the smallest unit in a heading. */
const minorWords = /\b(?:cents?|minor|ct|öre|ore|øre|centimes?|c[ée]ntimos?|pence|fils|rappen|smallest unit)\b/i;

function decideUnit(
  kind: RecordKind,
  { table, columns, questions }: Deciding,
  conventions: Conventions,
  told?: AmountUnit,
): AmountUnit | null {
  const amounts = columns.filter(({ fact }) => fact.type === 'money');
  if (amounts.length === 0) return null;
  let unit: AmountUnit | null = told ?? null;
  if (unit === null && amounts.some((column) => minorWords.test(column.name))) unit = 'minor';
  if (unit === null && isServiceExport(kind, table)) unit = 'minor';
  if (unit === null && isOwnExport(table.columns.map(({ name }) => name))) unit = 'major';
  let lacksCurrency: { cell: string; at: string } | null = null;
  const asked: WholeAmount[] = [];
  let [decimals, count] = [false, 0];
  for (const column of amounts) {
    for (const { cell, text, row, cells } of cellsOf(table, column)) {
      const value = decimalOfCell(cell, text, conventions.decimal);
      if (value === null) continue;
      count += 1;
      if (value.scale > 0 || (typeof cell !== 'string' && (cell.places ?? 0) > 0)) decimals = true;
      const currency = currencyOfRow(cells, columns, column, cell, conventions);
      if (currency === null) lacksCurrency ??= { cell: text, at: `${column.letter}${row}` };
      else if (value.scale === 0 && value.digits !== 0n && exponentOf(currency) !== 0)
        asked.push({ column, row, cells, text, whole: value.digits, currency });
    }
  }
  if (count === 0) return unit;
  if (unit === null && decimals) unit = 'major';
  if (unit !== 'minor' && lacksCurrency !== null && conventions.currency === null) {
    const { cell, at } = lacksCurrency;
    questions.push({ what: 'currency', cell, at });
  }
  if (unit !== null || asked.length === 0) return unit ?? (lacksCurrency === null ? 'major' : null);
  questions.push(unitQuestion(columns, asked));
  return null;
}

/** An amount without decimals, which may be in either unit. */
interface WholeAmount {
  column: MappedColumn;
  row: number;
  cells: readonly Cell[];
  text: string;
  whole: bigint;
  currency: string;
}

function unitQuestion(columns: readonly MappedColumn[], asked: readonly WholeAmount[]): ImportQuestion {
  const [first] = asked;
  const own = asked.filter(({ column }) => column === first?.column);
  const major = (whole: bigint, currency: string) => minorOf({ digits: whole, scale: 0 }, currency) ?? whole;
  const sums = new Map<string, bigint>();
  for (const { currency, whole } of own) sums.set(currency, (sums.get(currency) ?? 0n) + whole);
  // One of each currency first: that is where the two readings differ most.
  const different = own.filter(({ currency }, at) => own.findIndex((other) => other.currency === currency) === at);
  const examples = [...new Set([...different, ...own])].slice(0, 3).sort((a, b) => a.row - b.row);
  const titles = columns.filter(({ path }) => /^(?:description|merchant\.name|name|invoiceNumber)$/.test(path));
  return {
    what: 'unit',
    count: own.length,
    examples: examples.map(({ row, cells, text, whole, currency }) => ({
      ...{ row, cell: text, currency, minor: whole, major: major(whole, currency) },
      title:
        titles
          .map(({ at }) => textOfCell(cells[at]).trim())
          .find((title) => title !== '')
          ?.slice(0, 100) ?? '',
    })),
    sums: [...sums].map(([currency, minor]) => ({ currency, minor, major: major(minor, currency) })),
  };
}

/** The service's own export has every field of the specification, in minor units. */
function isServiceExport(kind: RecordKind, table: Table): boolean {
  const names = new Set(table.columns.map(({ name }) => name));
  const fields = fieldsOf(kind);
  return fields.filter(({ path }) => names.has(path.join('.'))).length >= fields.length * most;
}

/** A number's cell as an exact decimal; null for what is none. */
export function decimalOfCell(cell: Cell, text: string, decimal: DecimalSign | null): Decimal | null {
  if (typeof cell !== 'string')
    return cell.kind === 'number'
      ? readDecimal({ body: cell.text.replace('-', ''), negative: cell.text.startsWith('-'), currency: null }, '.')
      : null;
  const amount = amountText(text);
  if (amount === null) return null;
  // Without separators both signs read alike.
  if (decimal === null && /[.,]/.test(amount.body)) return null;
  return readDecimal(amount, decimal ?? '.');
}

/** The currency of an amount: the row's own column, then what stands beside the figures, in the heading, or the user's word. */
export function currencyOfRow(
  row: readonly Cell[],
  columns: readonly MappedColumn[],
  column: MappedColumn,
  cell: Cell,
  conventions: Conventions,
): string | null {
  const path = column.fact.currencyPath?.join('.');
  const of = columns.find((other) => other.path === path);
  const written = of === undefined ? null : currencyCode(textOfCell(row[of.at]).trim());
  const beside = typeof cell === 'string' ? (amountText(readCell(cell).text)?.currency ?? null) : null;
  return written ?? beside ?? column.currency ?? conventions.currency;
}

/** A currency's code from its code or its unmistakable sign or name. */
export function currencyCode(text: string): string | null {
  const upper = text.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(upper)) return upper;
  return { '€': 'EUR', EURO: 'EUR', EUROS: 'EUR', '£': 'GBP', '₹': 'INR', ZŁ: 'PLN', 円: 'JPY' }[upper] ?? null;
}
