import { currencyCodes } from '#shared/values/currencies.ts';
import { minorOf, parseDecimal, plainDecimal, readPlainDecimal, type AmountTotal } from '#shared/values/money.ts';

/** One sum with its currency, as settings and the policy keep it: "10000 EUR". */
export const sumPattern = /^\d{1,15}(?:\.\d{1,4})? [A-Z]{3}$/;

/** Reads "10,000 EUR, 100.000 SEK" in the user's number format; null where a part is no sum with a currency. */
export function readSums(typed: string, locale: string): string[] | null {
  const found = [...typed.trim().matchAll(/\s*([\d\p{Zs}.,'’]*\d)\s*([A-Za-z]{3})\s*(?:[,;]|$)/gu)];
  if (found.map(([all]) => all).join('') !== typed.trim()) return null;
  const sums = found.map(([, number = '', code = '']) => {
    const decimal = parseDecimal(number, locale);
    const currency = code.toUpperCase();
    return decimal && currencyCodes.includes(currency) && minorOf(decimal, currency) !== null
      ? `${plainDecimal(decimal)} ${currency}`
      : null;
  });
  return sums.every((sum) => sum !== null) ? sums : null;
}

/** The sum and its currency in minor units; null for a text that is none. */
export function sumOf(text: string): AmountTotal | null {
  const [number = '', currency = ''] = text.split(' ');
  const decimal = sumPattern.test(text) ? readPlainDecimal(number) : null;
  const amountMinor = decimal && minorOf(decimal, currency);
  return amountMinor === null || amountMinor === undefined ? null : { currency, amountMinor, count: 0 };
}

/** The totals that are above the sum set for their currency; a currency without one is never. */
export const above = (totals: readonly AmountTotal[], sums: readonly string[]): AmountTotal[] =>
  totals.filter((total) =>
    sums.some((text) => {
      const sum = sumOf(text);
      return sum?.currency === total.currency && total.amountMinor > sum.amountMinor;
    }),
  );
