import { owedInvoices } from '#main/projections/lists/owed.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { paymentsSince } from '#main/outbox/under-way.ts';
import type { Store } from '#main/storage/store.ts';
import type { Overview, PaymentsByDay, ReceivablesByAge } from '#shared/contract/views/overview-views.ts';
import { ageEnds, dateIn, leftOf } from '#shared/edits/payments-here.ts';
import { addDays, dateOfEpoch, daysBetween } from '#shared/values/dates.ts';
import { dayMs } from '#shared/values/days.ts';
import { paidHere } from './review/ledger.ts';
import { editRowsOf } from './view.ts';

const DAYS = 30;

/** Open amounts by age and the payments of the last 30 days, from the records on this laptop. Currencies never share a sum. */
export function overviewOf(store: Store): Overview {
  const today = dateOfEpoch(store.world.now());
  return { ...receivables(store, today), payments: paymentDays(store, today) };
}

function receivables(store: Store, today: string): Pick<Overview, 'receivables' | 'asOf'> {
  const rows = owedInvoices(store);
  const paid = paidHere(store, rows.flatMap(({ id }) => id ?? [])); // prettier-ignore
  const found = new Map<string, ReceivablesByAge>();
  let oldest: number | null = null;
  for (const row of rows) {
    const left = leftOf(row.minor, row.partly ? 'PARTIALLY_PAID' : '', paid.get(row.id ?? '') ?? 0n);
    if (!left || left.minor === 0n) continue;
    const of = found.get(row.currency) ?? { currency: row.currency, ages: ageEnds.map(() => ({ minor: 0n, count: 0 })), atMost: false };
    found.set(row.currency, of);
    const late = daysBetween(row.due, today);
    const age = of.ages[ageEnds.findIndex((end) => late <= end)];
    if (!age) continue;
    age.minor += left.minor;
    age.count += row.count;
    of.atMost ||= left.atMost;
    oldest = Math.min(oldest ?? row.asOf, row.asOf);
  }
  const count = ({ ages }: ReceivablesByAge) => ages.reduce((sum, age) => sum + age.count, 0);
  return { receivables: [...found.values()].toSorted((a, b) => count(b) - count(a)), asOf: oldest };
}

function paymentDays(store: Store, today: string): PaymentsByDay[] {
  const first = addDays(today, 1 - DAYS) ?? today;
  const rows = paymentsSince(store, store.world.now() - 2 * DAYS * dayMs);
  const dates = new Map(rows.map((row) => [row.id, dateIn(bodyOf(row) ?? {})]));
  const found = new Map<string, PaymentsByDay>();
  for (const edit of editRowsOf(store, rows)) {
    const date = dates.get(edit.id) ?? null;
    if (date === null || edit.amountMinor === null || edit.currency === null) continue;
    const place = daysBetween(first, date);
    const of = found.get(edit.currency) ?? {
      ...{ currency: edit.currency, confirmed: 0, other: 0 },
      days: Array.from({ length: DAYS }, (_, at) => ({ date: addDays(first, at) ?? today, confirmedMinor: 0n, otherMinor: 0n })),
    };
    const day = of.days[place];
    if (!day) continue;
    found.set(edit.currency, of);
    const isConfirmed = edit.state === 'applied' || edit.state === 'confirmed';
    day[isConfirmed ? 'confirmedMinor' : 'otherMinor'] += edit.amountMinor;
    of[isConfirmed ? 'confirmed' : 'other'] += 1;
  }
  return [...found.values()].toSorted((a, b) => b.confirmed + b.other - (a.confirmed + a.other));
}
