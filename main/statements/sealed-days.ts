import { addDays } from '#shared/values/dates.ts';

/** The days and balances of a statement that was imported. */
export interface Stretch {
  id: number;
  format: string;
  from: string;
  to: string;
  opening: bigint | null;
  closing: bigint | null;
}

/** Days without a statement beyond which equal balances chain no statements. */
const longestGap = 10;

/**
 * Tells whether a day's lines are complete: it lies inside statements whose balances chain. The first and the last day of a chain may be imported in part.
 */
export function sealedDays(stretches: readonly Stretch[]): (day: string) => boolean {
  const balanced = stretches.filter(({ opening, closing, from, to }) => opening !== null && closing !== null && from !== '' && to !== '');
  const chains: { from: string; to: string; closing: bigint | null }[] = [];
  for (const { from, to, opening, closing } of balanced.toSorted((a, b) =>
    a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1,
  )) {
    const before = chains.find((chain) => chain.closing === opening && chain.to <= from && from <= (addDays(chain.to, longestGap) ?? ''));
    if (before) Object.assign(before, { to, closing });
    else chains.push({ from, to, closing });
  }
  return (day) => chains.some(({ from, to }) => from < day && day < to);
}
