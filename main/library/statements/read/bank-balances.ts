import { StatementRefused, type StatementLine } from '#shared/statements/statement.ts';
import { amountText, type DecimalSign } from '#main/library/tables/amount-text.ts';
import { isBlank, textOfCell, type Cell, type GridRow } from '#main/library/tables/grid.ts';
import { minorOfCell } from './bank-cells.ts';
import type { Columns } from './bank-columns.ts';

const opens =
  /anfangssaldo|alter (?:konto)?saldo|alter kontostand|saldovortrag|[üu]bertrag|opening balance|brought forward|solde (?:initial|pr[eé]c[eé]dent)|beginsaldo|ing[aå]ende saldo|saldo (?:iniziale|anterior|precedente)/i;
const closes =
  /endsaldo|neuer (?:konto)?saldo|neuer kontostand|^kontostand|closing balance|carried forward|solde final|nouveau solde|eindsaldo|utg[aå]ende saldo|saldo finale/i;
const total = /^\W*(?:gesamt|zwischen|grand )?(?:summe|total|totaal|totale|somme|suma|summa)\b/i;
const balance =
  /^\W*(?:(?:saldo|balance|solde|kontostand|stand|available|anzahl|antal|nombre|number|count|seite|sida|page)\b|verf[üu]gbar|dispon[ií]b)/i;

/** True for a row with an opening or a closing balance. */
export const namesBalance = ({ cells }: GridRow): boolean =>
  cells.some((cell) => opens.test(textOfCell(cell)) || closes.test(textOfCell(cell)));

/** True for a row with a balance or a sum of lines. */
export const isSum = (row: GridRow): boolean => row.cells.some(saysSum);

/** True for a cell with a word for a balance or a sum of lines. */
export const saysSum = (cell: Cell): boolean => [opens, closes, total, balance].some((words) => words.test(textOfCell(cell)));

/** A list of a bank: its columns, what stands above them, and its rows. */
export interface BankList {
  columns: Columns;
  above: GridRow[];
  below: GridRow[];
}

interface Reading {
  /** In their order. */
  lines: ReadonlyMap<GridRow, StatementLine>;
  decimal: DecimalSign;
  currency: string;
}

/**
 * Opening and closing balance: by words above or below the lines, or by the balance after each line; null where neither is there. Throws where a
 * closing sum is none of the lines.
 */
export function balancesOf({ columns, above, below }: BankList, { lines, decimal, currency }: Reading): [bigint | null, bigint | null] {
  const minorIn = (cell: Cell | undefined, row: number) => minorOfCell(cell, decimal, currency, `row ${row}`);
  const under = below.filter((row) => !lines.has(row));
  checkTotal(under, [...lines.values()], minorIn, currency);
  const besides = (words: RegExp) => {
    for (const { cells, row } of [...above, ...under]) {
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
  const after = [...lines.keys()].map((row) => (columns.balance === null ? null : minorIn(row.cells[columns.balance], row.row)));
  const minors = [...lines.values()].map(({ minor }) => minor);
  const [top, bottom] = [after[0] ?? null, after.at(-1) ?? null];
  if (top === null || bottom === null || after.includes(null)) return [null, null];
  // The newest line is first or last.
  const newestFirst = after.slice(1).every((each, at) => (after[at] ?? 0n) - minors[at]! === each);
  return newestFirst && minors.length > 1 ? [bottom - minors.at(-1)!, top] : [top - minors[0]!, bottom];
}

type MinorIn = (cell: Cell | undefined, row: number) => bigint | null;

/** A closing sum is of the lines, in, out or together. */
function checkTotal(under: readonly GridRow[], lines: readonly StatementLine[], minorIn: MinorIn, currency: string): void {
  const sum = (of: readonly StatementLine[]) => of.reduce((all, { minor }) => all + minor, 0n);
  const [into, out] = [sum(lines.filter(({ minor }) => minor > 0n)), sum(lines.filter(({ minor }) => minor < 0n))];
  const fits = new Set([into, out, -out, into + out, -into - out]);
  for (const { cells, row } of under) {
    if (!total.test(textOfCell(cells.find((cell) => !isBlank(cell))))) continue;
    const amounts = cells.filter((cell) => typeof cell !== 'string' || /\d[.,]\d{1,3}\b/.test(cell)).map((cell) => minorIn(cell, row));
    const wrong = amounts.find((amount) => amount !== null && !fits.has(amount));
    if (wrong !== undefined && wrong !== null) throw new StatementRefused('sumDiffers', `row ${row}`, wrong - into - out, currency);
  }
}
