import { describe, expect, it } from 'vitest';
import { judged } from './judged.ts';

describe('matching before the second judge', () => {
  it.each([
    ['kind', false, 0.6],
    ['hard', true, 0.5],
  ] as const)('ticks nothing wrong in a small %s world, and asks with the right answer', async (_name, hard, least) => {
    const { payable, ticked, wrong, asked, askedRight } = await judged(1, hard, 600);
    expect(wrong).toBe(0);
    expect(ticked / payable).toBeGreaterThanOrEqual(least);
    expect(askedRight / asked).toBeGreaterThanOrEqual(0.85);
  });
});
