import { describe, expect, it } from 'vitest';
import { matchLines } from '#shared/statements/match.ts';
import { matchWorld } from './match-world.ts';

const same = (uses: readonly { invoiceId: string }[], meant: readonly string[] | null) =>
  meant !== null &&
  uses
    .map(({ invoiceId }) => invoiceId)
    .sort()
    .join() === [...meant].sort().join();

function pooled(hard: boolean) {
  const sum = { payable: 0, ticked: 0, wrong: 0 };
  for (let seed = 1; seed <= 5; seed += 1) {
    const { invoices, lines } = matchWorld(seed, hard);
    for (const [at, { ticked }] of matchLines(lines, invoices, new Map()).entries()) {
      const meant = lines[at]?.meant ?? null;
      if (meant !== null) sum.payable += 1;
      if (ticked) {
        sum.ticked += 1;
        if (!same(ticked.uses, meant)) sum.wrong += 1;
      }
    }
  }
  return sum;
}

describe('matching', () => {
  it.each([
    ['kind', false, 0.6],
    ['hard', true, 0.5],
  ] as const)('ticks at most 1 in 1,000 wrong in the %s world', (_name, hard, least) => {
    const { payable, ticked, wrong } = pooled(hard);
    expect(wrong / ticked).toBeLessThanOrEqual(0.001);
    expect(ticked / payable).toBeGreaterThanOrEqual(least);
  });
});
