import type { Decimal } from '#shared/values/money.ts';
import type { Asked, Bound } from './query.ts';

type Numbers = Extract<Asked, { least: unknown }>;

/** The amounts that begin with a number as they are displayed, of either sign: 1,623.7 begins 1,623.75. */
export function beginningWith({ digits, scale }: Decimal): Numbers[] {
  const [from, to] = [digits, digits + 1n];
  return [
    { least: { digits: from, scale, open: false }, most: { digits: to, scale, open: true } },
    { least: { digits: -to, scale, open: true }, most: { digits: -from, scale, open: false } },
  ];
}

/** SQLite's largest whole number. */
export const largest = 2n ** 63n - 1n;

/** The nearest whole number of 10⁻ᵉˣᵖᵒⁿᵉⁿᵗ that is within a bound, exact. */
export function wholeWithin({ digits, scale, open }: Bound, exponent: number, way: 'up' | 'down'): bigint {
  const scaled = digits * 10n ** BigInt(Math.max(0, exponent - scale));
  const by = 10n ** BigInt(Math.max(0, scale - exponent));
  const whole = scaled % by === 0n;
  const floor = scaled / by - (scaled < 0n && !whole ? 1n : 0n);
  const next = way === 'up' ? floor + 1n : floor - 1n;
  const within = whole ? (open ? next : floor) : way === 'up' ? floor + 1n : floor;
  return within > largest ? largest : within < -largest ? -largest : within;
}
