import { parseDecimal, type Decimal } from '#shared/values/money.ts';

/** Locales that write numbers differently: 1,234.5 and 1.234,5 and 1,00,234.5. */
const writings = ['en', 'de', 'en-IN'] as const;

/** A currency's code or signs at either end of a number. */
const currencyAround = /^(?:[A-Za-z]{3}\s*|\p{Sc}\s*)|(?:\s*[A-Za-z]{3}|\s*\p{Sc})$/gu;

/**
 * Returns every number that a text may mean in any locale's writing, the user's own reading first: `1.623` is 1.623 and 1623. Empty where the
 * text is no number. Signs do not count: a bank letter and a ledger disagree about them.
 */
export function amountsIn(text: string, locale: string): Decimal[] {
  const bare = text.trim().replaceAll(currencyAround, '').trim();
  // A number says only figures and separators; a date (2026-11-21) and a document's number (SE01-144) are none.
  if (!/^[-+]?[\p{Nd}.,'’\u066b\u066c\s]+$/u.test(bare) || !/\p{Nd}/u.test(bare)) return [];
  const unsigned = bare.replace(/^[-+]/, '');
  const read = [locale, ...writings].flatMap((writing) => parseDecimal(unsigned, writing) ?? []);
  return read.filter((one, at) => read.findIndex((other) => isSame(one, other)) === at);
}

const isSame = (one: Decimal, other: Decimal): boolean =>
  one.digits * 10n ** BigInt(other.scale) === other.digits * 10n ** BigInt(one.scale);

/** True when two adjacent words are one number with a blank between its thousands: `1 623,75`. */
export const isOneNumber = (first: string, second: string): boolean =>
  /^\p{Nd}{1,3}(?:\s\p{Nd}{3})*$/u.test(first) && /^\p{Nd}{3}(?:[.,]\p{Nd}*)?$/u.test(second);
