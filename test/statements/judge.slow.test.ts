import { describe, expect, it } from 'vitest';
import { pooled } from './judged.ts';

describe('matching before the second judge', () => {
  it.each([
    ['kind', false, 0.6],
    ['hard', true, 0.5],
  ] as const)('ticks at most 1 in 1,000 wrong over 10 seeds of the %s world', async (_name, hard, least) => {
    const { payable, ticked, wrong, asked, askedRight } = await pooled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], hard);
    expect(wrong / ticked).toBeLessThanOrEqual(0.001);
    expect(ticked / payable).toBeGreaterThanOrEqual(least);
    expect(askedRight / asked).toBeGreaterThanOrEqual(0.85);
  });
});
