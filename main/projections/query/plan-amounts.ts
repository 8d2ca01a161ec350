import { beginningWith } from '#shared/query/amount-ranges.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { exponentOf, minorOf, type Decimal } from '#shared/values/money.ts';
import { allOf, matchNaming } from '#main/names/match-names.ts';
import type { Store } from '#main/storage/store.ts';
import { rowRange } from '#main/storage/row-range.ts';
import { paidInvoices } from './amounts-here.ts';
import { valuesOfSlot } from './distinct-values.ts';
import { planMoney } from './plan-numbers.ts';
import type { Planned } from './shape.ts';

/** True when a displayed amount (minor units) begins with one of the numbers. */
export function begins(amounts: readonly Decimal[], minor: bigint, currency: string): boolean {
  const exponent = exponentOf(currency) ?? 0;
  const size = minor < 0n ? -minor : minor;
  return amounts.some(({ digits, scale }) => {
    const [unit, by] = [10n ** BigInt(Math.max(0, exponent - scale)), 10n ** BigInt(Math.max(0, scale - exponent))];
    return size * by >= digits * unit && size * by < (digits + 1n) * unit;
  });
}

/**
 * Plans a number without a field: totals and what is open or was paid here by their beginning, amounts of lines exactly; its figures also as
 * words, since documents have numbers too. The word index holds every amount of a record in minor units, so a line's needs no index of its own.
 */
export function planAmount(store: Store, kind: RecordKind, text: string, amounts: readonly Decimal[]): Planned {
  const range = rowRange(kind);
  const currencies = valuesOfSlot(store, 'currency', kind);
  const parts: Planned[] = [
    { shape: { is: 'words' }, values: [allOf(matchNaming(store, kind, text)), ...range] },
    planMoney(amounts.flatMap(beginningWith), ['', ...currencies]),
    ...lineAmounts(store, kind, amounts).map(({ planned }) => planned),
  ];
  if (kind === 'invoiceReceivable') {
    const rows = paidInvoices(store).filter(({ payments, open, currency }) =>
      [...payments, ...(open === null ? [] : [open])].some((minor) => begins(amounts, minor, currency)),
    );
    parts.push({ shape: { is: 'rows' }, values: [JSON.stringify(rows.map(({ row }) => row))] });
  }
  return joined('any', parts);
}

/** The records that hold one of these amounts anywhere, as the minor units of their currency. */
export function lineAmounts(store: Store, kind: RecordKind, amounts: readonly Decimal[]): { minor: bigint; planned: Planned }[] {
  const range = rowRange(kind);
  return amounts.flatMap((amount) => {
    const byMinor = Map.groupBy(valuesOfSlot(store, 'currency', kind), (currency) => minorOf(amount, currency));
    return [...byMinor].flatMap(([minor, currencies]) => {
      if (minor === null) return [];
      const digits: Planned = { shape: { is: 'words' }, values: [`"${minor}"`, ...range] };
      const among: Planned = { shape: { is: 'among', slot: 'currency', values: currencies.length }, values: currencies };
      return [{ minor, planned: joined('every', [digits, among]) }];
    });
  });
}

const joined = (is: 'every' | 'any', parts: Planned[]): Planned => ({
  shape: { is, parts: parts.map(({ shape }) => ({ ...shape, not: false })) },
  values: parts.flatMap(({ values }) => values),
});
