import { exponentOf } from '#shared/values/money.ts';
import type { Asked, Bound } from '#shared/query/query.ts';
import { wholeWithin } from '#shared/query/amount-ranges.ts';
import type { MoneyClass, Planned, RangeShape } from './shape.ts';

type Numbers = Extract<Asked, { least: Bound | null }>;

/** Plans amounts: one range in minor units for each group of currencies with equal decimals. */
export function planMoney(asked: Asked[], currencies: readonly string[]): Planned {
  const byExponent = [...Map.groupBy(currencies, (currency) => exponentOf(currency) ?? 0)];
  const among = (one: Asked): MoneyValues[] => {
    if (!('least' in one)) return 'none' in one ? [saysNone(currencies)] : [];
    return byExponent.map(([exponent, of]) => {
      const least = one.least && wholeWithin(one.least, exponent, 'up');
      const most = one.most && wholeWithin(one.most, exponent, 'down');
      const range: RangeShape = { least: least === null ? null : '>=', most: most === null ? null : '<=' };
      return { range, values: [...of, ...[least, most].filter((bound) => bound !== null)], currencies: of.length };
    });
  };
  return ofClasses(asked.flatMap(among));
}

type MoneyValues = MoneyClass & { values: unknown[] };

const ofClasses = (classes: MoneyValues[]): Planned => ({
  shape: { is: 'money', classes: classes.map(({ currencies, range }) => ({ currencies, range })) },
  values: classes.flatMap(({ values }) => values),
});

const saysNone = (currencies: readonly string[]): MoneyValues => ({ currencies: currencies.length, range: null, values: [...currencies] });

/** The counts of a list that are within the bounds; an empty field is negative and never matches. */
export function wholesWithin({ least, most }: Numbers, values: readonly (string | number)[]): bigint[] {
  const from = least && wholeWithin(least, 0, 'up');
  const to = most && wholeWithin(most, 0, 'down');
  const counts = values.flatMap((value) => (typeof value === 'number' && value >= 0 ? BigInt(value) : []));
  return counts.filter((count) => (from === null || count >= from) && (to === null || count <= to));
}
