import { exponentOf } from '#shared/values/money.ts';
import type { FieldDifference } from '#shared/edit.ts';

// An amount is an integer in the smallest denomination of its currency: under a currency with other decimals the same integer reads differently.

const currencyAlone = 'This changes the currency alone, not the number behind it:';

export const readsDifferently = (from: string | null, to: string | null): boolean => exponentOf(from) !== exponentOf(to);

/** While a currency is typed: the record's amount as it reads now, and as it would. */
export function amountReads(now: string, then: string): string {
  return `${currencyAlone} ${now} would then read ${then}.`;
}

/** Of an edit, whose record's amount is not at hand; null where amounts keep their decimals. */
export function sentenceOfRecoding(changes: readonly FieldDifference[]): string | null {
  for (const { path, base, mine } of changes) {
    if (!path.at(-1)?.endsWith('Currency') || typeof base !== 'string' || typeof mine !== 'string') continue;
    if (readsDifferently(base, mine)) return `${currencyAlone} ${decimalsOf(base)}, ${decimalsOf(mine)}.`;
  }
  return null;
}

function decimalsOf(currency: string): string {
  const exponent = exponentOf(currency);
  if (exponent === null) return `the decimals of ${currency} are not known`;
  return `${currency} has ${exponent === 0 ? 'no' : exponent} decimals`;
}
