import { integerOf } from '#shared/records/field.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Grid } from '#main/library/tables/grid.ts';
import type { Table } from '#main/library/tables/table.ts';
import { recordOfRow, type RowReading } from './record-row.ts';
import type { Read } from './import-text.ts';

const mainAmounts: Partial<Record<RecordKind, string>> = { invoiceReceivable: 'amount', cardTransaction: 'amount' };

/** Sums of the main amount of a file's records, by currency. */
export function sumsOf(kind: RecordKind, records: readonly Read[]): { currency: string; minor: bigint; count: number }[] {
  const path = mainAmounts[kind];
  const sums = new Map<string, { minor: bigint; count: number }>();
  for (const { value } of path === undefined ? [] : records) {
    const minor = integerOf(value[path ?? '']);
    const currency = value['currency'];
    if (minor === null || typeof currency !== 'string') continue;
    const sum = sums.get(currency) ?? { minor: 0n, count: 0 };
    sums.set(currency, { minor: sum.minor + minor, count: sum.count + 1 });
  }
  return [...sums].map(([currency, sum]) => ({ currency: currency.slice(0, 10), ...sum })).slice(0, 100);
}

/** Compares the file's own total with the sum of its rows, where both are of one currency. */
export function totalFits(reading: RowReading, grid: Grid, table: Table, kind: RecordKind, records: readonly Read[]): boolean | null {
  const total = table.leftOut.find(({ why }) => why === 'total');
  const columns = reading.columns.filter(({ path }) => path === mainAmounts[kind]);
  const [sum, another] = sumsOf(kind, records);
  const row = grid.rows.find((each) => each.row === total?.row);
  if (!row || !sum || another || columns.length === 0) return null;
  const conventions = { ...reading.conventions, currency: sum.currency };
  const told = integerOf(recordOfRow({ ...reading, columns, conventions }, row).value[mainAmounts[kind] ?? '']);
  return told === null ? null : told === sum.minor;
}
