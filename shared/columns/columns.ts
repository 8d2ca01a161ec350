import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { bankLineTable } from './bank-line-columns.ts';
import { cardTransactionTable } from './card-transaction-columns.ts';
import type { Column, ColumnTable, Slot } from './column.ts';
import { expenseTable } from './expense-columns.ts';
import { invoiceTable } from './invoice-columns.ts';
import { vendorTable } from './vendor-columns.ts';

/** Known only by its document ("Endpoints 8"): nothing of it is in a list of records. */
const documentTable: ColumnTable = { subtitle: () => null, columns: [] };

/** Everything that lists know of each kind of record. */
export const columnTables: Record<RecordKind, ColumnTable> = {
  expense: expenseTable,
  invoiceReceivable: invoiceTable,
  cardTransaction: cardTransactionTable,
  vendor: vendorTable,
  invoicePayable: documentTable,
};

/** The lists that queries and saved views are about: a kind of record each, and bank lines. */
export const listKinds = [...recordKinds, 'bankLine'] as const;
export type ListKind = (typeof listKinds)[number];

const listTables: Record<ListKind, ColumnTable> = { ...columnTables, bankLine: bankLineTable };

/**
 * Raised whenever a column reads other values than before: what lists hold of every record is then rebuilt. A column that is added, renamed
 * or taken out needs no other number (`test/shared/columns.test.ts` says when it does).
 */
const readings = 4;

/** Fingerprint of the column tables. A database with another fingerprint rebuilds its list rows. */
export const columnsVersion: string = [
  readings,
  ...recordKinds.map((kind) =>
    columnTables[kind].columns.map(({ name, type, slot = '', many }) => [name, type, slot, ...(many ? ['many'] : [])].join(' ')),
  ),
].join('\n');

/** The columns that a list can be asked for. */
export const askedColumns = (kind: ListKind): readonly Column[] => listTables[kind].columns.filter(({ only }) => only === undefined);

/** Words for one part of the list's row, whatever a list calls it. */
const synonyms: Partial<Record<Slot, readonly string[]>> = { status: ['status', 'state'], amountMinor: ['amount', 'total'] };

/** The first of the words that mean the same field as this one. */
export const fieldWord = (name: string): string => Object.values(synonyms).find((words) => words.includes(name))?.[0] ?? name;

/** A column that a query names, by its own word or a synonym: `status` and `state`, `amount` and `total`. */
export function askedColumn(kind: ListKind, name: string): Column | undefined {
  const columns = askedColumns(kind);
  const named = columns.find((column) => column.name === name);
  return named ?? columns.find(({ slot }) => slot !== undefined && synonyms[slot]?.includes(name));
}

/** A kind's column by its name, or by the part of the list's row that it is kept in. */
export function columnOf(kind: ListKind, name: string): Column | undefined {
  const { columns } = listTables[kind];
  return columns.find((column) => column.name === name) ?? columns.find((column) => column.slot === name);
}
