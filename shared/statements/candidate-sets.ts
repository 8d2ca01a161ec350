import type { Invoices } from './invoice-index.ts';
import { mostAsked, type Candidate, type OpenInvoice } from './match-types.ts';
import { figuresIn, withoutZeros } from './number-texts.ts';

const mostTogether = 4;
/** Invoices of one payer among which sums are looked for: 4 of 24 are 12,950 sets. */
const mostForSums = 24;

/** The sum of uses. */
export const sumOf = (uses: Candidate['uses']): bigint => uses.reduce((sum, { minor }) => sum + minor, 0n);

/** The candidate for invoices that a text names; null when one of them has nothing open. */
export function candidateOf(uses: Candidate['uses'], restMinor: bigint): Candidate | null {
  if (uses.some(({ minor }) => minor <= 0n)) return null;
  const sum = sumOf(uses);
  if (sum === restMinor) return { uses, why: 'numberAndSum' };
  if (sum < restMinor) return { uses, why: 'numberMore' };
  return { uses: inOrder(uses, restMinor), why: uses.length === 1 ? 'numberLess' : 'numbersLess' };
}

/** Invoices whose number ends with figures of the text, where these figures end only one number; `runs` counts the figures. */
export function shortNamed(text: string, pool: readonly OpenInvoice[], all: Invoices): { found: OpenInvoice[]; runs: number } {
  const runs = figuresIn(text);
  const found = runs.flatMap((run) => {
    const fitting = pool.filter(({ id }) => {
      const { whole, last } = all.figures(id);
      return whole.endsWith(run) || last === withoutZeros(run);
    });
    return fitting.length === 1 ? fitting : [];
  });
  return { found: [...new Set(found)], runs: runs.length };
}

/** Resolves each number to one invoice, by itself or among the payer's; null when one stays ambiguous. */
export function meantBy(
  names: readonly string[][],
  all: Invoices,
  { currency, isPayer }: { currency: string; isPayer: (id: string) => boolean },
): OpenInvoice[] | null {
  const meant = new Map<string, OpenInvoice>();
  for (const ids of names) {
    const found = ids.flatMap((id) => all.byId.get(id) ?? []).filter((each) => each.currency === currency);
    const ofPayer = found.filter(({ customerId }) => isPayer(customerId));
    const [one] = found.length === 1 ? found : ofPayer;
    if (!one || (found.length > 1 && ofPayer.length !== 1)) return null;
    meant.set(one.id, one);
  }
  return [...meant.values()];
}

/** Allocates the received amount to the invoices in their order. */
function inOrder(uses: Candidate['uses'], restMinor: bigint): Candidate['uses'] {
  let rest = restMinor;
  return uses.flatMap(({ invoiceId, minor }) => {
    const taken = minor < rest ? minor : rest;
    rest -= taken;
    return taken > 0n ? [{ invoiceId, minor: taken }] : [];
  });
}

/** Sets of `least` to four whose sum is this, or the oldest in a row; none where more than three sets have the sum. */
export function setsOf(uses: Candidate['uses'], sum: bigint, least: number): Candidate['uses'][] {
  const found: Candidate['uses'][] = [];
  const byMinor = Map.groupBy(uses.keys(), (at) => uses[at]?.minor);
  const walk = (from: number, taken: Candidate['uses'], rest: bigint) => {
    if (found.length > mostAsked) return;
    if (taken.length + 1 >= least)
      for (const at of byMinor.get(rest) ?? []) if (at >= from) found.push([...taken, ...uses.slice(at, at + 1)]);
    if (taken.length + 1 >= mostTogether) return;
    for (let at = from; at < uses.length; at += 1) {
      const use = uses[at];
      if (use && use.minor < rest) walk(at + 1, [...taken, use], rest - use.minor);
    }
  };
  if (uses.length <= mostForSums) walk(0, [], sum);
  if (found.length > 0) return found.length > mostAsked ? [] : found;
  let row = 0n;
  const oldest = uses.findIndex(({ minor }) => (row += minor) === sum);
  return oldest + 1 >= least && oldest >= 0 ? [uses.slice(0, oldest + 1)] : [];
}

export function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ uses }) => {
    const key = uses.map(({ invoiceId, minor }) => `${invoiceId} ${minor}`).join();
    return !seen.has(key) && seen.add(key);
  });
}
