import { t } from '#shared/messages/t.ts';
import { exponentOf } from '#shared/values/money.ts';
import type { FieldDifference } from '#shared/edit.ts';

// An amount is an integer in the smallest denomination of its currency: under a currency with other decimals the same integer reads differently.

export const readsDifferently = (from: string | null, to: string | null): boolean => exponentOf(from) !== exponentOf(to);

/** While a currency is typed: the record's amount as it reads now, and as it would. */
export function amountReads(now: string, then: string): string {
  return t('edits.recoded.reads', { now, then });
}

/** Of an edit, whose record's amount is not at hand; null where amounts keep their decimals. */
export function sentenceOfRecoding(changes: readonly FieldDifference[]): string | null {
  for (const { path, base, mine } of changes) {
    if (!/Currency$/.test(path.at(-1) ?? '') || typeof base !== 'string' || typeof mine !== 'string') continue;
    if (readsDifferently(base, mine)) return t('edits.recoded.decimals', { from: decimalsOf(base), to: decimalsOf(mine) });
  }
  return null;
}

function decimalsOf(currency: string): string {
  const decimals = exponentOf(currency);
  return decimals === null ? t('edits.recoded.unknown', { currency }) : t('edits.recoded.has', { decimals, currency });
}
