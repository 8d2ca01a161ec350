import { describe, expect, it } from 'vitest';
import { wholeWithin } from '#shared/query/amount-ranges.ts';
import { planMoney, wholesWithin } from '#main/projections/query/plan-numbers.ts';

/** The two pieces of a query that nothing but arithmetic is behind. */

describe('the nearest whole number of minor units within a bound', () => {
  const bound = (digits: bigint, scale: number, open = false) => ({ digits, scale, open });
  it.each([
    ['15 of 10⁻¹', bound(15n, 1), 2, 150n, 150n],
    ['5', bound(5n, 0), 2, 500n, 500n],
    ['1.005', bound(1005n, 3), 2, 101n, 100n],
    ['-1.005', bound(-1005n, 3), 2, -100n, -101n],
    ['-1.5', bound(-15n, 1), 0, -1n, -2n],
    ['more or less than 5', bound(5n, 0, true), 0, 6n, 4n],
    ['more or less than 1.5', bound(15n, 1, true), 0, 2n, 1n],
    ['more or less than -2', bound(-2n, 0, true), 0, -1n, -3n],
    ['1.50 of three places', bound(1500n, 3), 2, 150n, 150n],
    ['what no amount reaches', bound(10n ** 30n, 0), 2, 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['what no amount falls below', bound(-(10n ** 30n), 0), 2, 1n - 2n ** 63n, 1n - 2n ** 63n],
  ])('%s', (_, asked, exponent, atLeast, atMost) => {
    expect(wholeWithin(asked, exponent, 'up')).toBe(atLeast);
    expect(wholeWithin(asked, exponent, 'down')).toBe(atMost);
  });

  it('is separate for each number of decimals, with its ends; empty values have their own term', () => {
    const half = { digits: 5n, scale: 1, open: false };
    expect(planMoney([{ least: half, most: null }], ['EUR', 'JPY', 'USD', ''])).toMatchObject({
      shape: {
        is: 'money',
        classes: [
          { currencies: 2, range: { least: '>=', most: null } },
          { currencies: 2, range: { least: '>=', most: null } },
        ],
      },
      values: ['EUR', 'USD', 50n, 'JPY', '', 1n],
    });
    expect(planMoney([{ none: true }, { least: null, most: half }], ['EUR'])).toEqual({
      shape: {
        is: 'money',
        classes: [
          { currencies: 1, range: null },
          { currencies: 1, range: { least: null, most: '<=' } },
        ],
      },
      values: ['EUR', 'EUR', 50n],
    });
  });

  it('of counts names those that are here and within; what says nothing is no count', () => {
    const [two, three] = [2n, 3n].map((digits) => ({ digits, scale: 0, open: false }));
    const here = [-1, 0, 1, 2, 3, 4, 'text'];
    expect(wholesWithin({ least: two ?? null, most: three ?? null }, here)).toEqual([2n, 3n]);
    expect(wholesWithin({ least: three ?? null, most: null }, here)).toEqual([3n, 4n]);
    expect(wholesWithin({ least: null, most: two ?? null }, here)).toEqual([0n, 1n, 2n]);
  });
});
