import type { RecordKind } from '#shared/records/record-kind.ts';

/** What is particular to one kind's list: everything else is the same page. */
export interface ListConfig {
  kind: RecordKind;
  title: string;
  /** What the empty list says belongs here. */
  empty: string;
  /** The column that a new list stands by. */
  sort: string;
  dated: boolean;
  valued: boolean;
}

const byDate = { sort: 'date', dated: true, valued: true };

/** The lists, by the names of their pages. */
const configs: Record<string, ListConfig> = {
  expenses: {
    kind: 'expense',
    title: 'Expenses',
    empty: 'Paste or import the ids of the expenses that you want to take along.',
    ...byDate,
  },
  invoices: {
    kind: 'invoiceReceivable',
    title: 'Invoices',
    empty: 'Import an export of your sales invoices to record payments against them.',
    ...byDate,
  },
  'card-transactions': {
    kind: 'cardTransaction',
    title: 'Card transactions',
    empty: 'Import an export of your card transactions to describe them on the way.',
    ...byDate,
  },
  vendors: {
    kind: 'vendor',
    title: 'Vendors',
    empty: 'Import an export of your vendors to correct their details on the way.',
    sort: 'name',
    dated: false,
    valued: false,
  },
};

/** The list of a page. Throws where no list stands. */
export function listOn(page: string): ListConfig {
  const config = configs[page];
  if (!config) throw new Error(`no list stands on ${page}`);
  return config;
}
