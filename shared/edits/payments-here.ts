import { t } from '#shared/messages/t.ts';
import { daysBetween, formatDate } from '#shared/values/dates.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { integerOf } from '#shared/records/field.ts';

/** A payment of an invoice as it is known here: recorded, on its way, in doubt, or carried out; never what was rejected or discarded. */
export interface PaymentHere {
  /** The edit that recorded it. */
  id: string;
  date: string | null;
  /** Minor units of the invoice's currency. */
  amountMinor: bigint;
}

/** The known payments of an invoice. */
export interface PaidHere {
  /** Oldest first. */
  payments: PaymentHere[];
  /** Part of it was paid by payments that are not known here. The interface tells of none, so nobody here knows how much. */
  elsewhere: boolean;
}

/** The amount still open in minor units; `atMost` when unknown payments may exist. */
export interface OpenAmount {
  minor: bigint;
  atMost: boolean;
}

/** The invoice after a payment: below zero where it pays too much, null where that is not known here. */
export interface AfterPayment {
  leftMinor: bigint | null;
  atMost: boolean;
}

/** An invoice's total less what is known here to be paid of it, never below zero; null without a total. */
export function leftOf(totalMinor: bigint | null, state: unknown, paidMinor: bigint): OpenAmount | null {
  if (totalMinor === null) return null;
  const left = state === 'PAID' ? 0n : totalMinor - paidMinor;
  return { minor: left > 0n ? left : 0n, atMost: state === 'PARTIALLY_PAID' && left > 0n };
}

/** The same of a record's page. */
export function openOf({ service, paid }: { service: JsonObject | null; paid?: PaidHere }): OpenAmount | null {
  if (!service || !paid) return null;
  const sum = paid.payments.reduce((all, { amountMinor }) => all + amountMinor, 0n);
  return leftOf(integerOf(service['amount']), service['state'], sum);
}

/** A record's page as it is without one of its payments: one that is being changed does not count against itself. */
export function withoutPayment<View extends { paid?: PaidHere }>(view: View, id: string | null): View {
  if (!view.paid || id === null) return view;
  return { ...view, paid: { ...view.paid, payments: view.paid.payments.filter((payment) => payment.id !== id) } };
}

/** The open amount before a payment that was not sent yet, in minor units: reduced by earlier ones, and by later ones unless they are `drafts`. */
export function openBefore({ service, paid }: Parameters<typeof openOf>[0], id: string, drafts: ReadonlySet<string>): bigint | null {
  const from = paid?.payments.findIndex((payment) => payment.id === id) ?? -1;
  const payments = paid?.payments.filter((payment, place) => place < from || (place > from && !drafts.has(payment.id))) ?? [];
  return from < 0 ? null : (openOf({ service, paid: { payments, elsewhere: false } })?.minor ?? null);
}

/** The warning about a payment of more than is open; null for any other. `format` writes an amount. */
export function overpaidSentence(amountMinor: bigint, openMinor: bigint, format: (minor: bigint) => string): string | null {
  if (amountMinor <= openMinor) return null;
  return openMinor === 0n
    ? t('situations.warning.overpaid.closed', { amount: format(amountMinor) })
    : t('situations.warning.overpaid', { open: format(openMinor) });
}

/** The date of a payment's body. */
export const dateIn = ({ paymentDate }: JsonObject): string | null => (typeof paymentDate === 'string' ? paymentDate : null);

/** Payments of one invoice and one amount are nearly the same within these days, whatever the account. */
const NEAR_DAYS = 5;

/** Another payment that is nearly the same as this one: warned about, never forbidden. A date that is not known is near any. */
export function nearlySame<P extends Omit<PaymentHere, 'id'>>(one: Omit<PaymentHere, 'id'>, others: readonly P[]): P | undefined {
  return others.find((other) => other.amountMinor === one.amountMinor && isNear(one.date, other.date));
}

const isNear = (one: string | null, other: string | null): boolean =>
  one === null || other === null || Math.abs(daysBetween(one, other)) <= NEAR_DAYS;

export const nearlySameSentence = (amount: string, date: string | null): string =>
  date === null
    ? t('situations.warning.nearlySamePayment.undated', { amount })
    : t('situations.warning.nearlySamePayment', { amount, date: formatDate(date) });

/** The upper ends of the ages of what is owed, in days overdue: not due, 1–30, 31–60, 61–90, over 90. */
export const ageEnds = [0, 30, 60, 90, Infinity] as const;
