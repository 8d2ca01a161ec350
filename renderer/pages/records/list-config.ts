import type { RecordKind } from '#shared/records/record-kind.ts';

/** The parts that differ between the kinds' lists. */
export interface ListConfig {
  kind: RecordKind;
  title: string;
  /** The text of the empty list. */
  empty: string;
  /** The column that a new list stands by. */
  sort: string;
  /** A query that this list understands, shown in its box while that is empty. */
  example: string;
  dated: boolean;
  valued: boolean;
}

const byDate = { sort: 'date', dated: true, valued: true };

/** The lists, by the names of their pages. */
const configs: Record<string, ListConfig> = {
  expenses: {
    kind: 'expense',
    title: 'Expenses',
    example: 'amount>500 status:draft',
    empty: 'Paste or import the ids of the expenses that you want to take along.',
    ...byDate,
  },
  invoices: {
    kind: 'invoiceReceivable',
    title: 'Invoices',
    example: 'total>500 overdue',
    empty: 'Import your sales invoices to record payments against them.',
    ...byDate,
  },
  'card-transactions': {
    kind: 'cardTransaction',
    title: 'Card transactions',
    example: 'amount>500 country:PT',
    empty: 'Import your card transactions to describe them on the way.',
    ...byDate,
  },
  vendors: {
    kind: 'vendor',
    title: 'Vendors',
    example: 'country:PT currency:EUR',
    empty: 'Import your vendors to correct their details on the way.',
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
