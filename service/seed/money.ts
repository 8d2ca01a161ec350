import { decimalsOf } from '#service/domain/currencies.ts';

/** The rough value of one EUR in each currency; only to give seeded amounts a believable size. */
const perEuro: Readonly<Record<string, number>> = { EUR: 1, USD: 1.08, SEK: 11.2, JPY: 162, KWD: 0.331 };

/** A believable amount in minor units of a currency, from an amount in euro cents. */
export function minorUnits(euroCents: number, currency: string): bigint {
  const decimals = decimalsOf[currency] ?? 2;
  const value = (euroCents / 100) * (perEuro[currency] ?? 1) * 10 ** decimals;
  return BigInt(Math.max(1, Math.round(value)));
}
