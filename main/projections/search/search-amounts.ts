import { sql } from 'drizzle-orm';
import type { AmountFound, Hit } from '#shared/contract/views/search-views.ts';
import type { Asked } from '#shared/query/query.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { minorOf, type Decimal } from '#shared/values/money.ts';
import { paidInvoices, type PaidInvoice } from '#main/projections/query/amounts-here.ts';
import { bound } from '#main/projections/query/condition.ts';
import { valuesOfSlot } from '#main/projections/query/distinct-values.ts';
import { beginningWith } from '#shared/query/amount-ranges.ts';
import { begins, lineAmounts } from '#main/projections/query/plan-amounts.ts';
import { planMoney } from '#main/projections/query/plan-numbers.ts';
import type { Planned, Shape } from '#main/projections/query/shape.ts';
import { matching } from '#main/projections/lists/list-filter.ts';
import { param, preparedForms } from '#main/storage/prepared.ts';
import { record } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { foundColumns, recordHits, type FoundRecord } from './record-hits.ts';

/** The row limit of one query: many amounts are close, and only the nearest are shown. */
const mostRead = 200;

const fitting = preparedForms((db, shapes: Shape[]) =>
  db.rows(foundColumns, sql`${matching(shapes)} ORDER BY ${record.row} DESC LIMIT ${param('limit')}`),
);

function rowsOf(store: Store, kind: RecordKind, { shape, values }: Planned): FoundRecord[] {
  return fitting(store, [{ ...shape, not: false }]).all({ ...bound(values), kind, limit: mostRead });
}

/** A record's match for a number. */
type Match = AmountFound & { record: FoundRecord };

const order = ['open', 'total', 'payment', 'line', 'amount'] as const;

/**
 * Records with one of these amounts: exactly, as what is still open, a total, a payment or a line; then those that begin so; then those within
 * one percent, the nearest first. Each record once, by the best of its answers.
 */
export function recordsByAmount(store: Store, amounts: readonly Decimal[], limit: number): Hit[] {
  const matches: Match[] = [];
  const rows = new Set<number>();
  const add = (found: readonly Match[]) => {
    for (const match of found.toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what))) {
      if (rows.has(match.record.row)) continue;
      rows.add(match.record.row);
      matches.push(match);
    }
  };
  const kinds = recordKinds.filter((kind) => kind !== 'vendor' && kind !== 'invoicePayable');
  const paid = paidInvoices(store);
  const totals = (asked: Asked[], exact: boolean) =>
    kinds.flatMap((kind) => rowsOf(store, kind, planMoney(asked, currenciesOf(store, kind))).map((found) => totalOf(found, exact, paid)));
  const exactly = amounts.flatMap((amount) => [amount, { ...amount, digits: -amount.digits }]).map(within);
  add([
    ...totals(exactly, true),
    ...paymentsWith(store, paid, (minor, currency) => amounts.some((one) => minorOf(one, currency) === minor), true),
  ]);
  add(kinds.flatMap((kind) => linesWith(store, kind, amounts)));
  if (matches.length < limit) {
    add([
      ...totals(amounts.flatMap(beginningWith), false),
      ...paymentsWith(store, paid, (minor, currency) => begins(amounts, minor, currency), false),
    ]);
    // The user's own reading alone: ±1 % of every reading would be about two sums.
    const [own] = amounts;
    if (own && own.digits > 0n) add(totals([aroundOf(own)], false).toSorted((a, b) => distance(a, own) - distance(b, own)));
  }
  const best = matches.slice(0, limit);
  return recordHits(
    store,
    best.map(({ record }) => record),
  ).map((hit, at) => {
    const { what, minor, currency, exact } = best[at] as Match;
    return { ...hit, amount: { what, minor, currency, exact } };
  });
}

const currenciesOf = (store: Store, kind: RecordKind): string[] => ['', ...valuesOfSlot(store, 'currency', kind)];

const within = (amount: Decimal): Asked => ({ least: { ...amount, open: false }, most: { ...amount, open: false } });

const aroundOf = ({ digits, scale }: Decimal): Asked => ({
  least: { digits: digits * 99n, scale: scale + 2, open: false },
  most: { digits: digits * 101n, scale: scale + 2, open: false },
});

/** The distance of an amount from a number, in millionths of it. */
function distance({ minor, currency }: Match, amount: Decimal): number {
  const exact = minorOf({ digits: amount.digits * 1_000_000n, scale: amount.scale }, currency) ?? 0n;
  const away = minor * 1_000_000n - exact;
  return exact === 0n ? 0 : Number(((away < 0n ? -away : away) * 1_000_000n) / exact);
}

/** The record's own amount: what is open of an invoice while nothing was paid of it here, else its total. */
function totalOf(found: FoundRecord, exact: boolean, paid: readonly PaidInvoice[]): Match {
  const { kind, status, row, amountMinor, currency } = found;
  const isInvoice = kind === 'invoiceReceivable';
  const isOwed = isInvoice && !settledStates.includes(status) && status !== 'PARTIALLY_PAID' && !paid.some((one) => one.row === row);
  return { what: isOwed ? 'open' : isInvoice ? 'total' : 'amount', minor: amountMinor ?? 0n, currency, exact, record: found };
}

/** Invoices with payments recorded here of which one, or what they leave open, is asked for. */
function paymentsWith(
  store: Store,
  paid: readonly PaidInvoice[],
  fits: (minor: bigint, currency: string) => boolean,
  exact: boolean,
): Match[] {
  const matches = paid.flatMap(({ row, currency, open, payments }): (AmountFound & { row: number })[] => {
    const payment = payments.find((minor) => fits(minor, currency));
    if (open !== null && fits(open, currency)) return [{ row, what: 'open', minor: open, currency, exact }];
    return payment === undefined ? [] : [{ row, what: 'payment', minor: payment, currency, exact }];
  });
  const rows = JSON.stringify(matches.map(({ row }) => row));
  const found = matches.length === 0 ? [] : rowsOf(store, 'invoiceReceivable', { shape: { is: 'rows' }, values: [rows] });
  return matches.flatMap(({ row, ...match }) => found.filter((one) => one.row === row).map((record) => ({ ...match, record })));
}

function linesWith(store: Store, kind: RecordKind, amounts: readonly Decimal[]): Match[] {
  return lineAmounts(store, kind, amounts).flatMap(({ minor, planned }) =>
    rowsOf(store, kind, planned).map((record) => ({ what: 'line' as const, minor, currency: record.currency, exact: true, record })),
  );
}
