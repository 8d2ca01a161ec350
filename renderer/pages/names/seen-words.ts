import type { NameOrigin, ReferenceRow } from '#shared/contract/views/names-views.ts';
import { formatEpoch } from '#shared/values/dates.ts';

/** The holder of a reference's place in words: the first part and, inside a record, the second. */
const holders: Record<string, string> = {
  expense: 'Expenses',
  'expense.lineItems': 'Expense lines',
  invoiceReceivable: 'Invoices',
  'invoiceReceivable.lines': 'Invoice lines',
  cardTransaction: 'Card transactions',
  'cardTransaction.lines': 'Card lines',
  vendor: 'Vendors',
  'vendor.approvers': 'Approvers of vendors',
  'vendor.notes': 'Notes on vendors',
  userComment: 'Comments',
  // Of what is recorded here, only payments are shown by no record.
  edit: 'Payments',
};

function holderOf(place: string): string {
  const [first = '', second = ''] = place.split('.');
  return holders[`${first}.${second}`] ?? holders[first] ?? first;
}

/** "Expense lines: Visa fee": where a reference was seen, and one record that holds it. */
export function seenInWords({ places, beside }: Pick<ReferenceRow, 'places' | 'beside'>): string {
  const where = [...new Set(places.map(holderOf))].join(', ');
  if (!where) return 'Not seen in any record yet';
  return beside?.title ? `${where}: ${beside.title}` : where;
}

const origins: Record<NameOrigin, string> = { typed: 'You', file: 'File', company: 'Company', service: 'Service', learned: 'Learned' };

/** The source of a name: "You", "File, 18 Nov 2026". */
export function originWords({ origin, namedAt }: Pick<ReferenceRow, 'origin' | 'namedAt'>): string {
  if (origin !== 'file' || namedAt === null) return origins[origin];
  return `${origins.file}, ${formatEpoch(namedAt).split(',')[0] ?? ''}`;
}
