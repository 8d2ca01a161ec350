import { describe, expect, it } from 'vitest';
import { planMoney, wholesWithin, wholeWithin } from '#main/cache/query/plan-numbers.ts';
import { RowSet } from '#main/cache/query/row-set.ts';

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

  it('is told apart for each number of decimals, with its ends; what says nothing is asked for by itself', () => {
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

  it('has an opposite: what is beyond either end, in each currency, and what says no amount', () => {
    const bound = (digits: bigint) => ({ digits, scale: 0, open: false });
    expect(planMoney([{ least: bound(5n), most: bound(9n) }], ['JPY', '']).opposite).toEqual({
      shape: {
        is: 'money',
        classes: [
          { currencies: 2, range: { least: null, most: '<' } },
          { currencies: 2, range: { least: '>', most: null } },
          { currencies: 2, range: null },
        ],
      },
      values: ['JPY', '', 5n, 'JPY', '', 9n, 'JPY', ''],
    });
    const many = Array.from({ length: 200 }, (_, n) => `X${n}`);
    expect(planMoney([{ least: bound(5n), most: null }], many)).not.toHaveProperty('opposite');
  });

  it('of counts names those that are here and within; what says nothing is no count', () => {
    const [two, three] = [2n, 3n].map((digits) => ({ digits, scale: 0, open: false }));
    const here = [-1, 0, 1, 2, 3, 4, 'text'];
    expect(wholesWithin({ least: two ?? null, most: three ?? null }, here)).toEqual([2n, 3n]);
    expect(wholesWithin({ least: three ?? null, most: null }, here)).toEqual([3n, 4n]);
    expect(wholesWithin({ least: null, most: two ?? null }, here)).toEqual([0n, 1n, 2n]);
  });
});

describe('a set of rows', () => {
  const first = 1_000;
  const setOf = (...rows: number[]) => {
    const set = new RowSet(first, first + 99);
    for (const row of rows) set.add(row);
    return set;
  };

  it('holds what was added within its bounds, once, and nothing else', () => {
    const rows = [1_000, 1_001, 1_031, 1_032, 1_063, 1_064, 1_099];
    const set = setOf(...rows, 1_001, 999, 1_128, 5_000);
    expect(set.rows()).toEqual(rows);
    expect(set.size).toBe(rows.length);
    for (let row = 990; row < 1_140; row += 1) expect([row, set.has(row)]).toEqual([row, rows.includes(row)]);
    expect(new RowSet(5, 4).size).toBe(0);
    const full = setOf(...Array.from({ length: 100 }, (_, n) => first + n));
    expect(full.size).toBe(100);
    expect(full.rows()).toHaveLength(100);
  });

  it('meets others, without what is unwanted, and is joined with others', () => {
    const [a, b, c] = [setOf(1_000, 1_040, 1_041, 1_090), setOf(1_040, 1_041, 1_090, 1_091), setOf(1_041)];
    expect(RowSet.meeting([a], []).rows()).toEqual(a.rows());
    expect(RowSet.meeting([a, b], []).rows()).toEqual([1_040, 1_041, 1_090]);
    expect(RowSet.meeting([a, b], [c]).rows()).toEqual([1_040, 1_090]);
    expect(RowSet.joined([a, b, c])?.rows()).toEqual([1_000, 1_040, 1_041, 1_090, 1_091]);
    expect(RowSet.joined([c])?.rows()).toEqual([1_041]);
    expect(RowSet.joined([])).toBeNull();
    expect(a.rows()).toEqual([1_000, 1_040, 1_041, 1_090]);
  });
});
