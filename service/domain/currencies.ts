/** Currencies that the sandbox keeps records in, with the number of decimals of their smallest denomination (ISO 4217). */
export const decimalsOf: Readonly<Record<string, number>> = {
  EUR: 2,
  USD: 2,
  SEK: 2,
  GBP: 2,
  NOK: 2,
  DKK: 2,
  CHF: 2,
  PLN: 2,
  JPY: 0,
  KWD: 3,
};

/** An amount in minor units as figures with a decimal point, without its sign. */
export function figures(minor: bigint, currency: string): string {
  const decimals = decimalsOf[currency] ?? 2;
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function isKnownCurrency(code: string): boolean {
  return Object.hasOwn(decimalsOf, code);
}
