import { paymentsOf, paymentsOfMany, triedPaymentsOf } from '#main/outbox/reading/edit-lists.ts';
import { baseOf, bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { auditOfEdit } from '#main/audit/audit.ts';
import type { CachedRecord } from '#main/records/records.ts';
import type { ReviewRow } from '#shared/contract/views/views.ts';
import type { Reason } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { dateIn, leftOf, nearlySame, type PaidHere, type PaymentHere } from '#shared/edits/payments-here.ts';
import { stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { integerOf } from '#shared/records/field.ts';

/** A payment as it is known here: recorded, on its way, in doubt, or applied. What was rejected or discarded is none. */
export interface LedgerEntry {
  row: OutboxRow;
  body: JsonObject;
  /** Minor units of the invoice's currency. */
  amountMinor: bigint;
}

/** Payments of one invoice as known here, oldest first. Not all that were ever made: the interface shows none. */
export function paymentsKnownHere(store: Store, invoiceId: string): LedgerEntry[] {
  return paymentsOf(store, invoiceId).flatMap(entryOf);
}

/** The known payments of a page's invoices, in minor units; without those that have none. */
export function paidHere(store: Store, invoiceIds: readonly string[]): Map<string, bigint> {
  const sums = [...paymentsOfMany(store, invoiceIds)].map(([id, rows]): [string, bigint] => [id, sumOf(rows.flatMap(entryOf))]);
  return new Map(sums);
}

/** The amount that an open edit adds to the known payments, in minor units: 0 when rejected or no payment. */
export function paidBy(row: OutboxRow): bigint {
  return row.priority === 'payment' && row.state !== 'rejected' ? sumOf(entryOf(row)) : 0n;
}

function entryOf(row: OutboxRow): LedgerEntry[] {
  const body = bodyOf(row);
  const amountMinor = body ? (editKind(row.kind)?.amountMinor?.(body) ?? null) : null;
  return body && amountMinor !== null ? [{ row, body, amountMinor }] : [];
}

const sumOf = (ledger: readonly LedgerEntry[]): bigint => ledger.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** Earlier ones, and later ones that are approved or gone by now: what a payment is compared with. Never itself. */
const othersBefore = ({ row }: LedgerEntry, ledger: readonly LedgerEntry[]): LedgerEntry[] =>
  ledger.filter(({ row: other }) => other.id !== row.id && (other.place < row.place || other.state !== 'draft'));

/** Another payment with the same date, account and amount, or null: warned about, never forbidden. */
export function samePaymentBefore(entry: LedgerEntry, ledger: readonly LedgerEntry[]): LedgerEntry | null {
  const print = stringifyJson(entry.body);
  return othersBefore(entry, ledger).find((other) => stringifyJson(other.body) === print) ?? null;
}

/** Another payment with the same amount and a date near this one's, or null: warned about, never forbidden. */
export function nearlySameBefore(entry: LedgerEntry, ledger: readonly LedgerEntry[]): PaymentHere | null {
  return nearlySame(paymentOf(entry), othersBefore(entry, ledger).map(paymentOf)) ?? null;
}

/** Refusals that leave open whether a payment is there: it may be paid, locked or gone because of an earlier one. */
const openRefusals: ReadonlySet<string | number> = new Set(['CONFLICT', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 409, 404, 422]);

/**
 * A payment of the invoice with the same amount and a date near this one's that the service refused so, or that a user gave up in doubt, or null; also
 * one that is closed since.
 */
export function refusedBefore(store: Store, entry: LedgerEntry): OutboxRow | null {
  const refused = triedPaymentsOf(store, entry.row.recordId).filter((row) => row.id !== entry.row.id && mayBeThereAllTheSame(store, row));
  const near = nearlySame(paymentOf(entry), refused.flatMap(entryOf).map(paymentOf));
  return refused.find(({ id }) => id === near?.id) ?? null;
}

function mayBeThereAllTheSame(store: Store, { id }: OutboxRow): boolean {
  return auditOfEdit(store, id).some(({ what, facts }) => {
    if (what === 'gaveUp') return true;
    const reason = (facts['reason'] ?? null) as Reason | null;
    return reason?.kind === 'rejectedByService' && openRefusals.has(reason.error?.type ?? reason.status);
  });
}

const paymentOf = ({ row, body, amountMinor }: LedgerEntry): PaymentHere => ({ id: row.id, date: dateIn(body), amountMinor });

/** The open amount after this payment, negative for an overpayment; null for an unknown invoice or total. */
export function followsOf(known: CachedRecord | null, ledger: readonly LedgerEntry[], editId: string): NonNullable<ReviewRow['payment']> {
  const invoice = known?.value ?? null;
  const entry = ledger.find(({ row }) => row.id === editId);
  const open = entry && invoice ? openBefore(entry, ledger, invoice) : null;
  const customer = invoice?.['customerId'];
  return {
    customerId: typeof customer === 'string' ? customer : null,
    leftMinor: entry && open !== null ? open - entry.amountMinor : null,
    atMost: invoice?.['state'] === 'PARTIALLY_PAID',
  };
}

/** The amount still open before this payment, in minor units, as known here: the invoice's total less every other payment, at least zero. */
export function openBefore(entry: LedgerEntry, ledger: readonly LedgerEntry[], invoice: JsonObject): bigint | null {
  return openNow(othersBefore(entry, ledger), invoice);
}

/** The amount still open after these payments, in minor units, as known here; null without a total. */
export function openNow(ledger: readonly LedgerEntry[], invoice: JsonObject): bigint | null {
  return leftOf(integerOf(invoice['amount']), invoice['state'], sumOf(ledger))?.minor ?? null;
}

/** The known payments of an invoice. */
export function paidOf(store: Store, invoiceId: string, invoice: JsonObject | null): PaidHere {
  const ledger = paymentsKnownHere(store, invoiceId);
  return { payments: ledger.map(paymentOf), elsewhere: isPaidElsewhere(store, ledger, invoice) };
}

/** True when unknown payments paid a part: the invoice is partly paid, and was so before any of ours was sent. */
export function isPaidElsewhere(store: Store, ledger: readonly LedgerEntry[], invoice: JsonObject | null): boolean {
  if (invoice?.['state'] !== 'PARTIALLY_PAID') return false;
  const ours = ledger.find(({ row }) => row.lastAttempt > 0);
  return ours === undefined || baseOf(ours.row)?.['state'] === 'PARTIALLY_PAID';
}
