import { t } from '#shared/messages/t.ts';
import { currencyExponents } from './currencies.ts';
import { memoized } from './memoized.ts';

/** Largest amount that the interface carries (int64). */
export const largestMinor = 2n ** 63n - 1n;

/** The number of decimals of a currency's smallest denomination, or null when the code is not known: then only minor units are shown. */
export function exponentOf(currency: string | null): number | null {
  return currency === null ? null : (currencyExponents.get(currency) ?? null);
}

/** The readings of a typed amount; `choices` are for one question, "Did you mean …?". */
export type AmountEntry = { kind: 'amount'; minor: bigint } | { kind: 'ambiguous'; choices: bigint[] } | { kind: 'invalid'; why: string };

/**
 * Reads an amount that a user typed, in a currency, by a locale's separators. The locale's reading wins when it is well-formed; when
 * only the other way round makes sense (`1.234,56` in English) the user is asked. Without known decimals only whole minor units are
 * taken. Exact: no float is involved.
 */
export function parseAmount(text: string, currency: string | null, locale: string): AmountEntry {
  const [own, mirrored] = writingsOf(locale);
  const plain = plainText(text, currencyNames(currency, locale), own.decimal);
  if (plain === null) return { kind: 'invalid', why: whyNoAmount(text) };
  const exponent = exponentOf(currency);
  if (exponent === null) return minorUnitsEntry(plain, currency);
  const asLocale = readMinor(plain, own, exponent);
  if (asLocale !== null) return withinRange(asLocale, (minor) => ({ kind: 'amount', minor }));
  const otherWay = readMinor(plain, mirrored, exponent);
  if (otherWay !== null) return withinRange(otherWay, (minor) => ({ kind: 'ambiguous', choices: [minor] }));
  return { kind: 'invalid', why: t('values.amount.decimals', { decimals: exponent, currency: currency ?? '' }) };
}

function whyNoAmount(text: string): string {
  if (hasMark(text)) return t('values.amount.figure');
  return t(mixesScripts(even(text)) ? 'values.amount.scripts' : 'values.amount.figures');
}

/** True for a figure that is a mark beside a number, as of a footnote, and no digit of it: ¹, ₂, ③, ⒋, ½. */
const hasMark = (text: string): boolean => /\p{No}/u.test(text);

function withinRange(minor: bigint, entry: (minor: bigint) => AmountEntry): AmountEntry {
  const inRange = minor <= largestMinor && minor >= -largestMinor;
  return inRange ? entry(minor) : { kind: 'invalid', why: t('values.amount.tooLarge') };
}

function minorUnitsEntry(plain: string, currency: string | null): AmountEntry {
  if (/^-?\d+$/.test(plain)) return withinRange(BigInt(plain), (minor) => ({ kind: 'amount', minor }));
  const why = currency === null ? t('values.amount.noCurrency') : t('values.amount.unknownDecimals', { currency });
  return { kind: 'invalid', why };
}

/**
 * ASCII figures, one kind of separator for spaces and apostrophes (`_`), the currency's own code or sign removed; null when anything else
 * remains, another currency's sign for one.
 */
function plainText(text: string, names: readonly string[], decimal: string): string | null {
  if (mixesScripts(even(text)) || hasMark(text)) return null;
  const typed = even(text).replace(/\p{Nd}/gu, asciiDigit);
  const before = signedOf(typed);
  const after = signedOf(withoutName(before.rest, names));
  const plain = after.rest
    .trim()
    .replace(/\u066b/g, decimal)
    .replace(/(?<=\d)[\s'\u2019\u066c](?=\d)/g, '_');
  const sign = before.sign === '' || after.sign === '' ? before.sign + after.sign : '?';
  return /^[\d.,_]+$/.test(plain) && /\d/.test(plain) && sign !== '?' ? `${sign === '-' ? '-' : ''}${plain}` : null;
}

/** Without what is not seen: writing directions, and twins of the same letter. */
const even = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim()
    .toUpperCase();

function signedOf(text: string): { sign: string; rest: string } {
  const sign = /^[-+\u2212\u2012\u2013]/.exec(text)?.[0] ?? '';
  return { sign: sign === '' || sign === '+' ? sign : '-', rest: text.slice(sign.length).trim() };
}

function withoutName(text: string, names: readonly string[]): string {
  for (const name of names) {
    if (text.startsWith(name)) return text.slice(name.length).trim();
    if (text.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return text;
}

/** The spellings of a currency beside a number: its code and its signs in the locale, the longest first. */
const currencyNames = memoized((currency: string | null, locale: string): string[] => {
  if (currency === null) return [];
  const names = new Set([even(currency)]);
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    const parts = currencyFormat(currency, locale, currencyDisplay)?.formatToParts(1) ?? [];
    for (const { type, value } of parts) if (type === 'currency') names.add(even(value));
  }
  return [...names].filter((name) => name !== '').sort((a, b) => b.length - a.length);
});

/** Null for a code or a locale that the platform does not take. */
function currencyFormat(currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol'): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  } catch {
    return null;
  }
}

/** Every script's figures are in runs of ten that begin with its zero. */
function asciiDigit(figure: string): string {
  let value = 0;
  for (let code = figure.codePointAt(0) ?? 0; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1));) value++;
  return String(value);
}

