import type { NameOrigin, ReferenceRow } from '#shared/contract/views/names-views.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { listOf } from '#shared/values/language.ts';

/** The holder of a reference's place: the first part and, inside a record, the second. */
const holders: Record<string, PlainId> = {
  expense: 'names.seen.expense',
  'expense.lineItems': 'names.seen.expense.lineItems',
  invoiceReceivable: 'names.seen.invoiceReceivable',
  'invoiceReceivable.lines': 'names.seen.invoiceReceivable.lines',
  cardTransaction: 'names.seen.cardTransaction',
  'cardTransaction.lines': 'names.seen.cardTransaction.lines',
  vendor: 'names.seen.vendor',
  'vendor.approvers': 'names.seen.vendor.approvers',
  'vendor.notes': 'names.seen.vendor.notes',
  userComment: 'names.seen.userComment',
  // Of what is recorded here, only payments are shown by no record.
  edit: 'names.seen.edit',
};

function holderOf(place: string): string {
  const [first = '', second = ''] = place.split('.');
  const id = holders[`${first}.${second}`] ?? holders[first];
  return id === undefined ? first : t(id);
}

/** "Expense lines: Visa fee": where a reference was seen, and one record that holds it. */
export function seenInWords({ places, beside }: Pick<ReferenceRow, 'places' | 'beside'>): string {
  const where = listOf([...new Set(places.map(holderOf))]);
  if (!where) return t('names.seen.nowhere');
  return beside?.title ? t('names.seen.beside', { places: where, title: beside.title }) : where;
}

const origins: Record<NameOrigin, PlainId> = {
  typed: 'names.origin.typed',
  file: 'names.origin.file',
  company: 'names.origin.company',
  service: 'names.origin.service',
  learned: 'names.origin.learned',
};

/** The source of a name: "You", "File, 18 Nov 2026". */
export function originWords({ origin, namedAt }: Pick<ReferenceRow, 'origin' | 'namedAt'>): string {
  if (origin !== 'file' || namedAt === null) return t(origins[origin]);
  return t('names.origin.file.on', { day: formatDate(dateOfEpoch(namedAt)) });
}
