import { describe, expect, it } from 'vitest';
import { pooledFirst } from './match-world.ts';

describe('matching', () => {
  it.each([
    ['kind', false, 0.6],
    ['hard', true, 0.5],
  ] as const)('ticks at most 1 in 1,000 wrong in the %s world', (_name, hard, least) => {
    const { payable, ticked, wrong, asked, askedRight } = pooledFirst(1, hard);
    expect(wrong / ticked).toBeLessThanOrEqual(0.001);
    expect(ticked / payable).toBeGreaterThanOrEqual(least);
    expect(askedRight / asked).toBeGreaterThanOrEqual(0.85);
  });
});
