import type { PlainId } from '#shared/messages/t.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The parts that differ between the kinds' lists. */
export interface ListConfig {
  kind: RecordKind;
  title: PlainId;
  empty: PlainId;
  /** The column that a new list stands by. */
  sort: string;
  /** A query that this list understands, shown in its box while that is empty. */
  example: string;
  valued: boolean;
}

const byDate = { sort: 'date', valued: true };

/** The lists, by the names of their pages. */
const configs: Record<string, ListConfig> = {
  expenses: {
    kind: 'expense',
    title: 'frame.page.expenses',
    example: 'amount>500 status:draft',
    empty: 'list.empty.expense',
    ...byDate,
  },
  invoices: {
    kind: 'invoiceReceivable',
    title: 'frame.page.invoices',
    example: 'total>500 overdue',
    empty: 'list.empty.invoiceReceivable',
    ...byDate,
  },
  'card-transactions': {
    kind: 'cardTransaction',
    title: 'frame.page.cardTransactions',
    example: 'amount>500 country:PT',
    empty: 'list.empty.cardTransaction',
    ...byDate,
  },
  vendors: {
    kind: 'vendor',
    title: 'frame.page.vendors',
    example: 'country:PT currency:EUR',
    empty: 'list.empty.vendor',
    sort: 'name',
    valued: false,
  },
};

/** The list of a page. Throws where no list stands. */
export function listOn(page: string): ListConfig {
  const config = configs[page];
  if (!config) throw new Error(`no list stands on ${page}`);
  return config;
}