/** True when a number mixes digits of two scripts: nobody types that, and nobody could check the reading. */
function mixesScripts(text: string): boolean {
  const figures = text.match(/\p{Nd}/gu) ?? [];
  return new Set(figures.map((figure) => (figure.codePointAt(0) ?? 0) - Number(asciiDigit(figure)))).size > 1;
}

export interface Separators {
  decimal: string;
  group: string;
  /** Sizes of the last group and of those before it: 3 and 3, or 3 and 2 in India. */
  groupSizes: [number, number];
}

/** A decimal number, exact: `digits` / 10^`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** A number in the minor units of a currency; null when the currency has fewer decimals than the number. Unknown currencies have none. */
export function minorOf({ digits, scale }: Decimal, currency: string): bigint | null {
  const exponent = exponentOf(currency) ?? 0;
  if (exponent >= scale) return digits * 10n ** BigInt(exponent - scale);
  const by = 10n ** BigInt(scale - exponent);
  return digits % by === 0n ? digits / by : null;
}

/** Reads a number as amounts are displayed, whatever its currency: by the locale's separators, or the other way round where only that makes sense. */
export function parseDecimal(text: string, locale: string): Decimal | null {
  const writings = writingsOf(locale);
  const plain = plainText(text, [], writings[0].decimal);
  if (plain === null) return null;
  for (const separators of writings) {
    const scale = plain.split(separators.decimal)[1]?.length ?? 0;
    const digits = readMinor(plain, separators, scale);
    if (digits !== null) return { digits, scale };
  }
  return null;
}

/** A number with the locale's separators, its decimals as they are. Exact. */
export function formatDecimal(decimal: Decimal, locale: string): string {
  // A decimal string is printed digit by digit; a number would pass through a float.
  return numberFormat(locale, decimal.scale).format(plainDecimal(decimal) as Intl.StringNumericLiteral);
}

