import type { RecordView } from '#shared/contract/views/views.ts';
import { leftOf, type OpenAmount } from '#shared/edits/payments-here.ts';
import { integerOf } from '#shared/records/field.ts';
import { isLocked, settledStates } from '#shared/service/invoice-states.ts';
import { daysBetween, type CalendarDate } from '#shared/values/dates.ts';
import { onlyHere } from '#renderer/pages/record/facts/recorded-here.ts';

/** The first answers of an invoice's page. Amounts are minor units of its currency. */
export interface Answers {
  total: bigint;
  /** By what the service or the user confirmed; a payment that only waits opens nothing and closes nothing. */
  open: OpenAmount;
  /** The open amount once every payment recorded here is confirmed; null when none waits. */
  after: bigint | null;
  paid: { minor: bigint; by: 'here' | 'elsewhere' | 'service'; count: number };
  /** While something is owed: the day, and how many days ago it was (below zero: ahead). */
  due: { date: CalendarDate; days: number } | null;
}

/** The answers of an invoice's page; null for any other record, and where nothing can be owed yet or any more. */
export function answersOf(view: RecordView, today: CalendarDate): Answers | null {
  const { service, paid } = view;
  const total = service && integerOf(service['amount']);
  const state = view.row.status;
  if (!service || !paid || total === null || total === undefined || state === 'DRAFT' || isLocked(state)) return null;
  const confirmed = new Set(onlyHere(view).flatMap(({ id, state: of }) => (of === 'applied' || of === 'confirmed' ? [id] : [])));
  const sum = (payments: typeof paid.payments) => payments.reduce((all, { amountMinor }) => all + amountMinor, 0n);
  const done = paid.payments.filter(({ id }) => confirmed.has(id));
  const open = leftOf(total, state, sum(done));
  const left = leftOf(total, state, sum(paid.payments));
  if (!open || !left) return null;
  const date = typeof service['dueDate'] === 'string' ? service['dueDate'] : null;
  return {
    total,
    open,
    after: done.length === paid.payments.length || state === 'PAID' ? null : left.minor,
    paid:
      state === 'PAID'
        ? { minor: total, by: 'service', count: 0 }
        : { minor: sum(done), by: paid.elsewhere ? 'elsewhere' : 'here', count: done.length },
    due: date !== null && !settledStates.includes(state ?? '') ? { date, days: daysBetween(date, today) } : null,
  };
}
