import type { ReferenceRow } from '#shared/contract/views/names-views.ts';
import { t } from '#shared/messages/t.ts';
import { dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { listOf } from '#shared/values/language.ts';

/** The holders of references: a kind of record, or a part of one; and payments that were recorded here, which no record shows. */
const holders = [
  'expense',
  'expense.lineItems',
  'invoiceReceivable',
  'invoiceReceivable.lines',
  'cardTransaction',
  'cardTransaction.lines',
  'vendor',
  'vendor.approvers',
  'vendor.notes',
  'userComment',
  'edit',
] as const;

function holderOf(place: string): string {
  const [first = '', second = ''] = place.split('.');
  const holder = holders.find((each) => each === `${first}.${second}`) ?? holders.find((each) => each === first);
  return holder === undefined ? first : t(`names.seen.${holder}`);
}

/** "Expense lines: Visa fee": where a reference was seen, and one record that holds it. */
export function seenInWords({ places, beside }: Pick<ReferenceRow, 'places' | 'beside'>): string {
  const where = listOf([...new Set(places.map(holderOf))]);
  if (!where) return t('names.seen.nowhere');
  return beside?.title ? t('names.seen.beside', { places: where, title: beside.title }) : where;
}

/** The source of a name: "You", "File, 18 Nov 2026". */
export function originWords({ origin, namedAt }: Pick<ReferenceRow, 'origin' | 'namedAt'>): string {
  if (origin !== 'file' || namedAt === null) return t(`names.origin.${origin}`);
  return t('names.origin.file.on', { day: formatDate(dateOfEpoch(namedAt)) });
}
