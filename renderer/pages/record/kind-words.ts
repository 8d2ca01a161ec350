import type { RecordKind } from '#shared/records/record-kind.ts';

/** What each kind of record is called, one and many. */
export const kindWords: Record<RecordKind, { one: string; many: string }> = {
  expense: { one: 'Expense', many: 'Expenses' },
  invoiceReceivable: { one: 'Invoice', many: 'Invoices' },
  cardTransaction: { one: 'Card transaction', many: 'Card transactions' },
  vendor: { one: 'Vendor', many: 'Vendors' },
  invoicePayable: { one: 'Purchase invoice', many: 'Purchase invoices' },
};

/** "1 expense", "40 expenses". */
export function countOf(kind: RecordKind, count: number): string {
  const words = kindWords[kind];
  return `${count.toLocaleString()} ${(count === 1 ? words.one : words.many).toLowerCase()}`;
}

/** An enum string of the service as people read it: `SUBMITTED_FOR_REVIEW` is "Submitted for review", `DE` stays. Unknown ones read the same way. */
export function readable(value: string): string {
  if (!/^[A-Z0-9_]{4,}$/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
