import { formatCount } from '#shared/values/language.ts';
import type { ListKind } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** Singular and plural names of record kinds. */
export const kindWords: Record<RecordKind, { one: string; many: string }> = {
  expense: { one: 'Expense', many: 'Expenses' },
  invoiceReceivable: { one: 'Invoice', many: 'Invoices' },
  cardTransaction: { one: 'Card transaction', many: 'Card transactions' },
  vendor: { one: 'Vendor', many: 'Vendors' },
  invoicePayable: { one: 'Purchase invoice', many: 'Purchase invoices' },
};

/** "expenses", "bank lines". */
export const listWords = (kind: ListKind): string => (kind === 'bankLine' ? 'bank lines' : kindWords[kind].many.toLowerCase());

/** "1 expense", "40 expenses". */
export function countOf(kind: RecordKind, count: number): string {
  const words = kindWords[kind];
  return `${formatCount(count)} ${(count === 1 ? words.one : words.many).toLowerCase()}`;
}
