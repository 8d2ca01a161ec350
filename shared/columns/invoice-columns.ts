import { t } from '#shared/messages/t.ts';
import { code, count, date, enumeration, instant, money, reference, text, type ColumnTable, type Shown, type ShownRow } from './column.ts';
import { daysAfter1970, daysBetween, type CalendarDate } from '#shared/values/dates.ts';
import { leftOf } from '#shared/edits/payments-here.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { dates, ids, integers, texts } from './read-values.ts';
import type { JsonObject } from '#shared/json/json.ts';

const names = (invoice: JsonObject) => texts(...['invoiceNumber', 'reference', 'poNumber', 'description'].map((field) => invoice[field]));

const nothing = () => [];

/** A draft has no number yet: its reference is no stand-in, it has a column of its own. */
const draft = ({ status }: ShownRow): Shown | null => (status === 'DRAFT' ? { message: t('records.state.DRAFT') } : null);

/** A line that was added unsays the total until the service is read again; another invoice may have come without one. */
const total = ({ amountMinor }: ShownRow): Shown | null =>
  amountMinor === null ? { message: t('records.field.total.unknown'), hint: t('records.field.total.unknown.hint') } : null;

/** The day from which it is overdue as a number, below zero; none while nothing is owed. */
function fallsDue(invoice: JsonObject): bigint[] {
  const [state = ''] = texts(invoice['state']);
  return settledStates.includes(state) ? [] : dates(invoice['dueDate']).map((due) => -BigInt(daysAfter1970(due)));
}

/** "12 days" after the day on which it was due, while something may be owed. */
function overdueBy({ status, facts }: ShownRow, today: CalendarDate): Shown | null {
  const [due] = facts['due'] ?? [];
  const days = due === undefined || settledStates.includes(status ?? '') ? 0 : daysBetween(due, today);
  return days > 0 ? { message: t('records.field.days', { count: days }), late: true } : null;
}

/**
 * The total less the payments that are known here. The interface shows no others: of a partly paid invoice it is the most that can be open.
 * Nothing is open before an invoice is, and what is locked takes no payment.
 */
function open({ status, amountMinor, currency, paidHereMinor = 0n }: ShownRow): Shown | null {
  if (amountMinor === null || (status !== 'PAID' && settledStates.includes(status ?? ''))) return null;
  const left = leftOf(amountMinor, status, paidHereMinor);
  return left && { ...left, currency };
}

/** "Invoice receivable (sales invoice)". */
export const invoiceTable: ColumnTable = {
  subtitle: (invoice) => names(invoice).slice(1).at(-1) ?? null,
  columns: [
    // Names get the width, also beside an open record.
    reference('customer', 'records.field.customer', 'customer', (invoice) => ids(invoice['customerId']), {
      width: 0,
      least: 150,
      party: true,
    }),
    text('number', 'records.field.number', (invoice) => names(invoice).slice(0, 1), { slot: 'title', width: 132, shows: draft }),
    text('reference', 'records.field.reference', (invoice) => texts(invoice['reference'], invoice['poNumber']).slice(0, 1), {
      width: 96,
      place: 'offered',
    }),
    date('date', 'records.field.date', (invoice) => [...dates(invoice['invoiceDate']), ...dates(invoice['postingDate'])].slice(0, 1), {
      slot: 'date',
      stays: 7,
    }),
    date('due', 'records.field.due', (invoice) => dates(invoice['dueDate']), { width: 100, stays: 6 }),
    count('overdueby', 'records.field.overdueBy', fallsDue, { width: 88, shows: overdueBy, daysSince: true, stays: 5 }),
    enumeration('state', 'records.field.status', (invoice) => texts(invoice['state']), { slot: 'status', width: 142 }),
    money('open', 'records.field.stillOpen', nothing, { width: 148, shows: open, only: 'seen', stays: 0 }),
    money('total', 'records.field.total', (invoice) => integers(invoice['amount']), {
      slot: 'amountMinor',
      width: 140,
      stays: 8,
      shows: total,
    }),
    code('currency', 'records.field.currency', (invoice) => texts(invoice['currency']), { slot: 'currency', place: 'within' }),
    reference('contract', 'records.field.contract', 'contract', (invoice) => ids(invoice['contractId']), { place: 'offered' }),
    reference('entity', 'records.field.entity', 'companyEntity', (invoice) => ids(invoice['companyEntityId']), { place: 'offered' }),
    enumeration('payment', 'records.field.paymentType', (invoice) => texts(invoice['paymentType']), { place: 'offered' }),
    instant('updated', 'records.field.updated', (invoice) => texts(invoice['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