/** Reads plain figures: `-1234.56`. Null for anything else, such as an exponent. Exact. */
export function readPlainDecimal(plain: string): Decimal | null {
  const [, whole, fraction = ''] = /^(-?\d{1,40})(?:\.(\d{1,20}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

/** A number in plain figures: `-1234.56`. Exact. */
export function plainDecimal({ digits, scale }: Decimal): string {
  const figures = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = figures.slice(0, figures.length - scale);
  return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${figures.slice(-scale)}`}`;
}

/** An int64 has nineteen; zeros may be before it. */
const mostFigures = 40;

function readMinor(plain: string, separators: Separators, exponent: number): bigint | null {
  const negative = plain.startsWith('-');
  const [whole = '', fraction, ...more] = (negative ? plain.slice(1) : plain).split(separators.decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if ((fraction ?? '').length > exponent) return null;
  const digits = ungrouped(whole, separators);
  if (digits === null || digits.length > mostFigures || (digits === '' && !fraction)) return null;
  const magnitude = BigInt(digits + (fraction ?? '').padEnd(exponent, '0'));
  return negative ? -magnitude : magnitude;
}

function ungrouped(whole: string, { group, groupSizes }: Separators): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const separator = whole.includes('_') ? '_' : group;
  const groups = whole.split(separator);
  const [last, before] = groupSizes;
  const fits = groups.every((each, index) => {
    if (!/^\d+$/.test(each)) return false;
    if (index === groups.length - 1) return each.length === last;
    // No thousands begin with a zero: what looks so has decimals.
    return index === 0 ? each.length <= before && !each.startsWith('0') : each.length === before;
  });
  return fits ? groups.join('') : null;
}

/** A locale's separators in ASCII, from how it prints a long number; a locale that is not one reads as English. */
export const separatorsOf = memoized((locale: string): Separators => {
  const parts = numberFormat(locale, 1).formatToParts(12345678.5);
  const integers = parts.filter((part) => part.type === 'integer').map((part) => part.value.length);
  const point = parts.find((part) => part.type === 'decimal')?.value;
  const decimal = point === ',' ? ',' : '.';
  const printed = parts.find((part) => part.type === 'group')?.value;
  // Beside Arabic separators, Latin ones are read as in English: a comma parts thousands.
  const ownGroup = point === '\u066b' ? ',' : '_';
  const group = printed === '.' || printed === ',' ? printed : ownGroup;
  return { decimal, group, groupSizes: [integers.at(-1) ?? 3, integers.at(-2) ?? 3] };
});

/** The locale's separators, then the other way round. */
function writingsOf(locale: string): [Separators, Separators] {
  const own = separatorsOf(locale);
  const mirrored = own.decimal === '.' ? { decimal: ',', group: '.' } : { decimal: '.', group: ',' };
  return [own, { ...mirrored, groupSizes: [3, 3] }];
}

const numberFormat = memoized((locale: string, decimals: number, useGrouping?: boolean): Intl.NumberFormat => {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: useGrouping ?? true };
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    return new Intl.NumberFormat('en', options);
  }
});

/** The amount as a plain decimal text, `-1234.56`, exact; in minor units when the currency's decimals are not known. */
export function decimalOf(minor: bigint, currency: string | null): string {
  return plainDecimal({ digits: minor, scale: exponentOf(currency) ?? 0 });
}

/** Figures only, with the locale's separators, for columns whose currency stands elsewhere. Exact. */
export function formatFigures(minor: bigint, currency: string | null, locale: string): string {
  return formatDecimal({ digits: minor, scale: exponentOf(currency) ?? 0 }, locale);
}

/** `1,234.56 EUR` by locale; a currency whose decimals are not known is shown in minor units and says so. Exact. */
export function formatAmount(minor: bigint, currency: string | null, locale: string): string {
  const figures = formatFigures(minor, currency, locale);
  if (currency === null) return t('values.minorUnits.amount', { figures });
  return exponentOf(currency) === null ? t('values.minorUnits.of', { figures, currency }) : `${figures} ${currency}`;
}

/** The initial text of an amount's entry field; minor units have no separators. `parseAmount` parses it back exactly. */
export function amountEntryText(minor: bigint, currency: string | null, locale: string): string {
  return numberFormat(locale, exponentOf(currency) ?? 0, exponentOf(currency) !== null).format(
    decimalOf(minor, currency) as Intl.StringNumericLiteral,
  );
}

/**
 * An amount with its whole part grouped as the locale does, every figure and all after the decimal separator as they were typed. What does not read
 * by the locale's separators alone, figures of another script and an amount in minor units stay as they are: nothing gets another meaning.
 */
export function groupedAmount(text: string, currency: string | null, locale: string): string {
  const parts = numberFormat(locale, 1).formatToParts(-12345678.5);
  const printed = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [printed('group'), printed('decimal')];
  if (exponentOf(currency) === null || group === '' || printed('integer').startsWith('1') === false) return text;
  const [sign = ''] = /^[-+]?/.exec(text) ?? [];
  const at = text.indexOf(decimal);
  const [whole, rest] = at === -1 ? [text.slice(sign.length), ''] : [text.slice(sign.length, at), text.slice(at)];
  const figures = whole.replaceAll(group, '');
  if (!/^(0|[1-9]\d{0,29})$/.test(figures) || !/^\d*$/.test(rest.slice(decimal.length))) return text;
  return sign + numberFormat(locale, 0).format(figures as Intl.StringNumericLiteral) + rest;
}

/** Sum of amounts in one currency. */
export interface AmountTotal {
  currency: string;
  amountMinor: bigint;
  count: number;
}

/** Sums per currency, alphabetical; currencies are never mixed, and what lacks an amount or a currency is not counted. */
export function sumByCurrency(amounts: Iterable<{ amountMinor: bigint | null; currency: string | null }>): AmountTotal[] {
  const totals = new Map<string, AmountTotal>();
  for (const { amountMinor, currency } of amounts) {
    if (amountMinor === null || currency === null) continue;
    const total = totals.get(currency) ?? { currency, amountMinor: 0n, count: 0 };
    totals.set(currency, { currency, amountMinor: total.amountMinor + amountMinor, count: total.count + 1 });
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
