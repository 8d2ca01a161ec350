import { currencyExponents } from '#shared/values/currencies.ts';
import type { Decimal } from '#shared/values/money.ts';

export type DecimalSign = '.' | ',';

/** An amount as it stands in a file, without its sign and its currency. */
export interface AmountText {
  /** Figures and separators only. */
  body: string;
  negative: boolean;
  /** By a code or an unmistakable sign beside it. */
  currency: string | null;
}

const signs: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  zł: 'PLN',
  '₪': 'ILS',
  '₺': 'TRY',
  円: 'JPY',
  CHF: 'CHF',
};
/** Signs of several currencies: the column of currencies says which. */
const unclearSigns = /^(?:\$|kr\.?|¥|￥|Fr\.?|Rs\.?|元)$/i;

/** Splits a cell into sign, currency and figures; null where anything else stands in it, such as CR or a footnote's mark. */
export function amountText(cell: string): AmountText | null {
  // Most amounts are figures and separators alone.
  if (/^\d[\d.,]*$/.test(cell)) return { body: cell, negative: false, currency: null };
  let rest = cell
    .replaceAll(/[\u200E\u200F\u061C\u2066-\u2069]/g, '')
    .replaceAll(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0))
    .trim();
  let negative = false;
  let signed = 0;
  let currency: string | null = null;
  const around = /^\((.*)\)$/s.exec(rest);
  if (around) [rest, negative, signed] = [(around[1] ?? '').trim(), true, 1];
  for (let round = 0; round < 2; round++) {
    const sign = /^[-+−–]|[-−–]$/u.exec(rest)?.[0];
    if (sign !== undefined) {
      rest = (rest.startsWith(sign) ? rest.slice(sign.length) : rest.slice(0, -sign.length)).trim();
      negative = sign !== '+';
      signed += 1;
    }
    const name = nameBeside(rest);
    if (name !== null) {
      const { word } = name;
      const code = signs[word] ?? (currencyExponents.has(word.toUpperCase()) ? word.toUpperCase() : null);
      if (code === null && !unclearSigns.test(word)) return null;
      if (currency !== null && code !== null && code !== currency) return null;
      currency ??= code;
      rest = name.rest.trim();
    }
  }
  if (signed > 1 || !/^[\d.,'’ \u00A0\u202F\u2009]+$/.test(rest) || !/\d/.test(rest)) return null;
  return { body: rest.replaceAll(/[ \u00A0\u202F\u2009’]/g, "'"), negative, currency };
}

/** A currency's name before the figures or after them, and the rest of the text. Takes one pass, however many blanks there are. */
function nameBeside(text: string): { word: string; rest: string } | null {
  const [before = '', first] = /^([^\d\s.,'’()+−–-]{1,4}\.?)\s*/u.exec(text) ?? [];
  const behindIt = text.slice(before.length);
  if (first !== undefined && /^[-+−–(]?\s*[\d.,]/u.test(behindIt)) return { word: first, rest: behindIt };
  const [behind = '', last] = /(?<=\d)\s*([^\d\s.,'’()+−–-]{1,4}\.?)$/u.exec(text) ?? [];
  return last === undefined ? null : { word: last, rest: text.slice(0, text.length - behind.length) };
}

/** The decimal sign that one amount proves; `either` where both readings are sound, null where it has none, `bad` where neither is. */
export function decimalSignOf(body: string): DecimalSign | 'either' | 'bad' | null {
  if (!/[.,]/.test(body)) return grouped(body) === null ? 'bad' : null;
  const [point, comma] = [isDecimal(body, '.'), isDecimal(body, ',')];
  return point && comma ? 'either' : point ? '.' : comma ? ',' : 'bad';
}

/** The whole part and the fraction by a decimal sign; null where the figures have another form. */
function partsBy(body: string, decimal: DecimalSign): { digits: string; fraction: string } | null {
  const at = body.indexOf(decimal);
  const whole = at === -1 ? body : body.slice(0, at);
  const fraction = at === -1 ? '' : body.slice(at + 1);
  if (!/^\d{0,20}$/.test(fraction) || (whole === '' && fraction === '')) return null;
  const digits = whole === '' ? '0' : grouped(whole);
  return digits === null || digits.length > 25 ? null : { digits, fraction };
}

const isDecimal = (body: string, decimal: DecimalSign): boolean => partsBy(body, decimal) !== null;

/** Reads an amount by a decimal sign, exactly; the other sign, blanks and apostrophes part thousands. */
export function readDecimal({ body, negative }: AmountText, decimal: DecimalSign): Decimal | null {
  const parts = partsBy(body, decimal);
  if (parts === null) return null;
  const value = BigInt(parts.digits + parts.fraction);
  return { digits: negative ? -value : value, scale: parts.fraction.length };
}

const threes = /^[1-9]\d{0,2}([^\d])\d{3}(?:\1\d{3})*$/;
const asInIndia = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** Figures without what parts their thousands: groups of three, or as in India of two before the last; null for other groups. */
function grouped(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  return threes.test(whole) || asInIndia.test(whole) ? whole.replaceAll(/[^\d]/g, '') : null;
}
